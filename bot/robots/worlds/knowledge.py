"""Knowledge from a view about the unseen cards: how many lie where, and which may lie there.

Every card played shows that its hand held none of the cards that the rules would have demanded
instead: suits and trumps, and higher cards where players must overtake.
"""

from typing import Final, NamedTuple

from bot.engine.cards import FULL, Card, Hand, Seat
from bot.engine.play import TrickPlay
from bot.engine.tricks import denied_cards
from bot.engine.view import DealView, View
from bot.robots.worlds.course import ACE_CARDS, ExchangeHistory, exchange_history
from bot.robots.worlds.dealing import HiddenPlace

ASIDE_PLACE: Final = -1  # the place of the talon, later of the discard


class UnseenCards(NamedTuple):
    """The cards that this seat has not seen, and the places that hold them."""

    cards: int
    seats: tuple[Seat, ...]  # of the places, ASIDE among them
    places: tuple[HiddenPlace, ...]


class ViewKnowledge(NamedTuple):
    """All that a view tells: ``known`` cards in each hand now, and its ``played`` cards."""

    course: ExchangeHistory
    known: tuple[int, ...]
    played: tuple[int, ...]
    aside: int  # known cards that lie aside
    shown: tuple[Card, ...]  # the public talon cards, in order
    unseen: UnseenCards


def knowledge_of(view: View) -> ViewKnowledge:
    """Return all that the view of an open deal tells."""
    table = view.table
    assert table is not None
    course = exchange_history(view)
    known = _known_cards(view, table, course)
    played, lacking = _played_and_denied(table, course.play)
    aside = _known_aside(view, table, course)
    cards = FULL & ~aside
    for seen in (*known, *played):
        cards &= ~seen
    may = _possible_by_place(view, table, course, [cards & ~each for each in lacking])
    places = [(seat, table.counts[seat] - known[seat].bit_count()) for seat in table.seats]
    needs = [(seat, need) for seat, need in places if need]
    rest = cards.bit_count() - sum(need for _, need in needs)
    if rest:
        needs.append((ASIDE_PLACE, rest))
    unseen = UnseenCards(
        cards,
        tuple(seat for seat, _ in needs),
        tuple(HiddenPlace(need, may[seat]) for seat, need in needs),
    )
    return ViewKnowledge(course, known, played, aside, table.talon, unseen)


def _known_cards(view: View, table: DealView, course: ExchangeHistory) -> tuple[int, ...]:
    known = [0] * len(table.counts)
    for seat, shown in table.open_hands:
        known[seat] = int(shown)
    if view.seat is not None:
        known[view.seat] = int(view.hand)
    if len(course.takers) == 1 and not course.laid:
        known[course.takers[0]] |= int(Hand.of(table.talon))
    return tuple(known)


def _known_aside(view: View, table: DealView, course: ExchangeHistory) -> int:
    """Return the own discard, and the open talon until a player takes it."""
    own = int(Hand.of(view.discard))
    return own if course.takers else own | int(Hand.of(table.talon))


def _possible_by_place(
    view: View, table: DealView, course: ExchangeHistory, by_seat: list[int]
) -> list[int]:
    """Return the unseen cards that each seat may hold, and last those that may lie aside."""
    talon = int(Hand.of(table.talon)) if course.takers else 0
    may = [cards if n in course.takers else cards & ~talon for n, cards in enumerate(by_seat)]
    aside = int(FULL)
    if course.has_no_aces:
        may[table.declared_contract.declarer] &= ~ACE_CARDS
        aside &= ~ACE_CARDS if course.takers else FULL
    return [*may, aside]


def _played_and_denied(
    table: DealView, play: TrickPlay | None
) -> tuple[tuple[int, ...], list[int]]:
    """Return, by seat, the cards played and the cards it is shown not to hold."""
    played, lacking = [0] * len(table.counts), [0] * len(table.counts)
    if play is None:
        return tuple(played), lacking
    declarer = -1 if table.contract is None else table.contract.declarer
    shown = [(trick.leader, trick.cards, trick.talon) for trick in table.tricks]
    if table.trick:
        shown.append((table.leader, table.trick, table.talon_lead))
    for leader, cards, talon in shown:
        seat = leader
        for place, card in enumerate(cards):
            played[seat] |= 1 << card
            low = seat == play.bound and leader == declarer
            before = cards[:place]
            lacking[seat] |= denied_cards(card, before, talon, play.trump, play.following, low)
            seat = _next_seat(table, play, seat)
    return tuple(played), lacking


def _next_seat(table: DealView, play: TrickPlay, seat: Seat) -> Seat:
    following = table.seats[(table.seats.index(seat) + 1) % 3]
    if following != play.out:
        return following
    return table.seats[(table.seats.index(following) + 1) % 3]
