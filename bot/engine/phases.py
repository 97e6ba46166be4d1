"""Phases shared by the families: the exchange and the declaration."""

from dataclasses import dataclass
from functools import lru_cache

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import (
    ContractConceded,
    ContractDeclared,
    Deal,
    ExchangeDone,
    Phase,
    PhaseOver,
    Stage,
)
from bot.engine.rules import RuleReason


@dataclass(frozen=True, slots=True)
class Exchange(Phase):
    """The declarer holds twelve cards and discards two, or throws the talon back."""

    stage = Stage.EXCHANGE

    declarer: Seat
    may_throw: bool

    def to_act(self, deal: Deal) -> Seat:
        return self.declarer

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        pairs = act.discards_of(tuple(deal.hands[self.declarer]))
        return (*pairs, act.THROW) if self.may_throw else pairs

    def allows(self, deal: Deal, seat: Seat, action: Action) -> bool:
        """Check a discard without enumerating all 66 pairs."""
        if type(action) is act.Discard:
            held, cards = deal.hands[self.declarer], (1 << action.low) | (1 << action.high)
            is_pair = action.low < action.high
            return is_pair and seat == self.declarer and held & cards == cards
        return Phase.allows(self, deal, seat, action)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        if action is act.THROW:
            deal = deal.with_call(self.declarer, action)
            return PhaseOver(
                _set_aside(deal, self.declarer, Hand.of(deal.talon)), ExchangeDone(True)
            )
        assert isinstance(action, act.Discard)
        laid = (action.low, action.high)
        deal = _set_aside(deal, self.declarer, Hand.of(laid), laid)
        return PhaseOver(deal, ExchangeDone(False))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if action is act.THROW:
            return RuleReason.CALL_SWITCHED_OFF
        if isinstance(action, act.Discard):
            return RuleReason.DISCARD_TWO_OF_YOURS
        return RuleReason.WRONG_PHASE


def take_talon(deal: Deal, declarer: Seat, face_up: bool = True) -> Deal:
    """Move the cards set aside into the declarer's hand; ``face_up``: everybody sees the talon."""
    hands = _with_hand(deal, declarer, deal.hands[declarer] | deal.aside)
    return deal._replace(hands=hands, aside=Hand(0), talon_shown=len(deal.talon) if face_up else 0)


def _set_aside(deal: Deal, declarer: Seat, cards: Hand, laid: tuple[Card, ...] = ()) -> Deal:
    hands = _with_hand(deal, declarer, deal.hands[declarer] - cards)
    return deal._replace(hands=hands, aside=cards, discard=laid or deal.discard)


def _with_hand(deal: Deal, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return tuple(hand if n == seat else other for n, other in enumerate(deal.hands))


@lru_cache(maxsize=64)
def _declares(names: tuple[str, ...]) -> tuple[act.Declare, ...]:
    return tuple(map(act.Declare, names))


@dataclass(frozen=True, slots=True)
class Declaration(Phase):
    """The declarer names one of ``names``, or concedes where the house rules allow it.

    ``switched_off`` are contracts that other house rules would allow here.
    """

    stage = Stage.DECLARE

    declarer: Seat
    names: tuple[str, ...]
    may_concede: bool
    switched_off: tuple[str, ...] = ()

    def to_act(self, deal: Deal) -> Seat:
        return self.declarer

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        named = _declares(self.names)
        return (*named, act.CONCEDE) if self.may_concede else named

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        deal = deal.with_call(self.declarer, action)
        if action is act.CONCEDE:
            return PhaseOver(deal, ContractConceded())
        assert isinstance(action, act.Declare)
        return PhaseOver(deal, ContractDeclared(action.name))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        if action is act.CONCEDE:
            return RuleReason.CALL_SWITCHED_OFF
        if isinstance(action, act.Declare):
            is_off = action.name in self.switched_off
            return RuleReason.CALL_SWITCHED_OFF if is_off else RuleReason.CONTRACT_BELOW_BID
        return RuleReason.WRONG_PHASE
