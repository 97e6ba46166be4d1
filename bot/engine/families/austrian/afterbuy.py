"""The after-buy: a bidder takes the discards for a higher contract (rules/austrian.md V-11).

The round has no state of its own: each question is derived from the calls.
"""

from dataclasses import dataclass
from typing import Final

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import Call, Deal, Phase, PhaseOutcome, PhaseOver, Stage
from bot.engine.families.austrian.contracts import NUMBERS

_FIRST_AFTER_BUY: Final = 5  # the lowest level of an after-buy


@dataclass(frozen=True, slots=True)
class PurchaseDeclined(PhaseOutcome):
    """A seat that may buy has declined."""


@dataclass(frozen=True, slots=True)
class DiscardBought(PhaseOutcome):
    """The seat takes the discards; it must name ``lowest`` or higher."""

    seat: Seat
    lowest: str


@dataclass(frozen=True, slots=True)
class AfterBuy(Phase):
    """A seat that may still buy is asked."""

    stage = Stage.AFTER_BUY
    timeout_action = act.PASS  # silence buys nothing (V-11)

    seat: Seat
    lowest: str

    def to_act(self, deal: Deal) -> Seat:
        return self.seat

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.BUY)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        deal = deal.with_call(self.seat, action)
        return PhaseOver(
            deal, DiscardBought(self.seat, self.lowest) if action is act.BUY else PurchaseDeclined()
        )


def next_after_buy(deal: Deal, top: int, is_final: bool) -> AfterBuy | None:
    """Return the question to the next seat, clockwise; None at the end (rules 2 to 5)."""
    name = deal.declared_contract.name
    level = _FIRST_AFTER_BUY - 1 if name in NUMBERS else int(name)
    if level >= top:
        return None
    eligible = _eligible_buyers(deal, is_final)
    seat = deal.next_seat(deal.calls[-1].seat)
    for _ in range(2):
        if seat in eligible:
            return AfterBuy(seat, str(level + 1))
        seat = deal.next_seat(seat)
    return None


def was_bought(deal: Deal) -> bool:
    return any(call.action is act.BUY for call in deal.calls)


def _eligible_buyers(deal: Deal, is_final: bool) -> set[Seat]:
    """Return the seats that have bid, do not hold the contract and have not declined.

    Rules 1, 4 and 5.
    """
    bidders = {call.seat for call in deal.calls if act.is_bid(call.action)}
    declined = {call.seat for call in _after_buy_calls(deal, is_final) if call.action is act.PASS}
    return bidders - declined - {deal.declared_contract.declarer}


def _after_buy_calls(deal: Deal, is_final: bool) -> tuple[Call, ...]:
    """Return the calls since the first contract, or since the last purchase (Q5)."""
    named = [n for n, call in enumerate(deal.calls) if isinstance(call.action, act.Declare)]
    bought = [n for n, call in enumerate(deal.calls) if call.action is act.BUY]
    return deal.calls[named[0] if is_final else max(*named, *bought, 0) :]
