"""Reasons for a call: how the deal goes on in the weighed worlds."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.analysis.advice import Reason, ReasonKind
from bot.engine.actions import PASS, Action, Discard
from bot.engine.cards import ACE, SUIT_BITS, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.view import SeatView
from bot.robots.expert import card_reasons, opponent_models
from bot.robots.expert.continuation import DealEnd
from bot.robots.expert.option_weighing import CallOption, OptionTally
from bot.robots.worlds import World

MOST_CALL_REASONS: Final = 3  # reasons for one call
_ACES: Final = int(Hand.of(suit * 8 + ACE for suit in range(4)))
_LEAST_WORLDS: Final = 3  # worlds of a kind from which their mean is reported
_MOSTLY: Final = 2 / 3  # share of the worlds
_SAME: Final = 0.05  # points that read alike
_CONTRACT_REASONS: Final = (
    ReasonKind.MAKES,
    ReasonKind.DODGES,
    ReasonKind.STOPS,
    ReasonKind.STANDS,
    ReasonKind.CATCHES,
    ReasonKind.ESCAPES,
)


def reasons_for_call(
    view: SeatView,
    worlds: Sequence[World],
    tally: OptionTally,
    choice: Action,
    *,
    is_counted: bool = False,
) -> tuple[Reason, ...]:
    """Return the weightiest: consequences of the choice, and how often the next best is no better.

    ``is_counted``: the advice already gives how often the contract is made against the best
    defence.  The number against plain robots differs and would seem to contradict it.
    """
    looked = worlds[: len(tally.values[choice])]
    ended = _outcome_reasons(view.seat, tally.ends[choice], choice)
    found = (
        *_emptied_suits(view, choice),
        *(each for each in ended if not (is_counted and each.kind in _CONTRACT_REASONS)),
        *_talon_reason(view, looked, tally, choice),
        *_whisted_reason(view.seat, tally, choice),
        *_partner_ace_reason(view, looked, tally, choice),
    )
    told = [each for each in found if card_reasons.is_broad(each, len(tally.weights))]
    return (*told[: MOST_CALL_REASONS - 1], *_next_best_reason(tally, choice))


def _emptied_suits(view: SeatView, choice: Action) -> Iterator[Reason]:
    """Yield the suits that the discard empties."""
    if isinstance(choice, Discard):
        left = view.hand - Hand.of((choice.low, choice.high))
        for suit in sorted({choice.low >> 3, choice.high >> 3}):
            if not left.of_suit(suit):
                yield Reason(ReasonKind.EMPTY, suit=suit)


# how it ends -------------------------------------------------------------------------------


def _outcome_reasons(
    seat: Seat, ends: Sequence[DealEnd | None], choice: Action
) -> Iterator[Reason]:
    """Yield the outcome of the own contracts, else of the deals that a pass leads to."""
    known = [end for end in ends if end is not None]
    own = [end for end in known if _declarer(end) == seat]
    others = [end for end in known if _declarer(end) not in (-1, seat)]
    if own and choice != PASS:
        yield from _own_contract_reasons(own)
        return
    if passed := len(known) - len(own) - len(others):
        yield Reason(ReasonKind.PASSED, passed, len(known))
    if others:
        yield from _others_contract_reasons(seat, others, len(known))


def _declarer(end: DealEnd) -> Seat:
    return -1 if end.contract is None else end.contract.declarer


def _own_contract_reasons(ends: Sequence[DealEnd]) -> Iterator[Reason]:
    """Yield how often own contracts are made, miseres apart; the commonest kind first."""
    parts = []
    for is_misere, why in ((False, ReasonKind.MAKES), (True, ReasonKind.DODGES)):
        part = [end for end in ends if end.contract and end.contract.is_misere == is_misere]
        if part:
            parts.append(Reason(why, sum(map(is_contract_made, part)), len(part)))
    yield from sorted(parts, key=lambda part: -part.out_of)


def is_contract_made(end: DealEnd) -> bool:
    """Return True if the declarer makes the contract."""
    if end.contract is None or not end.won:
        return end.contract is not None
    taken = end.won[end.contract.declarer]
    return not taken if end.contract.is_misere else taken >= end.contract.level


def _others_contract_reasons(seat: Seat, ends: Sequence[DealEnd], known: int) -> Iterator[Reason]:
    """Yield the commonest declarer of others' contracts, how they usually end, own tricks."""
    declarers = [_declarer(end) for end in ends]
    commonest = max(sorted(set(declarers)), key=declarers.count)
    if len(ends) < known:
        yield Reason(ReasonKind.LEFT, declarers.count(commonest), known, commonest)
    for is_misere, beaten, made in (
        (False, ReasonKind.STOPS, ReasonKind.STANDS),
        (True, ReasonKind.CATCHES, ReasonKind.ESCAPES),
    ):
        part = [end for end in ends if end.contract and end.contract.is_misere == is_misere]
        times = sum(map(is_contract_made, part))
        if part:
            usual = made if 2 * times > len(part) else beaten
            yield Reason(usual, max(times, len(part) - times), len(part))
    yield from _own_tricks_reason(seat, [end for end in ends if end.won and end.contract])


