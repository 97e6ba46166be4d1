"""On a page 390 pixels wide nothing is cut and nothing is too high: measured in a browser."""

import io
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import discord
import pytest
import pytest_asyncio
import simcord
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from bot.discord_ui.messages.layout import Assets, build_layout, enclosed_files, picture_files
from bot.engine.deal import Stage
from bot.render.screen import Screen, pictures_of
from bot.render.shapes import Picture
from bot.render.words import Words
from tests.golden.screens import GROUPS
from tests.render.walks import CATALOGUE, as_drawn, buttons, texts
from tests.support.pseudolocale import pseudolocalize
from tests.support.room import Person, Room, evening

CHROMIUM = shutil.which("chromium")
_QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
_NAMES = ("Константин", "Aleksandra", "Maximiliana", "Wolfgang W.")
# for every block in columns its text, and how much of it lies under the edge
_HIDDEN = """() => [...document.querySelectorAll('.code-block')]
    .map((block) => [block.innerText, block.scrollWidth - block.clientWidth])"""
# for every part of a message wider than its place: its kind, the excess, and its words
_CUT = """() => [...document.querySelectorAll('.channel-message *')]
    .filter((part) => part.clientWidth && part.scrollWidth > part.clientWidth + 1)
    .map((part) => [part.className, part.scrollWidth - part.clientWidth, part.innerText])"""
