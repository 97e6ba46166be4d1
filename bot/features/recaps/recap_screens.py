"""The pages of a recap, private, shared or posted at a season's end, and their picture."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.features.recaps.recap import HOURS_OF_DAY, Recap, is_year
from bot.model.enums import Cloth
from bot.model.values import replace
from bot.presets import parse_rules
from bot.render import families, screen
from bot.render.cloth import pieces
from bot.render.cloth.cards_picture import card_in_words
from bot.render.formatting import (
    bold,
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.paper.picture_text import alt_text
from bot.render.screen import unescaped_name
from bot.render.shapes import Box, CardFace, ClothInk, Icon, IconName, Oval, Picture, Plate, Shape
from bot.render.words import Words
from bot.store.queries.recaps import DealMoment
from bot.ui_commands.codec import ServerCommand
from bot.ui_commands.server_commands import OpenRecapDeal, OpenRecapMatch, ShareRecap, ShowRecap

# The recap as a picture: numbers, the hours of the day, and what is remembered.

_GAP: Final = 12
_HEAD: Final = Box(60, 16, pieces.WIDTH - 60, 92)
_NUMBERS: Final = 104  # top and height of the plates with the three numbers
_NUMBER_HEIGHT: Final = 92
_HOURS: Final = _NUMBERS + _NUMBER_HEIGHT + _GAP
_HOURS_HEIGHT: Final = 166
_TILES: Final = _HOURS + _HOURS_HEIGHT + _GAP
_TILE: Final = (pieces.WIDTH - 2 * pieces.EDGE - _GAP) // 2  # width of a tile
_LINE: Final = 30  # height of a heading and of a note
_LEAST_NOTE: Final = 22  # size of a text that would be cut otherwise
_SIGN: Final = 54  # the sign at the left of a tile


class RecapTile(NamedTuple):
    """One thing to remember: what, how much, up to three lines; what it opens, and its sign."""

    heading: str
    value: str
    notes: tuple[str, ...]
    link: ServerCommand | None
    sign: IconName | Card

    @property
    def note(self) -> str:
        """The lines below the value in one."""
        return join_dotted(self.notes)


def recap_title(recap: Recap, words: Words) -> str:
    """Return "Season 2026-Q4" or "The year 2026"."""
    key = "recap.year" if is_year(recap.period) else "recap.season"
    return words.say(key, period=recap.period)


def recap_numbers(recap: Recap, words: Words) -> tuple[tuple[str, int], ...]:
    """Return the three numbers with their labels."""
    last = ("recap.people", recap.people) if recap.of_server else ("recap.wins", recap.wins)
    found = (("recap.matches", recap.matches), ("recap.deals", recap.deals), last)
    return tuple((words.say_plural(key, number), number) for key, number in found)


def busiest_hour(recap: Recap, words: Words) -> str:
    """Return when most deals were played; "" without any."""
    most = max(recap.hours)
    if not most:
        return ""
    hour = recap.hours.index(most)
    return words.say("recap.busiest", start=hour, end=(hour + 1) % HOURS_OF_DAY)


def recap_tiles(recap: Recap, words: Words) -> tuple[RecapTile, ...]:
    """Return what is remembered; what did not happen is left out."""
    found = (
        _misere(recap, words),
        _dearest(recap, words),
        _lucky(recap, words),
        _closest(recap, words),
        _rivals(recap, words),
        _partners(recap, words),
        RecapTile(
            words.say("recap.preset"),
            words.say(f"preset.{recap.preset}"),
            (words.say_plural("recap.played", recap.preset_matches),),
            None,
            IconName.POT,
        ),
    )
    return tuple(tile for tile in found if tile is not None)


def _who(recap: Recap, user_id: int) -> tuple[str, ...]:
    """Return the name in a server's recap; in a member's own it is always the member."""
    return (recap.name_of(user_id),) if recap.of_server else ()


def _open(recap: Recap, moment: DealMoment) -> OpenRecapDeal:
    return OpenRecapDeal(moment.game_id, moment.deal, recap.of_server, recap.period)


def _misere(recap: Recap, words: Words) -> RecapTile | None:
    moment = recap.misere
    if moment is None:
        return None
    saved = words.say_plural("recap.saved", moment.worth) if moment.worth else ""
    note = (*_who(recap, moment.user_id), saved or words.say("recap.clean"))
    value, link = format_signed(moment.earned), _open(recap, moment)
    said = families.table_words(parse_rules(moment.rules), words)  # misère, Bettel
    return RecapTile(said.say("recap.misere"), value, note, link, IconName.TROPHY)


def _dearest(recap: Recap, words: Words) -> RecapTile | None:
    dear = recap.dearest
    if dear is None:
        return None
    note = (*_who(recap, dear.moment.user_id), card_in_words(dear.card, words))
    value = format_signed(-dear.points)
    link = _open(recap, dear.moment)
    return RecapTile(words.say("recap.dearest"), value, note, link, dear.card)


def _lucky(recap: Recap, words: Words) -> RecapTile | None:
    moment = recap.lucky
    if moment is None:
        return None
    note = (*_who(recap, moment.user_id), words.say("recap.by_cards"))
    value = format_signed(moment.par)
    link = _open(recap, moment)
    return RecapTile(words.say("recap.lucky"), value, note, link, IconName.STREAK)


def _closest(recap: Recap, words: Words) -> RecapTile | None:
    match = recap.closest
    if match is None:
        return None
    names = tuple(recap.name_of(user) for user in (match.first, match.second))
    heading, value = words.say("recap.closest"), words.say_plural("recap.margin", match.margin)
    is_readable = recap.is_open or not recap.of_server
    link = OpenRecapMatch(match.game_id, recap.of_server, recap.period) if is_readable else None
    return RecapTile(heading, value, names, link, IconName.BAR)


def _rivals(recap: Recap, words: Words) -> RecapTile | None:
    pair = recap.rivals
    if pair is None:
        return None
    key = "recap.rivals" if recap.of_server else "recap.nemesis"
    score = f"{pair.ahead} : {pair.behind}"
    names = (*_who(recap, pair.first), recap.name_of(pair.second))
    return RecapTile(words.say(key), score, names, None, IconName.STAKE)


def _partners(recap: Recap, words: Words) -> RecapTile | None:
    pair = recap.partners
    if pair is None:
        return None
    key = "recap.partners" if recap.of_server else "recap.partner"
    names = (*_who(recap, pair.first), recap.name_of(pair.second))
    notes = (*names, words.say_plural("recap.put_down", pair.contracts))
    return RecapTile(words.say(key), str(pair.contracts), notes, None, IconName.PERSON)


def recap_alt(recap: Recap, words: Words) -> str:
    """Return every number of the picture as text."""
    numbers = [f"{label}: {number}" for label, number in recap_numbers(recap, words)]
    hours = [f"{hour}: {deals}" for hour, deals in enumerate(recap.hours) if deals]
    told = f"{words.say('recap.hours')}: {', '.join(hours)}" if hours else ""
    tiles = [
        f"{tile.heading}: {tile.value} · {unescaped_name(tile.note)}"
        for tile in recap_tiles(recap, words)
    ]
    title = join_dotted((recap_title(recap, words), unescaped_name(recap.name)))
    lines = [title, *numbers, told, *tiles]
    return words.without_tiles(alt_text([line for line in lines if line]))


# the drawing ------------------------------------------------------------------------------


def recap_picture(recap: Recap, words: Words, cloth: Cloth) -> Picture:
    """Return the picture, as high as its tiles."""
    tiles = recap_tiles(recap, words)
    rows = (len(tiles) + 1) // 2
    high = max((_notes_top(tile) + len(tile.notes) * _LINE + 8 for tile in tiles), default=0)
    height = _TILES + rows * (high + _GAP) + 10
    shapes: list[Shape] = [Oval(Box(90, 60, pieces.WIDTH - 90, height - 60))]
    shapes += _title(recap, words)
    shapes += _numbers(recap_numbers(recap, words))
    shapes += _hours(recap, words)
    for n, tile in enumerate(tiles):
        shapes += _tile(_tile_box(n, len(tiles), high), tile, words)
    return pieces.cloth_picture(height, shapes, cloth, recap_alt(recap, words))


def _title(recap: Recap, words: Words) -> Iterator[Shape]:
    yield Plate(_HEAD, corner=26)
    upper = Box(_HEAD.left + 24, _HEAD.top + 6, _HEAD.right - 24, _HEAD.top + 46)
    yield from pieces.line(upper, recap.name, 33, words, is_bold=True, side=0.5)
    lower = Box(upper.left, upper.bottom, upper.right, _HEAD.bottom - 6)
    yield pieces.write(lower, recap_title(recap, words), 26, ClothInk.GOLD, side=0.5)


def _numbers(numbers: Sequence[tuple[str, int]]) -> Iterator[Shape]:
    width = (pieces.WIDTH - 2 * pieces.EDGE - 2 * _GAP) // 3
    for n, (label, number) in enumerate(numbers):
        left = pieces.EDGE + n * (width + _GAP)
        box = Box(left, _NUMBERS, left + width, _NUMBERS + _NUMBER_HEIGHT)
        yield Plate(box)
        upper = Box(box.left + 8, box.top + 8, box.right - 8, box.top + 56)
        yield pieces.write(upper, str(number), 42, ClothInk.GOLD, is_bold=True, side=0.5)
        lower = Box(upper.left, upper.bottom, upper.right, box.bottom - 6)
        yield pieces.write(lower, label, 26, ClothInk.SOFT, side=0.5)


def _hours(recap: Recap, words: Words) -> Iterator[Shape]:
    """Yield a bar for each hour of the day; the busiest is gold."""
    box = Box(pieces.EDGE, _HOURS, pieces.WIDTH - pieces.EDGE, _HOURS + _HOURS_HEIGHT)
    yield Plate(box, ClothInk.QUIET)
    said = join_dotted((words.say("recap.hours"), busiest_hour(recap, words)))
    head = Box(box.left + 16, box.top + 6, box.right - 16, box.top + 42)
    yield pieces.write(head, said, 25, ClothInk.SOFT, side=0.5)
    floor, room = box.bottom - 36, box.bottom - 36 - head.bottom - 4
    most, step = max(max(recap.hours), 1), (box.width - 32) // HOURS_OF_DAY
    left = box.left + (box.width - step * HOURS_OF_DAY) // 2
    for hour, deals in enumerate(recap.hours):
        x = left + hour * step
        if deals:
            high = max(4, round(room * deals / most))
            ink = ClothInk.GOLD if deals == most else ClothInk.SOFT
            yield Plate(Box(x + 3, floor - high, x + step - 3, floor), ink, corner=3)
        if hour % 6 == 0:
            label = Box(x - step, floor + 3, x + 2 * step, box.bottom - 3)
            yield pieces.write(label, f"{hour}", pieces.SMALLEST, ClothInk.SOFT, side=0.5)


def _tile_box(n: int, count: int, height: int) -> Box:
    """Return the place of a tile; a last one alone in its row is as wide as the picture."""
    left = pieces.EDGE + (n % 2) * (_TILE + _GAP)
    top = _TILES + n // 2 * (height + _GAP)
    is_alone = n == count - 1 and n % 2 == 0
    return Box(left, top, pieces.WIDTH - pieces.EDGE if is_alone else left + _TILE, top + height)


def _notes_top(tile: RecapTile) -> int:
    """Return the pixels above the notes of a tile: heading and value, or a higher card."""
    return 84 if isinstance(tile.sign, IconName) else 94


def _tile(box: Box, tile: RecapTile, words: Words) -> Iterator[Shape]:
    """Yield a sign, what it stands for and how much beside it, and below them the notes."""
    yield Plate(box)
    wide, high = pieces.SMALL_CARD
    if isinstance(tile.sign, IconName):
        place = Box(box.left + 10, box.top + 12, box.left + 10 + _SIGN, box.top + 12 + _SIGN)
        yield Icon(tile.sign, place, ClothInk.GOLD)
    else:
        place = Box(box.left + 10, box.top + 6, box.left + 10 + wide, box.top + 6 + high)
        yield CardFace(tile.sign, place, pieces.look_of(words))
    text = Box(box.left + _SIGN + 20, box.top + 8, box.right - 10, box.top + 8 + _LINE)
    yield pieces.write(text, tile.heading, pieces.SMALL, ClothInk.SOFT, smallest=_LEAST_NOTE)
    value = Box(text.left, text.bottom, text.right, text.bottom + 42)
    yield from pieces.line(value, tile.value, 33, words, ClothInk.GOLD, is_bold=True)
    top = box.top + _notes_top(tile)
    for note in tile.notes:
        line = Box(box.left + 12, top, box.right - 10, top + _LINE)
        yield from pieces.line(line, note, pieces.SMALLEST, words, smallest=_LEAST_NOTE)
        top += _LINE


def recap_screen(
    recap: Recap | None, chosen: ShowRecap, periods: Sequence[str], words: Words, note: str = ""
) -> screen.Screen:
    """Return the private page; ``recap`` is None where nothing was played."""
    head = join_lines(f"> {note}" if note else "", f"### {words.say('recap.title')}")
    if recap is None:
        head = join_lines(head, words.say("recap.nothing" if periods else "history.nothing"))
    blocks: list[screen.Block] = [*text_blocks(head)]
    if recap is not None:
        blocks += [_drawing(recap, words), *_moments_select(recap, words)]
    blocks += _periods_select(chosen, periods, words)
    other = replace(chosen, of_server=not chosen.of_server)
    row = [command_button(words, "recap_own" if chosen.of_server else "recap_server", other)]
    if recap is not None:
        share = ShareRecap(chosen.of_server, recap.period)
        row.append(command_button(words, "recap_share", share, screen.Style.PRIMARY))
    blocks.append(screen.ButtonRow(tuple(row)))
    return screen.Screen(0, 0, screen.Tone.PRIVATE, tuple(blocks))


def shared_recap_screen(
    recap: Recap, words: Words, *, is_season_end: bool = False
) -> screen.Screen:
    """Return the public post; it links moments where every member may open them."""
    said = words.say("recap.season_over") if is_season_end else words.say("recap.title")
    button = command_button(words, "recap_own", ShowRecap(of_server=False, period=recap.period))
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(f"### {said}"),
        _drawing(recap, words),
        *(_moments_select(recap, words) if recap.is_open else ()),
        screen.ButtonRow((button,)),
    )
    return screen.Screen(0, 0, screen.Tone.WAITING, blocks)


def with_way_back(page: screen.Screen, recap: ShowRecap, words: Words) -> screen.Screen:
    """Return the page of a moment with a button that leads back to the recap."""
    row = screen.ButtonRow((command_button(words, "recap_back", recap),))
    return replace(page, blocks=(*page.blocks, row))


def _drawing(recap: Recap, words: Words) -> screen.PictureBlock:
    """Return the picture, with every number of it in words."""
    numbers = [f"{label}: {bold(str(number))}" for label, number in recap_numbers(recap, words)]
    tiles = [
        f"{tile.heading}: {bold(tile.value)} · {tile.note}" for tile in recap_tiles(recap, words)
    ]
    hours = busiest_hour(recap, words)
    told = text_blocks(
        join_lines(
            bold(join_dotted((recap.name, recap_title(recap, words)))),
            join_dotted(numbers),
            small_print(join_dotted((words.say("recap.hours"), hours))) if hours else "",
        ),
        join_lines(*tiles),
    )
    return screen.PictureBlock(recap_picture(recap, words, words.cloth), (), told)


def _moments_select(recap: Recap, words: Words) -> tuple[screen.Block, ...]:
    """Return the select of all moments; one deal with several is one choice."""
    found: dict[ServerCommand, list[RecapTile]] = {}
    for tile in recap_tiles(recap, words):
        if tile.link is not None:
            found.setdefault(tile.link, []).append(tile)
    choices = tuple(
        screen.SelectChoice(
            join_dotted(tile.heading for tile in tiles),
            link,
            description=words.without_tiles(join_dotted((tiles[0].value, tiles[0].note))),
        )
        for link, tiles in found.items()
    )
    placeholder = words.say("recap.open")
    return (screen.Select("moments", placeholder, choices),) if choices else ()


def _periods_select(
    chosen: ShowRecap, periods: Sequence[str], words: Words
) -> tuple[screen.Block, ...]:
    choices = tuple(
        screen.SelectChoice(
            words.say("recap.year" if is_year(period) else "recap.season", period=period),
            replace(chosen, period=period),
        )
        for period in periods[:25]
    )
    if not choices:
        return ()
    return (screen.Select("periods", words.say("recap.choose_period"), choices),)
