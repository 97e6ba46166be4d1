"""The plain robot: sound habits, no search.

``hold_back`` plays for a human whose clock ran out: its cards, but the calls that bind least.
"""

from random import Random
from typing import Final, assert_never

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import PLAYS, Action
from bot.engine.cards import Card, Seat
from bot.engine.deal import Deal, PhaseOver, Stage
from bot.engine.game import Game, apply_action, to_act
from bot.engine.trick_play import TrickPlay
from bot.engine.view import DealView, SeatView, build_view
from bot.robots import claim_policy, contract_play, families, misere_play
from bot.robots.claim_policy import PlayGoal
from bot.robots.inference import PlayInference, PlayRecord, infer_play


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
    return habitual_card(view.open_deal, infer_play(view), rng)


def habitual_card(table: DealView | Deal, inference: PlayInference, rng: Random) -> Card:
    """Return the card of the plain robot, which knows what ``inference`` says."""
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
            return misere_play.play_all_pass(inference, rng)
        case _:
            assert_never(aim)


def play_out(game: Game, rng: Random) -> tuple[int, ...]:
    """Return the tricks by seat after plain robots have played a deal to its end.

    The moves are those of ``choose``, but the record of the cards grows with them: reading it anew
    from a view of each seat takes two thirds of the time of a card.
    """
    deal = game.deal
    assert deal is not None
    record = PlayRecord(deal, deal.lead[0] if deal.lead else None)
    while True:
        card = _card_of(game, deal, record, rng)
        if card is None:
            return _won_by_views(game._replace(deal=deal), rng)
        seat, count = deal.turn, len(deal.tricks)
        over = deal.phase.apply(deal, PLAYS[card])
        if isinstance(over, PhaseOver):
            return over.deal.won
        deal = over
        record.add(seat, card)
        if len(deal.tricks) > count:
            record.finish_trick()
            record.begin_trick(deal.leader, deal.lead[0] if deal.lead else None)


def _card_of(game: Game, deal: Deal, record: PlayRecord, rng: Random) -> Card | None:
    """Return the card of the seat on turn; None if it calls, or the cards play themselves."""
    play = deal.phase
    if not isinstance(play, TrickPlay) or deal.rules.dummy >= 0:
        return None
    player = play.to_act(deal)
    if _may_call(deal, play, player):
        view = build_view(game._replace(deal=deal), player)
        action = PLAIN_ROBOT.choose(view, rng)
        return action.card if isinstance(action, act.Play) else None
    hands = {seat: int(deal.hands[seat]) for seat in deal.open_seats}
    hands[player] = int(deal.hands[player])
    own = deal.contract is not None and deal.contract.declarer == player
    known = record.infer(
        deal,
        deal.turn,
        hands,
        play.playable(deal),
        deal.discard if own else (),
        deal.talon[: deal.talon_shown],
    )
    return habitual_card(deal, known, rng)


def _may_call(deal: Deal, play: TrickPlay, player: Seat) -> bool:
    """Return True if the plain robot may say a word instead of playing a card."""
    if not families.strategy_of(deal.rules).calls_in_play:
        return False
    words = play.out_of_turn_actions(deal, player)  # all that is legal besides the cards
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