# for every message its height and its first words, once its pictures are there
_HEIGHTS = """async () => {
    await Promise.all([...document.images].map((image) => {
        image.loading = 'eager';
        return image.complete && image.naturalWidth
            ? null : new Promise((there) => { image.onload = image.onerror = there; });
    }));
    return [...document.querySelectorAll('.component-container')].map(
        (one) => [one.getBoundingClientRect().height, one.innerText.slice(0, 200)]);
}"""
_PHONE_HEIGHT = 684
_HIGHEST = 5  # pages of each kind
# Pages that are higher, by kind, in pixels: help has a whole subject, an old deal its report.
_HIGHER = {
    "help": 1560,
    "russian-replays": 980,
    "balkan-replays": 1020,
    "austrian-replays": 980,
}
_COUNT = "count => document.querySelectorAll('.channel-message').length >= count"
# Discord shortens a chosen value, and has it whole in the list; a proof is to be copied
_SHORTENED = ("select-value-label", "code-block")
_PAGE = 45  # messages, of the fifty a page has
_EVERY = 16  # one in so many screens, in each language others
_WIDEN = """() => {
    const text = document.querySelector('.code-block code');
    text.textContent = text.textContent.replaceAll('\\n', ' 123\\n');
}"""

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),  # a browser belongs to one loop
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Start one Chromium for all tests of this file, which takes a second of the processor."""
    async with async_playwright() as play:
        started = await play.chromium.launch(executable_path=CHROMIUM, args=list(_QUIET))
        yield started
        await started.close()


@pytest.mark.parametrize(
    ("preset", "players", "locale"), [("sochi", 4, "ru"), ("serbian", 3, "de")]
)
async def test_the_sheet_fits_a_phone(
    browser: Browser, tmp_path: Path, preset: str, players: int, locale: str
) -> None:
    """On the card of the deal and on the score, with names longer than their column."""
    async with evening(tmp_path, threads=False, seed=5, locale=locale) as room:
        people = [room.person(name, locale=locale) for name in _NAMES[:players]]
        await room.seated(*people, seats=players, rules=preset, clock="none")
        await room.start(people[0])
        for deal in (1, 2, 3):
            await room.skip_until(partial(_is_scored, deal))
        await room.press(people[0], "score", room.message())
        await room.press(people[0], "score words", people[0].private)
        async with phone(browser, room, people[0]) as page:
            await page.wait_for_function(
                "count => document.querySelectorAll('.code-block').length >= count", arg=4
            )
            found = await page.evaluate(_HIDDEN)
            assert [text for text, hidden in found if hidden > 0] == []
            assert await page.evaluate("document.documentElement.scrollWidth") == 390
            await page.evaluate(_WIDEN)  # and the check would notice it
            assert (await page.evaluate(_HIDDEN))[0][1] > 0


def _is_scored(deal: int, room: Room) -> bool:
    return room.game().carry.number >= deal and room.stage() is Stage.BETWEEN


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize(("locale", "first"), [("longer", 8), ("de", 0)])
async def test_no_screen_is_cut(browser: Browser, locale: str, first: int) -> None:
    """A sample of the screens in tests/golden/screens, also with longer words."""
    words = CATALOGUE.words("de") if locale == "de" else pseudolocalize(CATALOGUE.words("en"))
    screens = [screen for group in GROUPS.values() for _, screen in group(words)][first::_EVERY]
    env = simcord.Env(discord.Client(intents=discord.Intents(guilds=True)))
    guild = env.create_guild("Club")
    reader = guild.add_member(env.create_user("ana"))
    await env.start()
    try:
        async with narrow(browser) as page:
            for start in range(0, len(screens), _PAGE):
                channel = guild.create_text_channel(f"page-{start}")
                await env.settle()
                posts = env.bot.get_channel(channel.id)
                assert isinstance(posts, discord.TextChannel)
                some = screens[start : start + _PAGE]
                for screen in some:
                    await posts.send(view=build_layout(screen, Assets(), words))
                shown = env.preview(
                    channel, viewers=[reader], layout="channel", width=390, height=844
                )
                async with shown as preview:
                    await page.goto(preview.url)
                    await page.wait_for_function(_COUNT, arg=len(some))
                    cut = await page.evaluate(_CUT)
                    assert [part for part in cut if part[0] not in _SHORTENED] == []
                    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    finally:
        await env.shutdown()


@pytest.mark.sampled(suite=2)
@pytest.mark.parametrize("locale", ["de", "ru"])
async def test_no_page_is_higher_than_a_phone(browser: Browser, locale: str) -> None:
    """The highest pages of nearly each kind, with their pictures."""
    words = CATALOGUE.words(locale)
    kinds, screens = zip(
        *(
            (group, screen)
            for group in GROUPS
            for _, screen in sorted(
                GROUPS[group](words), key=lambda shown: rough_height(shown[1], words)
            )[-_HIGHEST:]
        ),
        strict=True,
    )
    env = simcord.Env(discord.Client(intents=discord.Intents(guilds=True)))
    guild = env.create_guild("Club")
    reader = guild.add_member(env.create_user("ana"))
    await env.start()
    try:
        async with narrow(browser) as page:
            for start in range(0, len(screens), _PAGE):
                some = screens[start : start + _PAGE]
                channel = guild.create_text_channel(f"page-{start}")
                await env.settle()
                posts = env.bot.get_channel(channel.id)
                assert isinstance(posts, discord.TextChannel)
                for screen in some:
                    drawn = {picture: blank(picture) for picture in pictures_of(screen)}
                    layout = build_layout(screen, Assets(), words, drawn)
                    files = [*picture_files(drawn), *enclosed_files(screen)]
                    await posts.send(view=layout, files=files)
                shown = env.preview(
                    channel, viewers=[reader], layout="channel", width=390, height=844
                )
                async with shown as preview:
                    await page.goto(preview.url)
                    await page.wait_for_function(_COUNT, arg=len(some))
                    heights = await page.evaluate(_HEIGHTS)
                    assert len(heights) == len(some)
                    limits = [_HIGHER.get(kind, _PHONE_HEIGHT) for kind in kinds[start:]]
                    too_high = [
                        text
                        for (height, text), limit in zip(heights, limits, strict=False)
                        if height > limit
                    ]
                    assert too_high == []
    finally:
        await env.shutdown()


def blank(picture: Picture) -> bytes:
    """Return a file as large as the picture on the screen: the browser decodes it in no time."""
    file = io.BytesIO()
    Image.new("1", (picture.width, picture.height)).save(file, "PNG")
    return file.getvalue()


def rough_height(screen: Screen, words: Words) -> float:
    """Return a measure by which the pages of a kind are compared."""
    drawn = as_drawn(screen)
    letters = sum(len(words.without_tiles(body)) for body in texts(drawn))
    lines = sum(body.count("\n") + 1 for body in texts(drawn))
    pictures = sum(picture.height for picture in pictures_of(screen))
    return 10 * lines + letters / 3 + pictures / 3 + 16 * len(buttons(screen))


@asynccontextmanager
async def phone(browser: Browser, room: Room, who: Person) -> AsyncIterator[Page]:
    """Show the channel on a narrow page, as somebody sees it."""
    shown = room.env.preview(
        room.channel, viewers=[who.actor], layout="channel", width=390, height=844
    )
    async with shown as preview, narrow(browser) as page:
        await page.goto(preview.url)
        yield page


@asynccontextmanager
async def narrow(browser: Browser) -> AsyncIterator[Page]:
    """Open a page with cookies and a cache of its own."""
    page = await browser.new_page(viewport={"width": 390, "height": 844})
    yield page
    await page.close()
