"""The table during a deal, as the public picture and a hand show it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Call, Role, Stage, Trick, player_seats
from bot.engine.view import DealView, SpectatorView, View
from bot.model.enums import Cloth, Status
from bot.model.values import Record
from bot.render import formatting, screen_data
from bot.render.cloth import pieces
from bot.render.cloth.seating import BACKS, CHIP, Seating, SeatPlace, table_seating
from bot.render.families import presenter_of
from bot.render.paper.picture_text import width_of
from bot.render.shapes import (
    Box,
    CardBack,
    CardFace,
    CardState,
    ClothInk,
    Icon,
    IconName,
    Oval,
    Picture,
    Plate,
    Shape,
)
from bot.render.words import TableWords

BADGE: Final = Box(262, 14, 458, 84)
_ROLES_NOT_SHOWN: Final = (Role.NONE, Role.DUMMY, Role.ALONE)
_IDLE_ROLES: Final = (Role.RESTING, Role.PASSER, Role.DROPPED)
_BACK_STEP: Final = 12
_NAME_SIZE: Final = 28
_NUMBER_SIZE: Final = 36
_LEAST_CONTRACT: Final = 29  # of a contract in one line; a longer one takes two
_THIRD_LINE: Final = 28  # pixels of one more line of a contract
_LEAST_ROLE: Final = 22  # and of a call
_CAPTION: Final = 26  # height of the line above the last trick or the talon
_SIGN: Final = 26
_NEXT_SIGN: Final = _SIGN + 6  # pixels from a sign to the next
_TALKING: Final = (Stage.CLAIM, Stage.NEGOTIATION)


class Scene(Record):
    """A table in a picture.

    ``own`` is the seat whose hand is drawn below, ``played`` one whose open hand is drawn there
    because ``own`` plays it; -1 for none.
    """

    view: View
    facts: screen_data.TableData
    words: TableWords
    seating: Seating
    own: Seat = -1
    played: Seat = -1

    def name(self, seat: Seat) -> str:
        return pieces.name_of(self.facts, seat, self.words)


def scene_shapes(scene: Scene) -> Iterator[Shape]:
    """Yield everything but the own hand, from back to front."""
    yield _oval(scene.seating)
    table = scene.view.table
    if table is None:
        yield from _between_deals(scene)
        return
    yield from badge(scene, table)
    for seat, place in scene.seating.places.items():
        hand = _open_hand(table, seat)
        place = place.when_open if hand and seat != scene.own else place
        yield from seat_plate(scene, table, seat, place)
        if seat not in (scene.own, scene.played):
            yield from _held_cards(scene, table, seat, place, hand)
    if scene.view.stage is Stage.AUCTION:
        yield from _auction(scene, table)
    yield from _middle(scene, table)


def _oval(seating: Seating) -> Oval:
    middle = seating.centre.middle
    return Oval(Box(middle[0] - 198, middle[1] - 135, middle[0] + 198, middle[1] + 135))


def _between_deals(scene: Scene) -> Iterator[Shape]:
    """Yield the seats without cards, and the question that is asked before the next deal."""
    view, words = scene.view, scene.words
    yield from mark_signs(scene.view)
    for seat, place in scene.seating.places.items():
        if seat < view.rules.players:
            yield from _plate(scene, place.plate, seat, (), ("", ""), "")
    asked = view.to_act is not None and view.to_act >= 0
    text = _turn_text(scene) if asked else words.say("board.shuffling")
    yield from pieces.paragraph(scene.seating.centre, text, 29, words, ClothInk.TEXT)


# plates -------------------------------------------------------------------------------------


def seat_plate(scene: Scene, table: DealView, seat: Seat, place: SeatPlace) -> Iterator[Shape]:
    """Yield the plate of a seat: its name, its role, its tricks."""
    role = table.roles[seat]
    says = "" if role in _ROLES_NOT_SHOWN else scene.words.say(f"role.{role}")
    says = says.partition(", ")[0]  # "invited, answers for both": the number beside it says so
    signs = [IconName.DEALER] if seat == table.dealer else []
    number = note = ""
    if scene.view.stage in formatting.PLAY_STAGES and seat in table.seats and role != Role.DROPPED:
        number, note = _tricks(scene.view, table, seat)
    yield from _plate(scene, place.plate, seat, signs, (says, note), number)


def _tricks(view: View, table: DealView, seat: Seat) -> tuple[str, str]:
    """Return the tricks of a seat with what it owes, and the joint tricks of two defenders."""
    won, contract = table.won[seat], table.contract
    if contract is None:
        return str(won), ""
    if seat == contract.declarer:
        return (f"{won}/{contract.level}" if contract.level else str(won)), ""
    owed = presenter_of(view.rules).quota(view, table)
    if not owed or table.roles[seat] in _IDLE_ROLES:
        return str(won), ""
    defence = [s for s in table.seats if s != contract.declarer]
    joint = sum(table.won[s] for s in defence)
    if sum(table.roles[s] not in _IDLE_ROLES for s in defence) == 1:
        return f"{joint}/{owed}", ""
    return str(won), f"{joint}/{owed}"


def _plate(
    scene: Scene,
    box: Box,
    seat: Seat,
    signs: Sequence[IconName],
    says: tuple[str, str],
    number: str,
) -> Iterator[Shape]:
    """Yield a plate: name and signs, below them role and tricks; golden around who is on turn.

    ``says`` is the role and a number beside it.
    """
    on_turn = _is_on_turn(scene.view, seat)
    is_idle = scene.view.table is not None and scene.view.table.roles[seat] == Role.RESTING
    ink = ClothInk.QUIET if is_idle else ClothInk.PLATE
    yield Plate(box, ink, ClothInk.GOLD if on_turn else None)
    inside = Box(box.left + 12, box.top + 5, box.right - 12, box.bottom - 5)
    upper = inside._replace(bottom=inside.top + 34) if any(says) or number else inside
    shown = [*signs, *_player_signs(scene, seat), *([IconName.TURN] if on_turn else [])]
    gold = ClothInk.GOLD if on_turn else ClothInk.SOFT
    yield from pieces.icons(shown, upper.right, upper.middle[1], _SIGN, gold)
    yield pieces.write(
        upper._replace(right=upper.right - _NEXT_SIGN * len(shown)),
        scene.name(seat),
        _NAME_SIZE,
        ClothInk.SOFT if is_idle else ClothInk.TEXT,
        is_bold=True,
    )
    if upper != inside:
        yield from _role_line(scene, inside._replace(top=upper.bottom), says, number)


def _role_line(scene: Scene, box: Box, says: tuple[str, str], number: str) -> Iterator[Shape]:
    """Yield the role, and at the right the tricks, which are never smaller."""
    if number:
        yield pieces.write(box, number, _NUMBER_SIZE, ClothInk.GOLD, is_bold=True, side=1.0)
        box = box._replace(right=box.right - width_of(number, _NUMBER_SIZE, True) - 8)
    said = " · ".join(part for part in says if part)
    if said:
        yield from pieces.line(
            box, said, pieces.SMALL, scene.words, ClothInk.SOFT, smallest=_LEAST_ROLE
        )


def _player_signs(scene: Scene, seat: Seat) -> list[IconName]:
    sitting = scene.facts.seat_data(seat)
    if sitting is None:
        return []
    hat = hat_sign(scene.view, seat)
    if sitting.is_robot:
        return [*hat, IconName.ROBOT]
    away = [IconName.AWAY] if sitting.is_away else [IconName.GONE] if sitting.has_left else []
    return [*hat, *away]


def hat_sign(view: View, seat: Seat) -> list[IconName]:
    """Return the hat of a seat whose main column is under it."""
    return [IconName.HAT] if presenter_of(view.rules).is_under_hat(view, seat) else []


def _is_on_turn(view: View, seat: Seat) -> bool:
    """Return True for the hand to play next, and for the player who is asked otherwise."""
    if view.stage is Stage.PLAY and view.table is not None and view.table.turn is not None:
        return seat == view.table.turn
    return seat == view.to_act


# the head: contract, marks ------------------------------------------------------------------


def badge(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield the contract with what doubles it, in the auction the number of the deal; the marks.

    A contract of three lines leaves no room for marks.
    """
    words, (_, has_refa) = scene.words, presenter_of(scene.view.rules).doubling(scene.view)
    text = _badge_text(scene, table)
    inside = Box(BADGE.left + 9, BADGE.top, BADGE.right - 9, BADGE.bottom)
    room = inside._replace(right=inside.right - (_NEXT_SIGN if has_refa else 0))
    is_long = pieces.line_width(pieces.line_parts(text, words), _LEAST_CONTRACT, True) > room.width
    is_tall = is_long and pieces.rows_of(room, text, pieces.SMALLEST, words, is_bold=True) > 2
    bottom = BADGE.bottom + (_THIRD_LINE if is_tall else 0)
    box = BADGE._replace(bottom=bottom) if is_long else BADGE._replace(top=18, bottom=70)
    yield Plate(box, corner=26)
    if has_refa:
        right, middle = inside.right - 2, box.middle[1]
        yield from pieces.icons([IconName.REFA], right, middle, _SIGN, ClothInk.GOLD)
    room = room._replace(top=box.top, bottom=box.bottom)
    if is_long:
        yield from pieces.paragraph(room, text, _LEAST_CONTRACT, words, is_bold=True)
    else:
        inner = room._replace(left=room.left + 5, right=room.right - 5)
        yield from pieces.line(inner, text, 36, words, is_bold=True, side=0.5)
    if not is_tall:
        yield from mark_signs(scene.view)


