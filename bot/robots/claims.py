"""Answers to a proposed split of the tricks left: yes only when no more can be had.

The reasoning is exact and simple: tricks the proposer is sure of by the cards he has shown, and
tricks nobody can take from a seat that wants them.
"""

from enum import Enum
from typing import assert_never

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import FULL, SUIT_BITS, Card, Hand, Seat
from bot.engine.deal import Offer
from bot.engine.view import Table, View
from bot.robots.sight import higher


class Aim(Enum):
    """What a seat wants of the tricks."""

    MAKE = "make"
    DEFEND = "defend"
    DODGE = "dodge"
    CATCH = "catch"
    AVOID = "avoid"


def aim_of(table: Table, seat: Seat) -> Aim:
    contract = table.contract
    if contract is None:
        return Aim.AVOID
    own = contract.declarer == seat
    if contract.is_misere:
        return Aim.DODGE if own else Aim.CATCH
    return Aim.MAKE if own else Aim.DEFEND


def answer(view: View, most: int = 10) -> Action:
    """``most`` tricks count against a declarer: his own in a contract without, else the others'."""
    table, seat = view.table, view.seat
    assert table is not None
    assert table.offer is not None
    assert seat is not None
    return act.ACCEPT if _is_fair(view, table, seat, table.offer, most) else act.REFUSE


def _is_fair(view: View, table: Table, seat: Seat, offer: Offer, most: int) -> bool:
    given = dict(zip(table.seats, offer.tricks, strict=True))
    left = sum(offer.tricks)
    aim = aim_of(table, seat)
    match aim:
        case Aim.AVOID | Aim.DODGE:
            return given[seat] == 0
        case Aim.MAKE:
            return given[seat] >= left - _sure_of(view, table, offer.seat)
        case Aim.DEFEND:
            return _is_fair_to_defence(view, table, seat, given, most)
        case Aim.CATCH:
            declarer = table.declared.declarer
            return given[declarer] >= min(left, most) or (
                given[declarer] == 0 and cannot_be_caught(view, table, declarer)
            )
        case _:
            assert_never(aim)


def _is_fair_to_defence(
    view: View, table: Table, seat: Seat, given: dict[Seat, int], most: int
) -> bool:
    """Together as much as the declarer cannot keep; alone, when the partner proposes."""
    assert table.offer is not None
    declarer = table.declared.declarer
    left = sum(given.values())
    taken = sum(table.won[other] for other in table.seats if other != declarer)
    wanted = min(left - _sure_of(view, table, declarer), max(0, most - taken))
    partner = next(other for other in table.seats if other not in (seat, declarer))
    by_himself = table.roles[partner] == table.roles[seat]
    if by_himself and table.offer.seat == partner:
        return given[seat] >= wanted
    own = _sure_tricks_of(view, table, view.hand, seat) if by_himself else 0
    return left - given[declarer] >= wanted and given[seat] >= min(own, wanted)


def _sure_of(view: View, table: Table, seat: Seat) -> int:
    """Tricks of a shown hand that nobody can take; 0 of a hidden one."""
    hands = dict(table.open_hands)
    return _sure_tricks_of(view, table, hands[seat], seat) if seat in hands else 0


def _sure_tricks_of(view: View, table: Table, hand: Hand, seat: Seat) -> int:
    """Tricks of a seat's hand whatever the others hold."""
    if table.contract is None:
        return 0
    gone = int(Hand.of(card for trick in table.tricks for card in trick.cards))
    others = FULL & ~gone & ~hand & ~Hand.of(view.discard)
    return sure_tricks(hand, others, table.contract.trump, table.turn == seat)


def sure_tricks(hand: int, others: int, trump: int, leads: bool) -> int:
    """Tricks of a hand whatever the others hold of these cards."""
    run = _run(hand, others, trump) if trump >= 0 else 0
    if not leads:
        return run
    theirs = (others & SUIT_BITS[trump]).bit_count() if trump >= 0 else 0
    if run < theirs:
        return run  # the others may be left with a trump
    own = (hand & SUIT_BITS[trump]).bit_count() if trump >= 0 else 0
    side = sum(_long_run(hand, others, suit) for suit in range(4) if suit != trump)
    return max(run, own) + side if trump >= 0 else side


def _run(hand: int, others: int, suit: int) -> int:
    """The cards of a suit above all that the others may hold of it."""
    cards = Hand(hand & SUIT_BITS[suit])
    return sum(not others & higher(card) for card in cards)


def _long_run(hand: int, others: int, suit: int) -> int:
    """The same, and the whole suit when the top cards exhaust the others."""
    run = _run(hand, others, suit)
    gone = run >= (others & SUIT_BITS[suit]).bit_count()
    return (hand & SUIT_BITS[suit]).bit_count() if gone else run


def cannot_be_caught(view: View, table: Table, declarer: Seat) -> bool:
    """Both catchers know every card but the two laid away: no order of play catches."""
    if table.turn == declarer or len(table.open_hands) < 2:
        return False
    catchers = 0
    for _, hand in table.open_hands:
        catchers |= hand
    gone = int(Hand.of(card for trick in table.tricks for card in trick.cards))
    theirs = FULL & ~gone & ~catchers & ~Hand.of(view.discard)
    unknown = theirs.bit_count() - table.counts[declarer]
    return all(_is_covered(theirs, catchers, suit, unknown) for suit in range(4))


def _is_covered(theirs: int, catchers: int, suit: int, unknown: int) -> bool:
    """Under each card of the declarer lie no more cards than rounds he has cards below it."""
    for place, card in enumerate(Hand(theirs & SUIT_BITS[suit])):
        if (catchers & _under(card)).bit_count() > max(0, place - unknown):
            return False
    return True


def _under(card: Card) -> int:
    return SUIT_BITS[card >> 3] & ((1 << card) - 1)
