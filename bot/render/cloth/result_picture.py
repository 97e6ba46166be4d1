"""A scored deal as a picture: the hands as dealt and what everybody wrote, large.

Above them stand the marks that pass to the next deal, below them the talon, and what best play
would have brought with the card where the deal turned.  Where the tricks left were shared, the
cards that were played are dim, so that those which prove the claim stand out.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Role
from bot.engine.trick_play import TRICKS
from bot.engine.view import ResultView, SpectatorView
from bot.model import enums
from bot.render import deal_results
from bot.render.cloth import pieces
from bot.render.cloth.scene import hat_sign, mark_signs
from bot.render.formatting import format_signed, sorted_cards
from bot.render.screen_data import TableData
from bot.render.shapes import Box, ClothInk, IconName, Picture, Plate, Shape
from bot.render.words import TableWords

_HEAD: Final = Box(20, 18, pieces.WIDTH - 20, 68)
_SECOND_LINE: Final = 28  # pixels of a long headline
_GAP: Final = 14  # pixels below the headline
_MARKS: Final = 30  # pixels of the line of marks
_ROW: Final = pieces.SMALL_CARD[1] + 11
_CARDS_RIGHT: Final = 424
_STEP: Final = 38
_FOOT: Final = 33  # pixels of a line below
_BOTTOM: Final = 17
_DEBTS: Final = frozenset({"mountain"})  # accounts one wants to be small


def result_picture(
    view: SpectatorView,
    facts: TableData,
    words: TableWords,
    cloth: enums.Cloth,
    alt: str,
    verdict: deal_results.DealVerdict | None = None,
) -> Picture:
    """Return the picture of the last scored deal; its cards only where the rules show them."""
    scored = view.last
    if scored is None:
        return pieces.cloth_picture(_HEAD.bottom, (), cloth, alt)
    deal = _Deal(scored, view, facts, words)
    shapes = list(_headline(scored, view, words))
    top = shapes[0].box.bottom + _GAP if isinstance(shapes[0], Plate) else _HEAD.bottom
    if view.table is None and view.to_act is not None:  # else they are those of another deal
        marks = list(mark_signs(view, top - 6))
        shapes += marks
        top += _MARKS if marks else 0
    for seat in _in_order(scored):
        shapes += _seat_row(deal, seat, top)
        top += _ROW
    shapes += _rest_row(deal, top)
    top += _ROW if scored.reveal is not None or len(scored.roles) == 4 else 0
    for said in () if verdict is None else _findings(deal, verdict):
        foot = Box(pieces.EDGE, top, pieces.WIDTH - pieces.EDGE, top + _FOOT)
        rows = pieces.rows_of(foot, said, pieces.SMALL, words)
        foot = foot._replace(bottom=top + rows * _FOOT)
        shapes += pieces.paragraph(foot, said, pieces.SMALL, words)
        top = foot.bottom
    return pieces.cloth_picture(top + _BOTTOM, shapes, cloth, alt)


class _Deal(NamedTuple):
    scored: ResultView
    view: SpectatorView
    facts: TableData
    words: TableWords


def _findings(deal: _Deal, verdict: deal_results.DealVerdict) -> Iterator[str]:
    """Yield best play, and the card that cost most, as far as they are known."""
    scored, _, facts, words = deal
    said = (
        deal_results.verdict_line(scored, verdict, facts, words),
        deal_results.turning_line(scored, verdict, facts, words),
    )
    yield from (line.removeprefix("🔍 ") for line in said if line)  # the font has no such sign


def _headline(scored: ResultView, view: SpectatorView, words: TableWords) -> Iterator[Shape]:
    text = deal_results.scored_headline(view.rules, scored, words)
    parts, room = pieces.line_parts(text, words), _HEAD.width - 44
    is_long = pieces.line_width(parts, pieces.SMALL, True) > room
    head = _HEAD._replace(bottom=_HEAD.bottom + (_SECOND_LINE if is_long else 0))
    yield Plate(head, corner=_HEAD.height // 2)
    inside = head._replace(left=head.left + 22, right=head.right - 22)
    if is_long:
        yield from pieces.paragraph(inside, text, pieces.SMALL, words, is_bold=True)
    else:
        yield from pieces.line(inside, text, 31, words, is_bold=True, side=0.5)


def _in_order(scored: ResultView) -> list[Seat]:
    """Return the seats that played, the declarer first."""
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    return [scored.seats[(first + step) % 3] for step in range(3)]


def _seat_row(deal: _Deal, seat: Seat, top: int) -> Iterator[Shape]:
    """Yield a hand as dealt and, beside it, its player's entries."""
    scored, look = deal.scored, pieces.look_of(deal.words)
    hand = Hand(0) if scored.reveal is None else scored.reveal.dealt[seat]
    row = Box(pieces.EDGE, top, _CARDS_RIGHT, top + pieces.SMALL_CARD[1])
    yield from pieces.fan(
        row, sorted_cards(hand), look, pieces.SMALL_CARD, dimmed=_gone(scored), side=0, step=_STEP
    )
    left = _CARDS_RIGHT + 12 if hand else pieces.EDGE
    yield from _entries(deal, seat, row._replace(left=left, right=pieces.WIDTH - pieces.EDGE))