def _badge_text(scene: Scene, table: DealView) -> str:
    """Return "Deal 1", or the contract with the factor of its stake: "7⟦H⟧ ×4"."""
    view, words = scene.view, scene.words
    if view.stage is Stage.AUCTION:
        return words.say("board.deal", number=table.number)
    if table.contract is None:
        return words.say("board.all_pass").partition(",")[0]
    factor, _ = presenter_of(view.rules).doubling(view)
    return words.contract(table.contract.name) + (f" ×{factor}" if factor > 1 else "")


_MARK_SIGNS: Final = {
    "pot": IconName.POT,
    "amount": IconName.STAKE,
    "streak": IconName.STREAK,
    "remaining": IconName.LEFT_TO_WRITE,
    "refas_given": IconName.REFA,
}


def mark_signs(view: View, top: int = BADGE.bottom + 2) -> Iterator[Shape]:
    """Yield the marks that pass from deal to deal as signs with numbers: pot, refas, raspasy."""
    marks = dict(view.marks)
    told = [(sign, _mark_text(marks, key)) for key, sign in _MARK_SIGNS.items() if marks.get(key)]
    size, gap = pieces.SMALL, _MARK_GAP
    if _marks_width([text for _, text in told], size, gap) > _BETWEEN_PLATES:
        size, gap = pieces.SMALLEST, _MARK_GAP // 2
    x = (pieces.WIDTH - _marks_width([text for _, text in told], size, gap)) // 2
    for sign, text in told:
        yield Icon(sign, Box(x, top, x + _SIGN, top + _SIGN), ClothInk.GOLD)
        wide = width_of(text, size, True)
        room = Box(x + _SIGN + 4, top, x + _SIGN + 4 + wide, top + _SIGN)
        yield pieces.write(room, text, size, is_bold=True)
        x = room.right + gap


