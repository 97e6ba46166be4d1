"""Summary of a closed deal for the store: points that each seat gave away and received."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.analysis.postmortem import DealRecord, JudgedCard, PlayKind, PostMortem, post_mortem
from bot.engine import cards, families, family, rules, trick_play
from bot.model.reviews import SeatReview, TurningPoint

DATUM_TABLES: Final = 8  # of robots, who play a deal again with the same deck


class Review(NamedTuple):
    """A reviewed deal, by seat; ``seats`` is empty if its cards never became public."""

    kind: PlayKind
    seats: tuple[SeatReview, ...]
    is_hidden: bool
    turning: TurningPoint | None = None  # None without a mistake


def review_deal(record: DealRecord, own: Sequence[bool]) -> Review:
    """Return the review of a recorded deal.

    ``own`` is by line of the record: True if the holder of the seat chose it.  A card
    that somebody else played for the holder counts among those of the others.
    """
    return summarize(record.rules, post_mortem(record), own)


def summarize(rules: rules.Rules, found: PostMortem, own: Sequence[bool]) -> Review:
    """Return the review of a deal whose post-mortem is known."""
    if not is_public(rules, found):
        return Review(found.kind, (), is_hidden=True)
    seats, ending = range(rules.players), families.ending_of(rules, found.result)
    return Review(
        found.kind,
        tuple(_summarize_seat(found, seat, ending, own) for seat in seats),
        is_hidden=False,
        turning=turning_point(found),
    )


def turning_point(found: PostMortem) -> TurningPoint | None:
    """Return the first of the cards that cost most; None if every card was among the best."""
    worst = max(found.cards, key=lambda card: card.cost, default=None)
    return TurningPoint(worst.card, worst.cost) if worst is not None and worst.cost > 0 else None


def is_public(rules: rules.Rules, deal: PostMortem) -> bool:
    """True if the played hands are public, by the rules or after the last trick.

    The hand of the seat that sat out is still unknown then, see ``revealed_hands``.
    """
    if rules.options.reveal_after_deal or deal.kind is PlayKind.UNPLAYED:
        return True
    return len(deal.result.tricks) == trick_play.TRICKS


def revealed_hands(rules: rules.Rules, deal: PostMortem) -> tuple[cards.Seat, ...]:
    """Return the seats whose hands may be shown if ``is_public``, forehand first."""
    is_open = rules.options.reveal_after_deal
    return tuple(seat for seat in deal.result.seats if is_open or seat != deal.out)


def _summarize_seat(
    deal: PostMortem, seat: cards.Seat, ending: family.ContractEnding, own: Sequence[bool]
) -> SeatReview:
    chosen = [card for card in deal.cards if _is_own(card, seat, own)]
    mistakes = [card for card in chosen if card.cost > 0]
    by_all_cards = sum(card.points[seat] for card in deal.cards)
    given = -sum(card.points[seat] for card in mistakes)
    contract = deal.result.contract
    declared = (
        contract is not None
        and contract.declarer == seat
        and ending is not family.ContractEnding.NEITHER
    )
    return SeatReview(
        declared=declared,
        fulfilled=declared and ending is family.ContractEnding.FULFILLED,
        worth=deal.best_tricks[seat],
        made=deal.result.won[seat],
        decisions=sum(card.choices > 1 for card in chosen),
        tricks_given=sum(card.cost for card in mistakes),
        par=deal.par[seat],
        given=given,
        received=by_all_cards + given,
        agreed=deal.earned[seat] - deal.par[seat] - by_all_cards,
        earned=deal.earned[seat],
    )


def _is_own(card: JudgedCard, seat: cards.Seat, own: Sequence[bool]) -> bool:
    return card.chooser == seat and card.record_line >= 0 and own[card.record_line]


def datum(results: Sequence[tuple[int, ...]]) -> tuple[float, ...]:
    """Return by seat the trimmed mean of what robots earned at several tables."""
    return tuple(trimmed_mean(by_seat) for by_seat in zip(*results, strict=True))


def trimmed_mean(values: Sequence[float]) -> float:
    """Return the mean without the smallest and the largest of at least three values."""
    return sum(sorted(values)[1:-1]) / (len(values) - 2)