def _gone(scored: ResultView) -> frozenset[Card]:
    """Return the cards that were played or laid away before the tricks left were shared."""
    if not 0 < len(scored.tricks) < TRICKS or scored.reveal is None:
        return frozenset()
    played = {card for trick in scored.tricks for card in trick.cards}
    return frozenset(played.union(scored.reveal.discard))


def _entries(deal: _Deal, seat: Seat, box: Box) -> Iterator[Shape]:
    """Yield a plate with the name, the tricks, and what the player wrote.

    The edge of the declarer's is golden; the headline says what they undertook.
    """
    scored, view, facts, words = deal
    is_declarer = scored.contract is not None and scored.contract.declarer == seat
    yield Plate(box, ClothInk.PLATE, ClothInk.GOLD if is_declarer else None)
    inside = Box(box.left + 12, box.top + 4, box.right - 12, box.bottom - 4)
    upper = inside._replace(bottom=inside.top + 34)
    name = upper
    if scored.tricks and scored.roles[seat] != Role.RESTING:
        tricks = str(scored.won[seat])
        yield pieces.write(upper, tricks, pieces.SMALL, ClothInk.SOFT, is_bold=True, side=1.0)
        edge = upper.right - pieces.line_width([tricks], pieces.SMALL, True) - 5
        yield from pieces.icons([IconName.TRICK], edge, upper.middle[1], 24, ClothInk.SOFT)
        name = upper._replace(right=edge - 32)
    signs = hat_sign(view, seat)
    yield from pieces.icons(signs, name.right, upper.middle[1], 26, ClothInk.GOLD)
    name = name._replace(right=name.right - 32 * len(signs))
    yield pieces.write(name, pieces.name_of(facts, seat, words), pieces.SMALL, is_bold=True)
    yield from _amounts(_written(scored, seat, facts, words), inside._replace(top=upper.bottom))


_Written = tuple[ClothInk, str, str]  # its ink, the number, and its label


def _amounts(written: Sequence[_Written], box: Box) -> Iterator[Shape]:
    """Yield "+6 pool  +4 whists" large; more than fit in a row stand in two, as even as can be."""
    if not written:
        yield pieces.write(box, "–", 26, ClothInk.SOFT)
        return
    if _amounts_width(written, pieces.SMALL) <= box.width:
        yield from _amounts_row(written, box, 33)
        return
    first = min(
        range(len(written), 0, -1),
        key=lambda count: max(
            _amounts_width(part, pieces.SMALLEST) for part in (written[:count], written[count:])
        ),
    )
    box = box._replace(top=box.top - 2, bottom=box.bottom + 2)
    middle = box.top + box.height // 2
    yield from _amounts_row(written[:first], box._replace(bottom=middle), pieces.SMALLEST)
    yield from _amounts_row(written[first:], box._replace(top=middle), pieces.SMALLEST)


