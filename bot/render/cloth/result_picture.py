"""A scored deal as a picture: the hands as dealt and what everybody wrote, large."""

from collections.abc import Iterator
from typing import Final

from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Role
from bot.engine.view import ResultView, SpectatorView
from bot.model import enums, postings
from bot.render.cloth import pieces
from bot.render.formatting import format_signed, sorted_cards
from bot.render.screen_data import TableData
from bot.render.shapes import Box, ClothInk, Picture, Plate, Shape
from bot.render.sheet.deal_results import DealVerdict, scored_headline, verdict_line
from bot.render.words import TableWords

_HEAD: Final = Box(60, 18, pieces.WIDTH - 60, 68)
_TOP: Final = 82
_ROW: Final = pieces.SMALL_CARD[1] + 11
_CARDS_RIGHT: Final = 442
_STEP: Final = 40
_FOOT: Final = 46
_DEBTS: Final = frozenset({"mountain"})  # accounts one wants to be small
_NOT_SHOWN: Final = (Role.NONE, Role.ALONE, Role.DUMMY)


def result_picture(
    view: SpectatorView,
    facts: TableData,
    words: TableWords,
    cloth: enums.Cloth,
    alt: str,
    verdict: DealVerdict | None = None,
) -> Picture:
    """Return the picture of the last scored deal; its cards only where the rules show them."""
    scored = view.last
    if scored is None:
        return pieces.cloth_picture(_TOP, (), cloth, alt)
    shapes = list(_headline(scored, view, words))
    top = _TOP
    for seat in _in_order(scored):
        shapes += _seat_row(scored, seat, facts, words, top)
        top += _ROW
    shapes += _rest_row(scored, facts, words, top)
    top += _ROW if scored.reveal is not None or len(scored.roles) == 4 else 0
    said = "" if verdict is None else verdict_line(scored, verdict, facts, words)
    if said:
        bare = said.removeprefix("🔍 ")  # the font has no such sign
        shapes += pieces.paragraph(
            Box(pieces.EDGE, top, pieces.WIDTH - pieces.EDGE, top + _FOOT), bare, 19, words
        )
        top += _FOOT
    return pieces.cloth_picture(top + 12, shapes, cloth, alt)