def _own_tricks_reason(seat: Seat, ends: Sequence[DealEnd]) -> Iterator[Reason]:
    """Yield the tricks that the own seat takes in most worlds."""
    won = sorted((end.won[seat] for end in ends), reverse=True)
    tricks = won[int(_MOSTLY * len(won))] if won else 0
    if tricks:
        yield Reason(ReasonKind.TAKES, sum(each >= tricks for each in won), len(won), tricks=tricks)


# what it depends on ------------------------------------------------------------------------


def _talon_reason(
    view: SeatView, worlds: Sequence[World], tally: OptionTally, choice: Action
) -> Iterator[Reason]:
    """Yield the loss in worlds whose talon holds no card of the trump suit."""
    suit = _usual_trump(view, tally.ends[choice])
    if suit < 0 or view.stage is not Stage.AUCTION or view.table is None or view.table.talon:
        return
    poor = [not _talon(world) & SUIT_BITS[suit] for world in worlds]
    there = _mean_value(tally, choice, [n for n, is_poor in enumerate(poor) if is_poor])
    elsewhere = _mean_value(tally, choice, [n for n, is_poor in enumerate(poor) if not is_poor])
    if there is not None and elsewhere is not None and there < elsewhere - _SAME:
        held, of = sum(poor), len(poor)
        yield Reason(ReasonKind.TALON, held, of, suit=suit, value=there, value_otherwise=elsewhere)


def _usual_trump(view: SeatView, ends: Sequence[DealEnd | None]) -> int:
    """Return the commonest trump suit of own contracts; -1 where these are rare."""
    trumps = [end.contract.trump for end in ends if end and end.contract and _is_own(view, end)]
    if 2 * len(trumps) < len(ends):
        return -1
    return max(sorted(set(trumps)), key=trumps.count, default=-1)


def _is_own(view: SeatView, end: DealEnd) -> bool:
    return _declarer(end) == view.seat


def _talon(world: World) -> int:
    assert world.game.deal is not None
    return int(Hand.of(world.game.deal.talon))


def _mean_value(tally: OptionTally, choice: CallOption, worlds: Sequence[int]) -> float | None:
    """Return the mean value in these worlds; None if they are too few."""
    if len(worlds) < _LEAST_WORLDS:
        return None
    total = sum(tally.weights[n] for n in worlds)
    return sum(tally.values[choice][n] * tally.weights[n] for n in worlds) / (total or 1.0)


def _whisted_reason(seat: Seat, tally: OptionTally, choice: CallOption) -> Iterator[Reason]:
    """Yield the value of the own contract if the others always take part."""
    own = [end for end in tally.ends[choice] if end is not None and _declarer(end) == seat]
    rows, weights = tally.by_model[choice], tally.weights
    place = list(opponent_models.DefenderModel).index(opponent_models.DefenderModel.WHISTING)
    if 2 * len(own) < len(rows) or all(len(set(row)) == 1 for row in rows):
        return
    pairs = list(zip(rows, weights, strict=False))
    worth = sum(row[place] * weight for row, weight in pairs) / sum(w for _, w in pairs)
    yield Reason(ReasonKind.WHISTED, value=worth)


def _partner_ace_reason(
    view: SeatView, worlds: Sequence[World], tally: OptionTally, choice: Action
) -> Iterator[Reason]:
    """Yield how often the other defender has an ace, where that supports the choice."""
    table = view.table
    if view.stage is not Stage.DEFENCE or table is None or table.contract is None:
        return
    aside = (view.seat, table.contract.declarer)
    partner = next(seat for seat in table.seats if seat not in aside)
    if view.seat == table.contract.declarer or partner in dict(table.open_hands):
        return
    has_ace = [bool(_hand(world, partner) & _ACES) for world in worlds]
    there = _mean_value(tally, choice, [n for n, has in enumerate(has_ace) if has])
    elsewhere = _mean_value(tally, choice, [n for n, has in enumerate(has_ace) if not has])
    if there is not None and (elsewhere is None or there > elsewhere + _SAME):
        yield Reason(ReasonKind.ACE, sum(has_ace), len(worlds), partner)


def _hand(world: World, seat: Seat) -> int:
    assert world.game.deal is not None
    return int(world.game.deal.hands[seat])


# beside the others -------------------------------------------------------------------------


def _next_best_reason(tally: OptionTally, choice: Action) -> Iterator[Reason]:
    """Yield in how many worlds the next best option brings no more."""
    others = [option for option in tally.values if option != choice]
    if not others:
        return
    other = max(others, key=lambda option: (len(tally.values[option]), tally.mean(option)))
    pairs = list(zip(tally.values[choice], tally.values[other], strict=False))
    no_more = sum(theirs <= mine + _SAME for mine, theirs in pairs)
    yield Reason(ReasonKind.NO_MORE, no_more, len(pairs), action=other)
