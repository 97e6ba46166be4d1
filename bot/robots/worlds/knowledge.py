"""Knowledge from a view about the unseen cards: how many lie where, and which may lie there.

Every card played shows that its hand held none of the cards that the rules would have demanded
instead: suits and trumps, and higher cards where players must overtake.
"""

from typing import Final, NamedTuple

from bot.engine.cards import FULL, Card, Hand, Seat
from bot.engine.play import TrickPlay
from bot.engine.tricks import denied
from bot.engine.view import Table, View
from bot.robots.worlds.course import ACES, Course, course_of
from bot.robots.worlds.dealing import Place

ASIDE: Final = -1  # the place of the talon, later of the discard


class Unseen(NamedTuple):
    """The cards that this seat has not seen, and the places that hold them."""

    cards: int
    seats: tuple[Seat, ...]  # of the places, ASIDE among them
    places: tuple[Place, ...]


class Knowledge(NamedTuple):
    """All that a view tells: ``known`` cards in each hand now, and its ``played`` cards."""

    course: Course
    known: tuple[int, ...]
    played: tuple[int, ...]
    aside: int  # known cards that lie aside
    shown: tuple[Card, ...]  # the public talon cards, in order
    unseen: Unseen


def knowledge_of(view: View) -> Knowledge:
    """Return all that the view of an open deal tells."""
    table = view.table
    assert table is not None
    course = course_of(view)
    known = _known(view, table, course)
    played, lacking = _from_tricks(table, course.play)
    aside = _aside(view, table, course)
    cards = FULL & ~aside
    for seen in (*known, *played):
        cards &= ~seen
    may = _may(view, table, course, [cards & ~each for each in lacking])
    places = [(seat, table.counts[seat] - known[seat].bit_count()) for seat in table.seats]
    needs = [(seat, need) for seat, need in places if need]
    rest = cards.bit_count() - sum(need for _, need in needs)
    if rest:
        needs.append((ASIDE, rest))
    unseen = Unseen(
        cards,
        tuple(seat for seat, _ in needs),
        tuple(Place(need, may[seat]) for seat, need in needs),
    )
    return Knowledge(course, known, played, aside, table.talon, unseen)


def _known(view: View, table: Table, course: Course) -> tuple[int, ...]:
    known = [0] * len(table.counts)
    for seat, shown in table.open_hands:
        known[seat] = int(shown)
    if view.seat is not None:
        known[view.seat] = int(view.hand)
    if len(course.takers) == 1 and not course.laid:
        known[course.takers[0]] |= int(Hand.of(table.talon))
    return tuple(known)


def _aside(view: View, table: Table, course: Course) -> int:
    """Return the own discard, and the open talon until a player takes it."""
    own = int(Hand.of(view.discard))
    return own if course.takers else own | int(Hand.of(table.talon))


def _may(view: View, table: Table, course: Course, by_seat: list[int]) -> list[int]:
    """Return the unseen cards that each seat may hold, and last those that may lie aside."""
    talon = int(Hand.of(table.talon)) if course.takers else 0
    may = [cards if n in course.takers else cards & ~talon for n, cards in enumerate(by_seat)]
    aside = int(FULL)
    if course.has_no_aces:
        may[table.declared.declarer] &= ~ACES
        aside &= ~ACES if course.takers else FULL
    return [*may, aside]


def _from_tricks(table: Table, play: TrickPlay | None) -> tuple[tuple[int, ...], list[int]]:
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
            lacking[seat] |= denied(card, before, talon, play.trump, play.following, low)
            seat = _next(table, play, seat)
    return tuple(played), lacking


def _next(table: Table, play: TrickPlay, seat: Seat) -> Seat:
    following = table.seats[(table.seats.index(seat) + 1) % 3]
    if following != play.out:
        return following
    return table.seats[(table.seats.index(following) + 1) % 3]
