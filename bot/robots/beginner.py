"""The plain robot: sound habits, no search; also plays for a human whose clock ran out."""

from collections.abc import Callable
from random import Random
from typing import Final, assert_never

from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.robots import (
    austrian,
    avoiding,
    balkan,
    catching,
    claims,
    declarer,
    defender,
    misere,
    russian,
)
from bot.robots.advice import Advice
from bot.robots.claims import Aim
from bot.robots.sight import look

Caller = Callable[[View, Random], Action | None]

# what a family's robot says: auction, exchange, declaration, defence, and beside the cards
CALLERS: Final[dict[str, Caller]] = {
    "russian": russian.call,
    "balkan": balkan.call,
    "austrian": austrian.call,
}

# tricks that count against a declarer, where not all do
LIMITS: Final[dict[str, Callable[[View], int]]] = {
    "balkan": balkan.most_tricks,
    "austrian": austrian.most_tricks,
}


class Beginner:
    """A pure function of a view and a source of chance."""

    name = "beginner"

    def advise(self, view: View, rng: Random) -> Advice:
        """The choice; nothing is weighed."""
        return Advice(self.choose(view, rng), (), 0)

    def choose(self, view: View, rng: Random) -> Action:
        """One of ``view.legal``; the seat of the view must be the seat to act."""
        action = _choice(view, rng)
        return action if action in view.legal else sensible(view.legal)


def _choice(view: View, rng: Random) -> Action | None:
    caller = CALLERS.get(view.rules.family)
    said = None if caller is None or view.stage is Stage.CLAIM else caller(view, rng)
    match view.stage:
        case Stage.PLAY:
            return said or PLAYS[_card(view, rng)]
        case Stage.CLAIM:
            limit = LIMITS.get(view.rules.family)
            return claims.answer(view) if limit is None else claims.answer(view, limit(view))
        case _:
            return said


def _card(view: View, rng: Random) -> Card:
    sight, table = look(view), view.table
    assert table is not None
    if sight.legal & (sight.legal - 1) == 0:
        return sight.legal.bit_length() - 1
    aim = claims.aim_of(table, sight.seat)
    match aim:
        case Aim.MAKE:
            return declarer.play(sight)
        case Aim.DEFEND:
            return defender.play(sight, rng)
        case Aim.DODGE:
            return misere.dodge(sight)
        case Aim.CATCH:
            return misere.catch(sight) if sight.sees_partner else catching.catch(sight)
        case Aim.AVOID:
            return avoiding.play(sight, rng)
        case _:
            assert_never(aim)


_MODEST: Final = (act.PASS, act.REFUSE, act.OPEN)


def sensible(legal: tuple[Action, ...]) -> Action:
    """The most modest of the legal actions."""
    return next((action for action in _MODEST if action in legal), legal[0])
