"""Robots with a character: people's errors of the weakest level, and styles to practise against.

A ``Temper`` says how a robot departs from the plain robot.  None departs so far that a partner
would call it silly: it asks for a little more or less of a hand, and forgets a card that fell.
"""

from random import Random
from typing import Final, NamedTuple

from bot.analysis.advice import Advice
from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Play
from bot.engine.cards import ACE, Card, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.view import DealView, SeatView
from bot.robots import claim_policy, evaluation, inference
from bot.robots.claim_policy import PlayGoal
from bot.robots.expert import card_play
from bot.robots.families import strategy_of
from bot.robots.families.strategy import FamilyStrategy
from bot.robots.inference import PlayInference
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.simulated_play import habitual_card

_TALON: Final = 1.8  # tricks that talon and discard add to a hand, in the mean
_LEAST_LEVEL: Final = 6  # tricks of the lowest contract
_PER_BID: Final = 0.2  # tricks for each bid before
_HABIT: Final = 0.9  # tricks by which an answer by habit may fall short
_REMEMBERED: Final = 1  # last tricks of which nobody forgets a card
_ACES: Final = int(Hand.of(suit * 8 + ACE for suit in range(4)))


class Temper(NamedTuple):
    """How a robot departs from the plain robot; amounts are expected tricks.

    ``per_ace`` is what it counts an ace for too much, ``habit`` the share of its answers that it
    gives by habit, ``forgets`` the share of its cards before which a card that fell is forgotten.
    """

    bids: float = 0.0  # that a hand must be worth more for a bid; less if negative
    answers: float = 0.0  # the same to take part in the defence
    always_joins: bool = False
    per_ace: float = 0.0
    habit: float = 0.0
    forgets: float = 0.0


_EVEN: Final = Temper()


