"""Payment for tricks taken from one's partner (rules/balkan.md 3.11)."""

from dataclasses import dataclass, replace

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Hand, Seat
from bot.engine.deal import (
    Carry,
    CarryChange,
    Deal,
    DealResult,
    Phase,
    PhaseOutcome,
    PhaseOver,
    Stage,
    Trick,
)
from bot.engine.families.balkan.scoring import LONE_QUOTA, MAIN, PartnerDebt, Why, balkan_carry
from bot.engine.trick_rules import following_cards, winning_index
from bot.model.postings import Posting


def partner_debts(result: DealResult) -> tuple[PartnerDebt, ...]:
    """Return the defenders fined for tricks that their partner took, in order of answer."""
    contract = result.contract
    pair = [seat for seat, role in enumerate(result.roles) if role == "volunteer"]
    if contract is None or len(pair) != 2:
        return ()
    place = result.seats.index(contract.declarer)
    found = []
    for victim in (result.seats[(place + step) % 3] for step in (1, 2)):
        (taker,) = (seat for seat in pair if seat != victim)
        fine = sum(
            -posting.amount
            for posting in result.postings
            if posting.seat == victim and posting.why == Why.QUOTA_MISSED
        )
        taken = sum(_is_taken(result, n, victim, taker) for n in range(len(result.tricks)))
        if fine and taken and result.won[victim] + taken >= LONE_QUOTA:
            found.append(PartnerDebt(victim, taker, fine))
    return tuple(found)


def _is_taken(result: DealResult, number: int, victim: Seat, taker: Seat) -> bool:
    """Return True if the taker beat their partner's card and could have left them the trick."""
    trick, order = result.tricks[number], _order(result, result.tricks[number])
    place = order.index(taker)
    if trick.winner != taker or place < order.index(victim):
        return False
    trump, led = result.contract.trump if result.contract else -1, trick.cards[0] >> 3
    for card in Hand(following_cards(_hand_before(result, number, taker), led, trump)):
        best = winning_index((*trick.cards[:place], card, *trick.cards[place + 1 :]), led, trump)
        if best is not None and order[best] == victim:
            return True
    return False


def _hand_before(result: DealResult, number: int, seat: Seat) -> int:
    """Return the hand of a defender before trick ``number``."""
    earlier = result.tricks[:number]
    played = Hand.of(trick.cards[_order(result, trick).index(seat)] for trick in earlier)
    return Hand(result.dealt[seat]) - played


def _order(result: DealResult, trick: Trick) -> tuple[Seat, ...]:
    start = result.seats.index(trick.leader)
    return (*result.seats[start:], *result.seats[:start])


@dataclass(frozen=True, slots=True)
class PartnerAnswered(PhaseOutcome):
    """The question is answered; ``is_paid`` if the partner takes the entry over."""

    is_paid: bool


@dataclass(frozen=True, slots=True)
class AskPartner(Phase):
    """The victim may ask the partner to take the entry over."""

    stage = Stage.ASKING
    timeout_action = act.PASS

    debt: PartnerDebt

    def to_act(self, deal: Deal) -> Seat:
        return self.debt.victim

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.ASK)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.debt.victim, action)
        return (
            deal.with_phase(PayPartner(self.debt))
            if action is act.ASK
            else PhaseOver(deal, PartnerAnswered(False))
        )


@dataclass(frozen=True, slots=True)
class PayPartner(Phase):
    """The taker of the tricks has been asked to pay."""

    stage = Stage.PAYING
    timeout_action = act.REFUSE  # silence pays nothing

    debt: PartnerDebt

    def to_act(self, deal: Deal) -> Seat:
        return self.debt.taker

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.REFUSE, act.PAY)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        return PhaseOver(
            deal.with_call(self.debt.taker, action), PartnerAnswered(action is act.PAY)
        )


def carry_after_answer(carry: Carry, is_paid: bool) -> Carry | CarryChange:
    """Return the carry after the answer; a paid entry stays, balanced by two new postings."""
    mine = balkan_carry(carry)
    debt, *rest = mine.overtaken
    left = replace(mine, overtaken=tuple(rest))
    if not is_paid:
        return left
    fine = debt.fine
    postings = (
        Posting(MAIN, debt.victim, None, fine, Why.RELIEVED, 1, fine),
        Posting(MAIN, debt.taker, None, -fine, Why.TAKEN_OVER, 1, -fine),
    )
    sheet = left.sheet.plus(postings)
    return CarryChange(replace(left, sheet=sheet), postings)
