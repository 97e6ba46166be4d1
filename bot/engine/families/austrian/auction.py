"""The auction of both presets (rules/austrian.md V-1 to V-8, A-1 to A-5).

The first bid of a player binds them to its category: numbers, games or premium contracts.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.deal import AuctionWon, Call, Deal, PassedOut, Phase, PhaseOutcome, PhaseOver, Stage
from bot.engine.families.austrian import contracts
from bot.engine.rules import RuleReason

_BIDS: Final = {name: act.Bid(name) for name in contracts.LADDER}


class AuctionRules(NamedTuple):
    """The options of the auction; ``successor`` may hold (V-4) after forehand passed."""

    premiums: tuple[str, ...]
    jumps: bool
    sealed: bool  # games are named at the end
    hearts_end: bool
    forehand: Seat = -1  # -1 if the rules have no hold
    successor: Seat = -1  # if forehand has opened with a pass


@dataclass(frozen=True, slots=True)
class GamesCalled(PhaseOutcome):
    """Several players have called a game; they name their suits in secret (A-7)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Auction(Phase):
    """The auction; ``live`` are the seats that have not passed, in order, the next one first."""

    stage = Stage.AUCTION

    rules: AuctionRules
    live: tuple[Seat, ...]
    high: str = ""
    holder: Seat = -1
    # the bidders by category; those of games in order of calling
    numbers: tuple[Seat, ...] = ()
    games: tuple[Seat, ...] = ()
    premiums: tuple[Seat, ...] = ()

    def to_act(self, deal: Deal) -> Seat:
        return self.live[0]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        bids = self._bids()
        if self._must_name():
            return bids
        return (act.PASS, act.HOLD, *bids) if self._may_hold() else (act.PASS, *bids)

    def _bids(self) -> tuple[Action, ...]:
        """Return the bids of the seat to act, within its category (V-2, V-3)."""
        seat = self.live[0]
        if seat in self.numbers:
            return _higher_numbers(self.rules, self.high)
        if seat in self.games:
            return _higher_games(self.high)
        if seat in self.premiums:
            return _bids_above(self.rules.premiums, self.high)
        return _first_bids(self.rules, self.high)

    def _must_name(self) -> bool:
        """Return True for the first game caller at their next turn: no pass (V-7, Q4)."""
        return (
            self.high == contracts.GAME and not self.rules.sealed and self.live[0] == self.games[0]
        )

    def _owner(self) -> Seat:
        """Return the seat with the right to hold (V-4).

        It is forehand, or ``successor`` for the whole auction if forehand has opened with a pass.
        """
        forehand = self.rules.forehand
        bid = (*self.numbers, *self.games, *self.premiums)
        return forehand if forehand in self.live or forehand in bid else self.rules.successor

    def _may_hold(self) -> bool:
        seat = self.live[0]
        is_free = seat not in self.games and seat not in self.premiums
        others_number = self.high in contracts.NUMBERS and self.holder != seat
        return is_free and others_number and seat == self._owner()

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        seat = self.live[0]
        deal = deal.with_call(seat, action)
        if action is act.PASS:
            return self._passed(deal)
        name = action.name if isinstance(action, act.Bid) else self.high
        return self._called(seat, name)._or_won(deal)

    def _called(self, seat: Seat, name: str) -> "Auction":
        numbers, games, premiums = self.numbers, self.games, self.premiums
        if name in contracts.NUMBERS:
            numbers = _with(numbers, seat)
        elif name in contracts.PREMIUMS:
            premiums = _with(premiums, seat)
        else:
            games = _with(games, seat)
        is_second = name == contracts.GAME == self.high  # V-6: "also a game" outranks nothing
        high, holder = (self.high, self.holder) if is_second else (name, seat)
        live = (*self.live[1:], seat)
        return Auction(self.rules, live, high, holder, numbers, games, premiums)

    def _passed(self, deal: Deal) -> Deal | PhaseOver:
        if len(self.live) == 1:
            return PhaseOver(deal, PassedOut())
        bidders = self.numbers, self.games, self.premiums
        return Auction(self.rules, self.live[1:], self.high, self.holder, *bidders)._or_won(deal)

    def _or_won(self, deal: Deal) -> Deal | PhaseOver:
        """End the auction if it is won, or if all callers left must name games (V-1, A-4, A-5)."""
        alone = self.live == (self.holder,)
        if alone or (self.rules.hearts_end and self.high == contracts.HEARTS):
            return PhaseOver(deal, AuctionWon(self.holder, self.high))
        if self.rules.sealed and self.high == contracts.GAME and set(self.live) <= set(self.games):
            return PhaseOver(deal, GamesCalled(tuple(s for s in deal.seats if s in self.live)))
        return deal.with_phase(self)

    def possible_actions(self, deal: Deal) -> tuple[Action, ...]:
        names = (*contracts.NUMBERS, contracts.GAME, *self.rules.premiums)
        return (act.PASS, *(_BIDS[name] for name in names))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        seat = self.live[0]
        if self._must_name():
            return RuleReason.MUST_NAME_SUIT
        if action is act.HOLD:
            right = self.rules.forehand >= 0 and self.high in contracts.NUMBERS
            return RuleReason.HOLD_NOT_YOURS if right else RuleReason.NOTHING_TO_HOLD
        if not isinstance(action, act.Bid) or action.name not in contracts.RANK:
            return RuleReason.WRONG_PHASE
        if action.name in contracts.PREMIUMS and action.name not in self.rules.premiums:
            return RuleReason.CALL_SWITCHED_OFF
        if self.high and contracts.RANK[action.name] <= contracts.RANK[self.high]:
            return RuleReason.BID_TOO_LOW
        if seat in (*self.numbers, *self.games, *self.premiums):
            own = _category(action.name)
            bound = seat not in {"number": self.numbers, "game": self.games}.get(own, self.premiums)
            return RuleReason.BOUND_BY_FIRST_BID if bound else RuleReason.BID_MUST_STEP
        return (
            RuleReason.BID_MUST_STEP if action.name in contracts.NUMBERS else RuleReason.WRONG_PHASE
        )


