"""The plain robot: sound habits, no search; it also plays for a human whose clock ran out."""

from random import Random
from typing import Final, assert_never

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card
from bot.engine.deal import Stage
from bot.engine.view import View
from bot.robots import avoiding, catching, claims, declarer, defender, misere
from bot.robots.claims import Aim
from bot.robots.families import mind_of
from bot.robots.sight import look


class Beginner:
    """The weakest level; other levels use it as the model of a plain player."""

    name = "beginner"

    def advise(self, view: View, rng: Random) -> Advice:
        """Return the choice without options or reasons, because nothing is weighed."""
        return Advice(self.choose(view, rng), (), 0)

    def choose(self, view: View, rng: Random) -> Action:
        """Return one of ``view.legal``; the seat of the view must be the seat to act."""
        action = _choice(view, rng)
        return action if action in view.legal else sensible(view.legal)


def _choice(view: View, rng: Random) -> Action | None:
    mind = mind_of(view.rules)
    if view.stage is Stage.CLAIM:
        return claims.answer(view, mind.most_tricks(view))
    said = mind.call(view, rng)
    return said or (PLAYS[_card(view, rng)] if view.stage is Stage.PLAY else None)


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
    """Return the most modest of the legal actions."""
    return next((action for action in _MODEST if action in legal), legal[0])
