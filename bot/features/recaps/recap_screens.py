"""The pages of a recap: private, shared by a member, posted at the end of a season."""

from collections.abc import Sequence
from dataclasses import replace

from bot.features.recaps.recap import Recap, is_year
from bot.features.recaps.recap_picture import (
    RecapTile,
    busiest_hour,
    recap_numbers,
    recap_picture,
    recap_tiles,
    recap_title,
)
from bot.render import screen
from bot.render.formatting import (
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.words import Words
from bot.ui_commands.codec import ServerCommand
from bot.ui_commands.server_commands import ShareRecap, ShowRecap


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