def _marks_width(texts: Sequence[str], size: int, gap: int) -> int:
    wide = [_SIGN + 4 + width_of(text, size, True) for text in texts]
    return sum(wide) + gap * (len(wide) - 1)


_BETWEEN_PLATES: Final = 206  # pixels between the upper plates
_MARK_GAP: Final = 14


def _mark_text(marks: dict[str, int], key: str) -> str:
    most = marks.get("refas_most", 0) if key == "refas_given" else 0
    return f"{marks[key]}/{most}" if most else str(marks[key])


# cards --------------------------------------------------------------------------------------


def _open_hand(table: DealView, seat: Seat) -> Hand | None:
    return dict(table.open_hands).get(seat)


def _held_cards(
    scene: Scene, table: DealView, seat: Seat, place: SeatPlace, hand: Hand | None
) -> Iterator[Shape]:
    """Yield an open hand, or the backs of the cards a seat still holds."""
    if hand:
        cards, look = formatting.sorted_cards(hand), pieces.look_of(scene.words)
        if place.open_cards is not None:
            yield from pieces.fan(
                place.cards, cards, look, pieces.SMALL_CARD, side=0, step=pieces.SMALL_STEP + 4
            )
            return
        yield from pieces.rows_of_five(place.cards, cards, look, side=place.side)
        return
    count = table.counts[seat] if seat in table.seats else 0
    width = BACKS[0] + _BACK_STEP * (count - 1)
    left = place.cards.left + int((place.cards.width - width) * place.side)
    top = place.cards.top if place.cards.height > 90 else place.cards.middle[1] - BACKS[1] // 2
    if place.plate.top > place.cards.top + 90:  # a lower corner: the backs lie on the plate
        top = place.cards.bottom - BACKS[1]
    for n in range(count):
        x = left + n * _BACK_STEP
        yield CardBack(Box(x, top, x + BACKS[0], top + BACKS[1]))