def _category(name: str) -> str:
    if name in contracts.NUMBERS:
        return "number"
    return "premium" if name in contracts.PREMIUMS else "game"


# The bids of a category above the highest bid, kept because simulated auctions ask so often.


@lru_cache(maxsize=256)
def _bids_above(names: tuple[str, ...], high: str) -> tuple[Action, ...]:
    """Return the bids above the highest one; hearts and five are equal (C-6)."""
    least = contracts.RANK[high] if high else 0
    return tuple(_BIDS[name] for name in names if contracts.RANK[name] > least)


def _higher_numbers(rules: AuctionRules, high: str) -> tuple[Action, ...]:
    """Return any higher number, or the next one only; none above a game (V-5, A-2)."""
    higher = _bids_above(contracts.NUMBERS, high)
    return higher if rules.jumps else higher[:1]


def _higher_games(high: str) -> tuple[Action, ...]:
    """Return the higher suits; any suit for the first caller of a game (V-7).

    None is above a premium bid, and a sealed auction ends before a caller of a game is asked.
    """
    return _bids_above(contracts.GAME_SUITS, "" if high == contracts.GAME else high)


@lru_cache(maxsize=256)
def _first_bids(rules: AuctionRules, high: str) -> tuple[Action, ...]:
    """Return the bids of a seat that may still choose its category."""
    game = () if high in contracts.PREMIUMS else (_BIDS[contracts.GAME],)
    return (*_higher_numbers(rules, high), *game, *_bids_above(rules.premiums, high))


def _with(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return seats if seat in seats else (*seats, seat)


# Games named in secret and revealed together (rules/austrian.md A-7, Q11, Q12).

_SEALS: Final = {name: act.Seal(name) for name in (*contracts.GAME_SUITS, contracts.HEARTS_GAME)}


@dataclass(frozen=True, slots=True)
class Sealing(Phase):
    """The callers name their games one by one; no view shows ``chosen`` before the last one."""

    stage = Stage.AUCTION

    callers: tuple[Seat, ...]  # clockwise from the dealer's left
    with_hearts: bool
    chosen: tuple[str, ...] = ()

    @property
    def sealed_names(self) -> tuple[str, ...]:
        return self.chosen

    def to_act(self, deal: Deal) -> Seat:
        return self.callers[len(self.chosen)]

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return tuple(_SEALS.values())[: 4 if self.with_hearts else 3]

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        assert isinstance(action, act.Seal)
        chosen = (*self.chosen, action.name)
        if len(chosen) < len(self.callers):
            return deal.with_phase(Sealing(self.callers, self.with_hearts, chosen))
        for seat, name in zip(self.callers, chosen, strict=True):
            deal = deal.with_call(seat, act.Bid(name))
        best = max(chosen)
        return PhaseOver(deal, AuctionWon(self.callers[chosen.index(best)], best))

    def why_not(self, deal: Deal, action: Action) -> RuleReason:
        named = isinstance(action, act.Seal) and action.name == contracts.HEARTS_GAME
        return RuleReason.CALL_SWITCHED_OFF if named else RuleReason.WRONG_PHASE


# The after-buy: a bidder takes the discards for a higher contract (rules/austrian.md V-11).
#
# The round has no state of its own: each question is derived from the calls.

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
    level = _FIRST_AFTER_BUY - 1 if name in contracts.NUMBERS else int(name)
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
    """Return the calls since the first contract, or since that of the last purchase (Q5)."""
    named = [n for n, call in enumerate(deal.calls) if isinstance(call.action, act.Declare)]
    return deal.calls[named[0 if is_final else -1] :]