def _headline(scored: ResultView, view: SpectatorView, words: TableWords) -> Iterator[Shape]:
    yield Plate(_HEAD, corner=_HEAD.height // 2)
    inside = _HEAD._replace(left=_HEAD.left + 24, right=_HEAD.right - 24)
    text = scored_headline(view.rules, scored, words)
    yield from pieces.line(inside, text, 27, words, is_bold=True, side=0.5)


def _in_order(scored: ResultView) -> list[Seat]:
    """Return the seats that played, the declarer first."""
    first = 0 if scored.contract is None else scored.seats.index(scored.contract.declarer)
    return [scored.seats[(first + step) % 3] for step in range(3)]


def _seat_row(
    scored: ResultView, seat: Seat, facts: TableData, words: TableWords, top: int
) -> Iterator[Shape]:
    """Yield a hand as dealt and, beside it, its player's entries."""
    hand = Hand(0) if scored.reveal is None else scored.reveal.dealt[seat]
    row = Box(pieces.EDGE, top, _CARDS_RIGHT, top + pieces.SMALL_CARD[1])
    yield from pieces.fan(
        row, sorted_cards(hand), pieces.look_of(words), pieces.SMALL_CARD, side=0, step=_STEP
    )
    left = _CARDS_RIGHT + 12 if hand else pieces.EDGE
    yield from _entries(
        scored, seat, facts, words, row._replace(left=left, right=pieces.WIDTH - pieces.EDGE)
    )


def _entries(
    scored: ResultView, seat: Seat, facts: TableData, words: TableWords, box: Box
) -> Iterator[Shape]:
    """Yield a plate with the name, the tricks, and what the player wrote."""
    is_declarer = scored.contract is not None and scored.contract.declarer == seat
    yield Plate(box, ClothInk.PLATE, ClothInk.GOLD if is_declarer else None)
    inside = Box(box.left + 13, box.top + 5, box.right - 12, box.bottom - 5)
    upper = inside._replace(bottom=inside.top + 32)
    role = scored.roles[seat]
    said = "" if role in _NOT_SHOWN else words.say(f"role.{role}")
    tricks = str(scored.won[seat]) if scored.tricks and role != Role.RESTING else ""
    told = " · ".join(part for part in (said, tricks) if part)
    room = min(110, pieces.line_width(pieces.line_parts(told, words), 18, False) + 4) if told else 0
    yield from pieces.line(
        upper._replace(left=upper.right - room), told, 18, words, ClothInk.SOFT, side=1.0
    )
    upper = upper._replace(right=upper.right - room - 8)
    yield pieces.write(upper, pieces.name_of(facts, seat, words), 23, is_bold=True, smallest=19)
    yield from _amounts(scored, seat, facts, words, inside._replace(top=upper.bottom))


def _amounts(
    scored: ResultView, seat: Seat, facts: TableData, words: TableWords, box: Box
) -> Iterator[Shape]:
    """Yield "+6 pool  +4 whists", each with its sign and the number large."""
    written = _written(scored, seat, facts, words)
    if not written:
        yield pieces.write(box, "–", 26, ClothInk.SOFT)
        return
    size = 31
    while size > 18 and _amounts_width(written, size) > box.width:
        size -= 1
    numbers = sum(pieces.line_width([number], size, True) + _BESIDE for _, number, _ in written)
    room, left = max(24, (box.width - numbers) // len(written)), box.left
    for ink, number, label in written:
        wide = pieces.line_width([number], size, True)
        yield pieces.write(
            box._replace(left=left, right=left + wide), number, size, ink, is_bold=True
        )
        left += wide + 5
        small = _label_width(label, size)
        if _amounts_width(written, size) > box.width:
            small = min(small, room)
        if label:
            place = Box(left, box.top + 4, min(box.right, left + small), box.bottom)
            yield pieces.write(place, label, _label_size(size), ClothInk.SOFT, smallest=13)
        left += small + _BESIDE - 5


_BESIDE: Final = 19  # pixels around a number


def _label_size(size: int) -> int:
    return max(16, size * 2 // 3)


def _label_width(label: str, size: int) -> int:
    return pieces.line_width([label], _label_size(size), False) if label else 0


def _amounts_width(written: list[tuple[ClothInk, str, str]], size: int) -> int:
    return sum(
        pieces.line_width([number], size, True) + _BESIDE + _label_width(label, size)
        for _, number, label in written
    )


def _written(
    scored: ResultView, seat: Seat, facts: TableData, words: TableWords
) -> list[tuple[ClothInk, str, str]]:
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


def _label(posting: postings.Posting, facts: TableData, words: TableWords) -> str:
    """Return the name of an account; of one against each opponent without a name, who pays."""
    for key in (f"column.{posting.account}", f"paper.{posting.account}"):
        if words.has_key(key):
            return words.say(key)
    return "" if posting.against is None else pieces.name_of(facts, posting.against, words)


def _rest_row(scored: ResultView, facts: TableData, words: TableWords, top: int) -> Iterator[Shape]:
    """Yield talon and discard, and beside them the entries of a resting dealer."""
    if scored.reveal is not None:
        left = pieces.EDGE
        for key, cards in (("talon", scored.reveal.talon), ("discard", scored.reveal.discard)):
            yield from _aside(
                Box(left, top, left + 198, top + pieces.SMALL_CARD[1]), key, cards, words
            )
            left += 200
    for seat, role in enumerate(scored.roles):
        if role == Role.RESTING and seat < len(facts.seats):
            left = pieces.EDGE if scored.reveal is None else _CARDS_RIGHT + 12
            yield from _entries(
                scored,
                seat,
                facts,
                words,
                Box(left, top, pieces.WIDTH - pieces.EDGE, top + pieces.SMALL_CARD[1]),
            )


def _aside(box: Box, key: str, cards: tuple[Card, ...], words: TableWords) -> Iterator[Shape]:
    """Yield "talon" or "discard" with its cards."""
    if cards:
        word = words.say(f"diagram.{key}")
        yield from pieces.paragraph(
            box._replace(right=box.left + 94), word, 18, words, ClothInk.SOFT
        )
        row = box._replace(left=box.left + 98)
        yield from pieces.fan(row, cards, pieces.look_of(words), pieces.SMALL_CARD, side=0, step=41)
