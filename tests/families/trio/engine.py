"""The rules of Trio."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, Literal

from pydantic import Field

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Hand, Seat, Strain, trump_of
from bot.engine.deal import (
    AuctionWon,
    Carry,
    Contract,
    Deal,
    DealResult,
    PassedOut,
    Phase,
    PhaseOutcome,
    PhaseOver,
    PlayFinished,
    Stage,
    new_deal,
)
from bot.engine.family import ContractEnding, Family
from bot.engine.ledger import Account, SettlementStep, Sheet, column_step
from bot.engine.notation import deal_result
from bot.engine.rules import Claims, Options, RuleReason, Rules
from bot.engine.trick_play import TrickPlay, begin_trick_play
from bot.model.enums import Posting

KEY: Final = "trio"
POINTS: Final = "points"
NO_TRUMP: Final = -1
LEVEL: Final = {"4NT": 4, "6NT": 6, "M": 0}  # tricks of the declarer, by contract
VALUE: Final = {"4NT": 1, "6NT": 2, "M": 3}  # points
LADDER: Final = tuple(VALUE)

_CHAT_DEALS: Final = 12
_HANDS: Final = (slice(0, 10), slice(10, 20), slice(20, 30))  # of the deck, forehand first
_TALON: Final = slice(30, 32)


class TrioOptions(Options):
    """The house rules: those of all families, and the length of a match."""

    players: Literal[3] = 3
    deals: int = Field(default=12, ge=1, le=100)


@dataclass(frozen=True, slots=True)
class Auction(Phase):
    """One round of calls: ``spoken`` players have called, ``holder`` has called ``high``."""

    stage = Stage.AUCTION

    spoken: int = 0
    high: str = ""
    holder: Seat = -1

    def to_act(self, deal: Deal) -> Seat:
        return deal.seats[self.spoken]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        above = LADDER[LADDER.index(self.high) + 1 :] if self.high else LADDER
        return (act.PASS, *map(act.Bid, above))

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat = self.to_act(deal)
        deal = deal.with_call(seat, action)
        high, holder = self.high, self.holder
        if isinstance(action, act.Bid):
            high, holder = action.name, seat
        if self.spoken + 1 < len(deal.seats):
            return deal.with_phase(Auction(self.spoken + 1, high, holder))
        return PhaseOver(deal, AuctionWon(holder, high) if high else PassedOut())

    def possible_actions(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, *map(act.Bid, LADDER))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        is_call = isinstance(action, act.Bid) and action.name in LADDER
        return RuleReason.BID_TOO_LOW if is_call else RuleReason.WRONG_PHASE


class Trio(Family):
    """The course of a deal: dealt, called, played, written."""

    key = KEY
    options = TrioOptions
    carry = Carry
    accounts = (Account(POINTS, paired=False),)
    endings: ClassVar[Mapping[str, ContractEnding]] = {
        "made": ContractEnding.FULFILLED,
        "failed": ContractEnding.FAILED,
        "thrown_in": ContractEnding.NEITHER,
    }
    defence_answers: ClassVar[Mapping[str, bool]] = {}  # nobody is asked

    def start_deal(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        first, second, third = ((carry.dealer + step) % 3 for step in (1, 2, 3))
        hands = [Hand(0)] * 3
        for seat, cards in zip((first, second, third), _HANDS, strict=True):
            hands[seat] = Hand.of(deck[cards])
        seats = (first, second, third)
        return new_deal(rules, carry, seats, tuple(hands), deck[_TALON], Auction())

    def after_phase(self, deal: Deal, outcome: PhaseOutcome) -> Deal | DealResult:
        match outcome:
            case PassedOut():
                return deal_result(deal, "thrown_in", ())
            case AuctionWon(seat, name):
                return _play(deal.with_contract(Contract(name, seat, LEVEL[name], NO_TRUMP)))
            case PlayFinished():
                return _score(deal)
            case _:
                raise TypeError(outcome)

    def begin_defended_play(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        trump = trump_of(strain)
        contract = Contract("", seat, 0 if strain is None else LEVEL["4NT"], trump)
        return begin_trick_play(deal._replace(contract=contract), TrickPlay(trump, claims=False))

    def next_carry(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        sheet = carry.sheet.plus(result.postings)
        return Carry(result.number, (carry.dealer + 1) % 3, sheet, carry.time_up)

    def has_ended(self, rules: Rules, carry: Carry) -> bool:
        return carry.number >= TrioOptions.of(rules).deals

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        points = [sheet.total(POINTS, seat) for seat in range(3)]
        return tuple(3 * own - sum(points) for own in points)

    def settlement_steps(
        self, rules: Rules, sheet: Sheet, *, is_over: bool
    ) -> tuple[SettlementStep, ...]:
        points = [sheet.total(POINTS, seat) for seat in range(3)]
        return (column_step(POINTS, points, [Fraction(sum(points), 3)] * 3, factor=3),)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        return ()

    def with_target(self, rules: Rules, target: int) -> Rules:
        return rules.with_options(deals=target)

    def target_of(self, rules: Rules) -> int:
        return TrioOptions.of(rules).deals

    def chat_target(self, rules: Rules) -> int:
        return min(_CHAT_DEALS, self.target_of(rules))


TRIO: Final = Trio()


def _play(deal: Deal) -> Deal:
    claims = deal.rules.options.claims is Claims.BY_CONSENT
    return begin_trick_play(deal.with_roles(defender=deal.defenders()), TrickPlay(NO_TRUMP, claims))


def _score(deal: Deal) -> DealResult:
    contract = deal.declared_contract
    won, value = deal.won[contract.declarer], VALUE[contract.name]
    is_made = won == 0 if contract.is_misere else won >= contract.level
    outcome, unit = ("made", value) if is_made else ("failed", -value)
    posting = Posting(POINTS, contract.declarer, None, unit, outcome, 1, unit)
    return deal_result(deal, outcome, (posting,))
