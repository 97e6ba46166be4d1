"""The plain robot: sound habits, no search; it also plays for a human whose clock ran out."""

from random import Random
from typing import Final, assert_never

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card
from bot.engine.deal import Stage
from bot.engine.view import SeatView
from bot.robots import all_pass_play, claim_policy, contract_play, misere_play
from bot.robots.claim_policy import PlayGoal
from bot.robots.families import strategy_of
from bot.robots.inference import infer_play


class Beginner:
    """The weakest level; other levels use it as the model of a plain player."""

    name = "beginner"

    def advise(self, view: SeatView, rng: Random) -> Advice:
        """Return the choice without options or reasons, because nothing is weighed."""
        return Advice(self.choose(view, rng), (), 0)

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return one of ``view.legal``; the seat of the view must be the seat to act."""
        action = _choice(view, rng)
        return action if action in view.legal else most_modest(view.legal)


def _choice(view: SeatView, rng: Random) -> Action | None:
    strategy = strategy_of(view.rules)
    if view.stage is Stage.CLAIM:
        return claim_policy.answer_claim(view, strategy.decisive_tricks(view))
    said = strategy.choose_call(view, rng)
    return said or (PLAYS[_card(view, rng)] if view.stage is Stage.PLAY else None)


def _card(view: SeatView, rng: Random) -> Card:
    inference, table = infer_play(view), view.open_deal
    if inference.legal & (inference.legal - 1) == 0:
        return inference.legal.bit_length() - 1
    aim = claim_policy.goal_of(table, inference.seat)
    match aim:
        case PlayGoal.MAKE:
            return contract_play.play_as_declarer(inference)
        case PlayGoal.DEFEND:
            return contract_play.play_as_defender(inference, rng)
        case PlayGoal.DODGE:
            return misere_play.play_as_misere_declarer(inference)
        case PlayGoal.CATCH:
            return (
                misere_play.defend_open_misere(inference)
                if inference.sees_partner
                else misere_play.defend_hidden_misere(inference)
            )
        case PlayGoal.AVOID:
            return all_pass_play.play_all_pass(inference, rng)
        case _:
            assert_never(aim)


_MODEST: Final = (act.PASS, act.REFUSE, act.OPEN)


def most_modest(legal: tuple[Action, ...]) -> Action:
    """Return the most modest of the legal actions."""
    return next((action for action in _MODEST if action in legal), legal[0])
