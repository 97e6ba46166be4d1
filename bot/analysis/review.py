"""Summary of a closed deal for the store: points that each seat gave away and received."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.analysis.postmortem import Judged, Kind, PostMortem, Record, post_mortem
from bot.engine.cards import Seat
from bot.engine.families import ending_of
from bot.engine.family import Ending
from bot.engine.play import TRICKS
from bot.engine.rules import Rules


class SeatSum(NamedTuple):
    """One seat.  Points are settlement units: earned = par - given + received + agreed."""

    seat: Seat
    declared: bool
    fulfilled: bool
    worth: int  # tricks by best play of all
    made: int
    decisions: int  # own cards where there was a choice
    tricks_given: int
    par: int
    given: int  # by own cards that cost tricks
    received: int  # by all other cards
    agreed: int  # by a claim
    earned: int


class Review(NamedTuple):
    """A reviewed deal; ``seats`` is empty if its cards never became public."""

    kind: Kind
    seats: tuple[SeatSum, ...]
    is_hidden: bool


def review(record: Record, own: Sequence[bool]) -> Review:
    """Return the review of a recorded deal; ``own``: lines chosen by the seat's holder.

    A card that somebody else played for the holder counts among those of the others.
    """
    return reviewed(record.rules, post_mortem(record), own)


def reviewed(rules: Rules, found: PostMortem, own: Sequence[bool]) -> Review:
    """Return the review of a deal whose post-mortem is known."""
    if not known_to_all(rules, found):
        return Review(found.kind, (), is_hidden=True)
    seats, ending = range(rules.players), ending_of(rules, found.result)
    return Review(
        found.kind, tuple(_sum(found, seat, ending, own) for seat in seats), is_hidden=False
    )


def known_to_all(rules: Rules, deal: PostMortem) -> bool:
    """True if the played hands are public, by the rules or after the last trick.

    A hand that took no part is still unknown then, see ``shown_hands``.
    """
    if rules.options.reveal_after_deal or deal.kind is Kind.UNPLAYED:
        return True
    return len(deal.result.tricks) == TRICKS


def shown_hands(rules: Rules, deal: PostMortem) -> tuple[Seat, ...]:
    """Return the seats whose hands may be shown if ``known_to_all``, forehand first."""
    is_open = rules.options.reveal_after_deal
    return tuple(seat for seat in deal.result.seats if is_open or seat != deal.out)


def _sum(deal: PostMortem, seat: Seat, ending: Ending, own: Sequence[bool]) -> SeatSum:
    chosen = [card for card in deal.cards if _is_own(card, seat, own)]
    mistakes = [card for card in chosen if card.given > 0]
    changed = sum(card.points[seat] for card in deal.cards)
    given = -sum(card.points[seat] for card in mistakes)
    contract = deal.result.contract
    declared = contract is not None and contract.declarer == seat and ending is not Ending.NEITHER
    return SeatSum(
        seat=seat,
        declared=declared,
        fulfilled=declared and ending is Ending.FULFILLED,
        worth=deal.worth[seat],
        made=deal.result.won[seat],
        decisions=sum(card.choices > 1 for card in chosen),
        tricks_given=sum(card.given for card in mistakes),
        par=deal.par[seat],
        given=given,
        received=changed + given,
        agreed=deal.earned[seat] - deal.par[seat] - changed,
        earned=deal.earned[seat],
    )


def _is_own(card: Judged, seat: Seat, own: Sequence[bool]) -> bool:
    return card.by == seat and card.line >= 0 and own[card.line]
