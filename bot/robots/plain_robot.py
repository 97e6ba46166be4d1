"""The plain robot: sound habits, no search.

``hold_back`` plays for a human whose clock ran out: its cards, but the calls that bind least.
"""

from random import Random
from typing import Final

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card
from bot.engine.deal import Deal, Stage
from bot.engine.game import Game, apply_action, to_act
from bot.engine.trick_play import TrickPlay
from bot.engine.view import SeatView, build_view
from bot.robots import claim_policy, families
from bot.robots.inference import infer_play
from bot.robots.simulated_play import SimulatedPlay, habitual_card


class PlainRobot:
    """The model of a plain player, whose calls the levels of play start from."""

    name = "plain"

    def advise(self, view: SeatView, rng: Random) -> Advice:
        """Return the choice without options or reasons, because nothing is weighed."""
        return Advice(self.choose(view, rng), (), 0)

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return one of ``view.legal``; the seat of the view must be the seat to act."""
        action = _choice(view, rng)
        return action if action in view.legal else most_modest(view.legal)


def _choice(view: SeatView, rng: Random) -> Action | None:
    strategy = families.strategy_of(view.rules)
    if view.stage is Stage.CLAIM:
        return claim_policy.answer_claim(view, strategy.decisive_tricks(view))
    said = strategy.choose_call(view, rng)
    return said or (PLAYS[_card(view, rng)] if view.stage is Stage.PLAY else None)


def _card(view: SeatView, rng: Random) -> Card:
    return habitual_card(infer_play(view), rng)


def play_out(game: Game, rng: Random) -> tuple[int, ...]:
    """Return the tricks by seat after plain robots have played a deal to its end.

    The moves are those of ``choose``, but nobody looks at a view who can only play a card.
    """
    deal = game.deal
    assert deal is not None
    play = deal.phase
    if not isinstance(play, TrickPlay) or deal.rules.dummy >= 0:
        return _won_by_views(game, rng)
    simulated = SimulatedPlay(deal, play)
    while simulated.play_on(rng):
        deal = simulated.state()
        if not _may_call(deal):
            simulated.play_habitually(rng)
            continue
        at_word = game._replace(deal=deal)
        action = PLAIN_ROBOT.choose(build_view(at_word, deal.phase.to_act(deal)), rng)
        if not isinstance(action, act.Play):
            return _won_by_views(at_word, rng)
        simulated.play(action.card)
    return simulated.won


def _may_call(deal: Deal) -> bool:
    """Return True if the plain robot may say a word instead of playing a card."""
    if not families.strategy_of(deal.rules).calls_in_play:
        return False
    words = deal.phase.out_of_turn_actions(deal, deal.phase.to_act(deal))  # besides the cards
    return any(type(each) is not act.Claim for each in words)


def _won_by_views(game: Game, rng: Random) -> tuple[int, ...]:
    """Return the tricks by seat, played from a view of each seat on turn."""
    while game.deal is not None:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, PLAIN_ROBOT.choose(build_view(game, seat), rng))
    assert game.last is not None
    return game.last.won


_MODEST: Final = (act.PASS, act.DROP, act.STAND, act.ALONE, act.SILENT, act.REFUSE, act.OPEN)


def most_modest(legal: tuple[Action, ...]) -> Action:
    """Return the most modest of the legal actions."""
    return next((action for action in _MODEST if action in legal), legal[0])


_PLAIN_STAGES: Final = (Stage.PLAY, Stage.FUNDING, Stage.ROUND)


def hold_back(view: SeatView, rng: Random) -> Action:
    """Return the action that commits an absent player to the least.

    It passes, stays at home, lets the stake stand, and names the lowest contract; cards, discards
    and the vote that keeps a match going for the others are the plain robot's.
    """
    if view.stage in _PLAIN_STAGES:
        return PLAIN_ROBOT.choose(view, rng)
    if (modest := most_modest(view.legal)) in _MODEST:
        return modest
    choice = PLAIN_ROBOT.choose(view, rng)
    named = [one for one in view.legal if isinstance(one, act.Declare | act.Seal)]
    lowest = [one for one in named if _level(one.name) == min(_level(n.name) for n in named)]
    return choice if not lowest or choice in lowest else lowest[0]


def _level(name: str) -> int:
    """Return the tricks that a contract's name promises; 0 for a misère."""
    return int("0" + "".join(filter(str.isdigit, name))[:2])


PLAIN_ROBOT: Final = PlainRobot()
