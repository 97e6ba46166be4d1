"""Tables, hands and results as they are shown with their picture: caption, alt text, buttons."""

from collections.abc import Iterable, Iterator
from itertools import islice

from bot.render.screen import Block, PictureBlock, Screen
from bot.render.words import Words
from tests.golden.screens import deals, lobbies, matches
from tests.golden.screens.telling import Shown
from tests.render.walks import as_drawn

_MOMENTS = 12  # of a deal; the others of the family differ in their words, which other files have


def of_drawn_tables(family: str, words: Words) -> Iterator[Shown]:
    yield from _first(_MOMENTS, deals.of_a_deal(family, words))
    yield from _first(2, matches.of_results(family, words))
    yield from _first(1, matches.of_sheets(family, words))


def of_drawn_lobbies(words: Words) -> Iterator[Shown]:
    yield from _first(3, lobbies.of_lobbies(words))
    yield from _first(3, lobbies.of_kibitzers(words))


def _first(count: int, shown: Iterable[Shown]) -> Iterator[Shown]:
    drawn = ((moment, as_drawn(screen)) for moment, screen in shown if _has_words(screen))
    for moment, screen in islice(drawn, count):
        blocks = (_bare(block) for block in screen.blocks)
        yield moment, Screen(screen.game, screen.version, screen.tone, tuple(blocks))


def _has_words(screen: Screen) -> bool:
    return any(isinstance(block, PictureBlock) and block.instead for block in screen.blocks)


def _bare(block: Block) -> Block:
    """Return a picture without its caption, which ``as_drawn`` has put before it."""
    return PictureBlock(block.picture) if isinstance(block, PictureBlock) else block