def _amounts_row(written: Sequence[_Written], box: Box, size: int) -> Iterator[Shape]:
    """Yield the numbers, each with its label, as large as there is room for."""
    while size > pieces.SMALLEST and _amounts_width(written, size) > box.width:
        size -= 1
    numbers = sum(pieces.line_width([number], size, True) + _BESIDE for _, number, _ in written)
    room, left = max(24, (box.width - numbers) // max(1, len(written))), box.left
    for ink, number, label in written:
        wide = pieces.line_width([number], size, True)
        yield pieces.write(
            box._replace(left=left, right=left + wide), number, size, ink, is_bold=True
        )
        left += wide + 5
        small = pieces.line_width([label], pieces.SMALLEST, False) if label else 0
        if _amounts_width(written, size) > box.width:
            small = min(small, room)
        if label:
            place = Box(left, box.top, min(box.right, left + small), box.bottom)
            yield pieces.write(place, label, pieces.SMALLEST, ClothInk.SOFT, smallest=22)
        left += small + _BETWEEN


_BETWEEN: Final = 12  # pixels from a label to the next number
_BESIDE: Final = 5 + _BETWEEN  # pixels around a number


def _amounts_width(written: Sequence[_Written], size: int) -> int:
    widths = [
        pieces.line_width([number], size, True)
        + _BESIDE
        + (pieces.line_width([label], pieces.SMALLEST, False) if label else 0)
        for _, number, label in written
    ]
    return max(0, sum(widths) - _BETWEEN)


def _written(scored: ResultView, seat: Seat, facts: TableData, words: TableWords) -> list[_Written]:
    """Return the sums that a seat wrote with their labels: the account, or the payer's name."""
    sums: dict[tuple[str, str], int] = {}
    for posting in scored.postings:
        if posting.seat == seat:
            key = (posting.account, _label(posting, facts, words))
            sums[key] = sums.get(key, 0) + posting.amount
    found = []
    for (account, label), amount in sums.items():
        if amount:
            is_bad = (amount > 0) == (account in _DEBTS)
            ink = ClothInk.RED if is_bad else ClothInk.GREEN
            found.append((ink, format_signed(amount), label))
    return found


def _label(posting: enums.Posting, facts: TableData, words: TableWords) -> str:
    """Return the name of an account; of one against each opponent without a name, who pays."""
    for key in (f"column.{posting.account}", f"paper.{posting.account}"):
        if words.has_key(key):
            return words.say(key)
    return "" if posting.against is None else pieces.name_of(facts, posting.against, words)


def _rest_row(deal: _Deal, top: int) -> Iterator[Shape]:
    """Yield talon and discard, and beside them the entries of a resting dealer."""
    scored, bottom = deal.scored, top + pieces.SMALL_CARD[1]
    if scored.reveal is not None:
        left = pieces.EDGE
        for key, cards in (("talon", scored.reveal.talon), ("discard", scored.reveal.discard)):
            yield from _aside(Box(left, top, left + 198, bottom), key, cards, deal.words)
            left += 199
    for seat, role in enumerate(scored.roles):
        if role == Role.RESTING and seat < len(deal.facts.seats):
            left = pieces.EDGE if scored.reveal is None else _CARDS_RIGHT + 12
            yield from _entries(deal, seat, Box(left, top, pieces.WIDTH - pieces.EDGE, bottom))


def _aside(box: Box, key: str, cards: tuple[Card, ...], words: TableWords) -> Iterator[Shape]:
    """Yield "talon" or "discard" with its cards."""
    if cards:
        word = words.say(f"diagram.{key}")
        head = box._replace(left=box.left + 2, right=box.left + 96)
        yield pieces.write(head, word, pieces.SMALLEST, ClothInk.SOFT, side=1.0, smallest=22)
        row = box._replace(left=box.left + 101)
        yield from pieces.fan(row, cards, pieces.look_of(words), pieces.SMALL_CARD, side=0, step=38)