class Beginner:
    """The weakest level: calls and cards of the plain robot, with errors that people make."""

    name = "beginner"
    temper: Final = Temper(per_ace=0.15, habit=0.15, forgets=0.6)

    def advise(self, view: SeatView, rng: Random) -> Advice:
        """Return the choice without options or reasons, because nothing is weighed."""
        return Advice(self.choose(view, rng), (), 0)

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return one of ``view.legal``."""
        said = tempered_call(view, rng, self.temper)
        if isinstance(said, Play) and rng.random() < self.temper.forgets:
            return card_after_forgetting(view, said, rng)
        return said


class ClubPlayer:
    """A robot whose cards come from a small search; its temper shows in the calls."""

    def __init__(self, name: str, temper: Temper) -> None:
        self.name, self.temper = name, temper

    def advise(self, view: SeatView, rng: Random) -> Advice:
        """Return the choice of the seat to act, with the weighed cards."""
        return self._advise(view, rng)

    def choose(self, view: SeatView, rng: Random) -> Action:
        """Return one of ``view.legal``."""
        return self._advise(view, rng, explains=False).action

    def _advise(self, view: SeatView, rng: Random, explains: bool = True) -> Advice:
        said = tempered_call(view, rng, self.temper)
        if isinstance(said, Play):
            return card_play.advise_card(view, rng, card_play.CLUB_EFFORT, explains)
        return Advice(said, (), 0)


CLUB: Final = ClubPlayer("club", _EVEN)
STYLES: Final = (
    ClubPlayer("whister", Temper(always_joins=True)),
    ClubPlayer("bold", Temper(bids=-0.35, answers=-0.5)),
    ClubPlayer("careful", Temper(bids=0.45, answers=0.5)),
)


# Calls: the plain robot's, unless the hand is worth too little or enough for this temper.


def tempered_call(view: SeatView, rng: Random, temper: Temper) -> Action:
    """Return the call, or the card of the plain robot, as a robot of this temper chooses."""
    plain = PLAIN_ROBOT.choose(view, rng)
    match view.stage:
        case _ if temper == _EVEN:
            return plain
        case Stage.AUCTION if act.PASS in view.legal:
            return _bid(view, plain, temper)
        case Stage.DEFENCE:
            return _answer(view, plain, rng, temper)
        case _:
            return plain


def _bid(view: SeatView, plain: Action, temper: Temper) -> Action:
    """Return a bid of tricks, or a pass; other bids stay as they are."""
    more = temper.bids - _counted_too_much(view, temper)
    lowest = _lowest_bid(view)
    if not more or lowest is None:
        return plain
    if more > 0 and _is_in_tricks(view, plain):
        return plain if _worth_beyond(view, plain) >= more else act.PASS
    if more < 0 and plain == act.PASS and _worth_beyond(view, lowest) >= more:
        return lowest
    return plain


def _counted_too_much(view: SeatView, temper: Temper) -> float:
    return temper.per_ace * (int(view.hand) & _ACES).bit_count()


def _lowest_bid(view: SeatView) -> Action | None:
    if act.HOLD in view.legal:
        return act.HOLD
    return next((action for action in view.legal if _is_in_tricks(view, action)), None)


def _is_in_tricks(view: SeatView, action: Action) -> bool:
    if action == act.HOLD:
        return True
    names = strategy_of(view.rules).names
    if not isinstance(action, Bid) or not action.name[0].isdecimal():
        return False  # a game is not a number
    return names.is_in_tricks(action.name)


def _worth_beyond(view: SeatView, bid: Action) -> float:
    """Return the expected tricks beyond those from which plain robots bid.

    They count in the strains that the bid leaves open: a number that has passed the long suit of
    a hand makes a contract in a short one.
    """
    strategy, name = strategy_of(view.rules), _name_of(view, bid)
    strains = strategy.names.open_strains(view.rules, name)
    outlooks = evaluation.talon_prospects(int(view.hand))
    tricks = sum(max(outlook[n] for n in strains) for outlook in outlooks) / len(outlooks)
    return tricks - strategy.bids.first - _TALON - _steps(strategy, view, name)


def _name_of(view: SeatView, bid: Action) -> str:
    """Return the name of a bid, or of the one that is held."""
    bids = (bid, *(call.action for call in reversed(view.open_deal.calls)))
    return next(each.name for each in bids if isinstance(each, Bid))


def _steps(strategy: FamilyStrategy, view: SeatView, name: str) -> float:
    """Return the tricks that a bid needs beyond the first.

    Each bid before it leaves fewer contracts open, or raises the stake.
    """
    bids = sum(isinstance(call.action, Bid) for call in view.open_deal.calls)
    level = strategy.names.contract(view.rules, name).level
    return max(level - _LEAST_LEVEL, _PER_BID * bids)


# Answers to a contract.


def _answer(view: SeatView, plain: Action, rng: Random, temper: Temper) -> Action:
    """Return whether to take part; what else may be asked is answered as plain robots do."""
    joins = next((word for word in (act.WHIST, act.JOIN) if word in view.legal), None)
    leaves = next((word for word in (act.PASS, act.DROP) if word in view.legal), None)
    contract = view.open_deal.declared_contract
    if joins is None or leaves is None or contract.is_misere:
        return plain
    if temper.always_joins:
        return joins
    beyond = _defence_beyond(view) + _counted_too_much(view, temper)
    by_habit = temper.habit and rng.random() < temper.habit
    needed = temper.answers - (_HABIT if by_habit else 0.0)
    if needed > 0 and plain == joins and beyond < needed:
        return leaves
    return joins if needed <= 0 and plain == leaves and beyond >= needed else plain


def _defence_beyond(view: SeatView) -> float:
    """Return the expected tricks of a defender beyond those from which plain robots join."""
    table = view.open_deal
    contract = table.declared_contract
    quota = strategy_of(view.rules).join_threshold(contract.level).plain
    own = evaluation.answer_tricks(int(view.hand), contract.trump)
    return own - quota.after_answer(_partner_joins(table, contract.declarer))


def _partner_joins(table: DealView, declarer: Seat) -> bool | None:
    """Return the other defender's answer; None before it."""
    last = table.calls[-1]
    if last.seat == declarer:
        return None
    return last.action in (act.WHIST, act.JOIN)


# Cards of somebody who has forgotten one that fell.


def card_after_forgetting(view: SeatView, plain: Play, rng: Random) -> Action:
    """Return the habitual card while one that fell seems to be out still."""
    goal = claim_policy.goal_of(view.open_deal, view.open_deal.player_on_turn)
    known = inference.infer_play(view)
    if goal not in (PlayGoal.MAKE, PlayGoal.DEFEND) or not known.legal & known.legal - 1:
        return plain
    fallen = _forgettable(view, known)
    if not fallen:
        return plain
    return act.PLAYS[habitual_card(_forgetting(view, known, rng.choice(fallen)), rng)]


def _forgettable(view: SeatView, known: PlayInference) -> list[Card]:
    """Return the cards of side suits that fell some tricks ago; everybody remembers an ace."""
    tricks = view.open_deal.tricks[:-_REMEMBERED]
    return [
        card
        for trick in tricks
        for card in trick.cards
        if card >> 3 != known.trump and card & 7 != ACE and known.in_suit(card >> 3)
    ]


def _forgetting(view: SeatView, known: PlayInference, card: Card) -> PlayInference:
    """Return what a player knows who takes this card to be out; a void shown is not forgotten."""
    table = view.open_deal
    lacking, own = inference.void_suits(table), table.seats.index(table.player_on_turn)
    first, second = (not lacking[table.seats[(own + step) % 3]] >> card & 1 for step in (1, 2))
    return known.believing(card, first, second)