def _middle(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield the trick, the last one, the talon, and what is asked where no card is played."""
    view = scene.view
    if view.stage not in formatting.PLAY_STAGES:
        yield from _talon_in_the_middle(scene, table)
        if view.discard:
            yield from _talon(scene, table)
        return
    done = [trick for _, trick in view.visible_tricks[-1:]]
    is_complete = bool(done) and not table.trick and table.talon_lead is None
    is_complete = is_complete and scene.own < 0 and view.stage not in _TALKING
    if not is_complete:
        for trick in done:
            yield from _last_trick(scene, trick)
    yield from _talon(scene, table)
    if view.stage in _TALKING:
        yield from _offer(scene, table)
    yield from _trick_in_the_middle(scene, table, done[0] if is_complete else None)


def _trick_in_the_middle(scene: Scene, table: DealView, complete: Trick | None) -> Iterator[Shape]:
    """Yield every card in front of its player, a talon card that leads above them."""
    players = formatting.trick_players(table.seats, table.roles)
    leader, cards, lead = table.leader, table.trick, table.talon_lead
    if complete is not None:
        leader, cards, lead = complete.leader, complete.cards, complete.talon
        players = tuple(seat for seat in table.seats if seat in players)
    look, is_tight = pieces.look_of(scene.words), _is_tight(scene, table)
    order = formatting.play_order_from(players, leader) if leader in players else players
    lying: dict[Seat, Card | None] = dict(zip(order, cards, strict=False))
    if complete is None and len(cards) < len(order):
        lying[order[len(cards)]] = None
    for seat in sorted(lying, key=lambda seat: _depth(scene, seat)):
        if (card := lying[seat]) is None:
            yield from _empty_place(scene, seat, is_tight)
            continue
        place = scene.seating.places[seat]
        x, y = place.near if is_tight else place.trick
        is_best = complete is not None and seat == complete.winner
        state = CardState.MARKED if is_best else CardState.PLAIN
        yield CardFace(card, Box(x, y, x + pieces.CARD[0], y + pieces.CARD[1]), look, state)
    if lead is not None:
        left = pieces.WIDTH // 2 - pieces.SMALL_CARD[0] // (1 if is_tight else 2)
        top = scene.seating.centre.top + 18
        yield CardFace(
            lead, Box(left, top, left + pieces.SMALL_CARD[0], top + pieces.SMALL_CARD[1]), look
        )


def _empty_place(scene: Scene, seat: Seat, is_tight: bool) -> Iterator[Shape]:
    """Yield the golden outline where the next card will lie."""
    if scene.view.stage is not Stage.PLAY or seat != scene.view.open_deal.turn:
        return
    place = scene.seating.places[seat]
    x, y = place.near if is_tight else place.trick
    yield Plate(Box(x, y, x + pieces.CARD[0], y + pieces.CARD[1]), None, ClothInk.GOLD, corner=9)


def _depth(scene: Scene, seat: Seat) -> tuple[int, int]:
    """Return the order of drawing: upper cards lie below lower ones."""
    x, y = scene.seating.places[seat].trick
    return y, x


def _is_tight(scene: Scene, table: DealView) -> bool:
    hidden = (scene.own, scene.played)
    return any(hand and seat not in hidden for seat, hand in table.open_hands)


def _last_trick(scene: Scene, trick: Trick) -> Iterator[Shape]:
    """Yield the last trick with its winner's name, small."""
    box, words = scene.seating.last_trick, scene.words
    side = 0.0 if box.left < 90 else 1.0
    head = box._replace(bottom=box.top + _CAPTION)
    head = head._replace(left=max(head.left, head.right - 150)) if side else head
    said = f"→ {scene.name(trick.winner)}"
    yield pieces.write(head, said, pieces.SMALL, ClothInk.SOFT, side=side)
    cards = trick.cards
    if trick.talon is not None and trick.talon not in scene.view.visible_talon:
        cards = (trick.talon, *cards)
    row = box._replace(top=box.bottom - pieces.SMALL_CARD[1])
    yield from pieces.fan(
        row, cards, pieces.look_of(words), pieces.SMALL_CARD, side=side, step=pieces.SMALL_STEP
    )


def _talon(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield the talon that lies open beside the play; to the declarer, what they laid away."""
    view, words, box = scene.view, scene.words, scene.seating.talon
    shown = view.discard or tuple(c for c in view.visible_talon if c != table.talon_lead)
    if not shown:
        return
    word = words.say("diagram.discard" if view.discard else "diagram.talon")
    head = box._replace(bottom=box.top + _CAPTION)
    yield pieces.write(head, word, pieces.SMALL, ClothInk.SOFT, side=1.0, smallest=22)
    row = box._replace(top=box.bottom - pieces.SMALL_CARD[1])
    yield from pieces.fan(
        row,
        shown,
        pieces.look_of(words),
        pieces.SMALL_CARD,
        side=1.0,
        step=pieces.SMALL_STEP,
        dimmed=frozenset(shown),
    )


# calls and questions ------------------------------------------------------------------------


def _auction(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield what everybody called at their place, the newest call golden."""
    seats = player_seats(table.seats, table.roles)
    calls = presenter_of(scene.view.rules).auction_calls(seats, table.calls) or table.calls
    for seat, place in scene.seating.places.items():
        own = [(call, call is calls[-1]) for call in calls if call.seat == seat]
        yield from _call_row(scene, place, own)


def _call_row(scene: Scene, place: SeatPlace, calls: list[tuple[Call, bool]]) -> Iterator[Shape]:
    """Yield the calls of a seat as small plates; the oldest are left out if there are too many."""
    words, box = scene.words, place.calls
    texts = [(words.action(call.action), is_newest) for call, is_newest in calls]
    sizes = [_chip_size(text, scene, box.width) for text, _ in texts]
    while len(rows := _chip_rows(sizes, box.width)) > 1 and _rows_height(rows) > box.height:
        del texts[0], sizes[0]
    top, shown = box.top, iter(texts)
    for row in rows:
        free = box.width - _row_width(row)
        left = box.left + int(free * place.side)
        if place.open_plate is not None or (scene.own >= 0 and place.side == 0.5):
            left = box.left + free // 2
        for width, height in row:
            chip = Box(left, top, left + width, top + height)
            yield from _chip(scene, chip, *next(shown))
            left += width + _CHIP_GAP
        top += max(height for _, height in row) + _CHIP_GAP


_CHIP_GAP: Final = 6
_TALL_CHIP: Final = 58  # of two lines


def _chip_size(text: str, scene: Scene, room: int) -> pieces.Size:
    """Return width and height of a call; one too long for its room takes two lines."""
    parts = pieces.line_parts(text, scene.words)
    if (width := pieces.line_width(parts, pieces.SMALL, True) + 23) <= room:
        return max(45, width), CHIP
    is_long = pieces.line_width(parts, _LEAST_ROLE, True) + 14 > room
    return room, _TALL_CHIP if is_long else CHIP


def _chip_rows(sizes: Sequence[pieces.Size], room: int) -> list[list[pieces.Size]]:
    rows = list[list[pieces.Size]]()
    for size in sizes:
        if rows and _row_width([*rows[-1], size]) <= room:
            rows[-1].append(size)
        else:
            rows.append([size])
    return rows


def _row_width(row: Sequence[pieces.Size]) -> int:
    return sum(width for width, _ in row) + _CHIP_GAP * (len(row) - 1)


def _rows_height(rows: Sequence[Sequence[pieces.Size]]) -> int:
    return sum(max(height for _, height in row) + _CHIP_GAP for row in rows) - _CHIP_GAP


def _chip(scene: Scene, box: Box, text: str, is_newest: bool) -> Iterator[Shape]:
    edge = ClothInk.GOLD if is_newest else None
    yield Plate(box, ClothInk.PLATE if is_newest else ClothInk.QUIET, edge, corner=CHIP // 2)
    ink = ClothInk.TEXT if is_newest else ClothInk.SOFT
    inside, words = Box(box.left + 7, box.top, box.right - 7, box.bottom), scene.words
    if box.height > CHIP:
        yield from pieces.paragraph(inside, text, pieces.SMALLEST, words, ink, is_bold=True)
        return
    yield from pieces.line(
        inside, text, pieces.SMALL, words, ink, is_bold=True, side=0.5, smallest=_LEAST_ROLE
    )


def _talon_in_the_middle(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield the highest bid or the talon, and below it what is asked now."""
    words, centre = scene.words, scene.seating.centre
    shown = () if scene.view.discard else scene.view.visible_talon
    bid = table.high_bid if scene.view.stage is Stage.AUCTION else None
    if scene.view.stage is Stage.AUCTION:  # between the calls of the others
        centre = Box(pieces.WIDTH // 2 - 102, centre.top, pieces.WIDTH // 2 + 102, centre.bottom)
    asked = centre._replace(top=centre.bottom - 72)
    if shown:
        top = max(centre.top, BADGE.bottom + 32)  # below the marks
        yield from pieces.fan(
            centre._replace(top=top), shown, pieces.look_of(words), pieces.CARD, step=117
        )
        asked = centre._replace(top=top + pieces.CARD[1] + 5, bottom=centre.bottom + 14)
    elif bid is not None:
        name = presenter_of(scene.view.rules).shown_contract(scene.view.rules, bid[0])
        big = centre._replace(top=centre.top + 27, bottom=centre.top + 108)
        yield from pieces.paragraph(big, words.contract(name), 58, words, is_bold=True)
        who = Box(centre.left, big.bottom, centre.right, big.bottom + 27)
        yield pieces.write(who, scene.name(bid[1]), pieces.SMALL, ClothInk.SOFT, side=0.5)
    else:
        asked = centre
    if scene.own < 0 and scene.facts.status is Status.PLAYING:
        yield from pieces.paragraph(asked, _turn_text(scene), pieces.SMALL, words, ClothInk.GOLD)


def _offer(scene: Scene, table: DealView) -> Iterator[Shape]:
    """Yield an offer to share the tricks left: who makes it, and the tricks of each player."""
    if table.offer is None:
        return
    players = formatting.trick_players(table.seats, table.roles)
    pairs = zip(table.seats, table.offer.tricks, strict=True)
    split = [(seat, tricks) for seat, tricks in pairs if seat in players]
    has_lead = table.talon_lead is not None  # the box lies below that card
    top, margin = scene.seating.centre.top + (106 if has_lead else 17), 262 if has_lead else 246
    bottom = top + (len(split) + 1) * _OFFER_ROW + 10
    box = Box(margin, top, pieces.WIDTH - margin, bottom)
    yield Plate(box, edge=ClothInk.GOLD)
    row = Box(box.left + 12, box.top + 5, box.right - 12, box.top + 5 + _OFFER_ROW)
    head = row._replace(right=row.right - 10)
    yield pieces.write(
        head, f"{scene.name(table.offer.seat)}:", pieces.SMALL, ClothInk.GOLD, is_bold=True
    )
    for n, (seat, tricks) in enumerate(split, start=1):
        line = row._replace(top=row.top + n * _OFFER_ROW, bottom=row.bottom + n * _OFFER_ROW)
        name = line._replace(right=line.right - 66)
        yield pieces.write(name, scene.name(seat), pieces.SMALL)
        yield pieces.write(line, str(tricks), pieces.SMALL, is_bold=True, side=1.0)
        yield from pieces.icons(
            [IconName.TRICK], line.right - 36, line.middle[1], 24, ClothInk.SOFT
        )


_OFFER_ROW: Final = 33


def _turn_text(scene: Scene) -> str:
    """Return "Ana plays", or the question that is asked."""
    view, words = scene.view, scene.words
    if view.to_act is None or view.to_act < 0:
        return ""
    name = pieces.name_in_text(scene.facts, view.to_act, words)
    return words.say(f"turn.{presenter_of(view.rules).decision_point(view)}", name=name)


# The public table as a picture: everything that lies face up, and nothing else.


def table_picture(
    view: SpectatorView, facts: screen_data.TableData, words: TableWords, cloth: Cloth, alt: str
) -> Picture:
    """Return the picture of a table in any phase; ``alt`` is its whole content in words."""
    seating = table_seating(view)
    scene = Scene(view, facts, words, seating)
    return pieces.cloth_picture(seating.height, scene_shapes(scene), cloth, alt)
