"""The playground in a real browser: press Start, play a deal by clicking, read its tables."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, sync_playwright

CHROMIUM = shutil.which("chromium")
REPOSITORY = Path(__file__).resolve().parents[2]
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    # playwright's own loop closes its pipes when Python collects them
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def workers(request: pytest.FixtureRequest) -> str:
    """Return the number of workers; with one, tables and hands are shown in words."""
    return str(getattr(request, "param", 1))


@pytest.fixture
def playground(tmp_path: Path, workers: str) -> Iterator[str]:
    """Start a playground, and return its address; its data lies in its working folder."""
    environment = {
        "WORKERS": workers,
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "ROBOT_PACE_SECONDS": "0",
        "ROBOT_LEVEL": "club",
        "LOG_LEVEL": "WARNING",
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", "bot", "playground", "--port", str(free_port())]
    log = tmp_path / "output.txt"
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield _address(process, log)
    finally:
        process.terminate()
        code = process.wait(60)
    said = log.read_text()
    assert code == 0, said
    assert "ERROR" not in said
    assert "Traceback" not in said


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(1200):  # a busy machine takes half a minute for the start
        if found := re.search(r"http://\S+", log.read_text()):
            return found[0]
        assert process.poll() is None, log.read_text()
        time.sleep(0.1)
    raise AssertionError(f"no address: {log.read_text()}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one Chromium for all tests of this file, which takes a second of the processor."""
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield started
        started.close()


@pytest.fixture
def page(playground: str, browser: Browser) -> Iterator[Page]:
    """Open the playground in a page with cookies and a cache of its own."""
    opened = browser.new_page(viewport={"width": 1100, "height": 1600})
    opened.set_default_timeout(60_000)
    opened.goto(playground)
    yield opened
    opened.close()


def button(page: Page, label: str) -> Locator:
    return page.locator("button.component-button", has_text=re.compile(f"^{label}$"))


def hand(page: Page) -> Locator:
    """Return the private message: the one with the private colour at its edge."""
    return page.locator('section.component-container[style*="5865f2"]')


def ready(page: Page, style: int) -> list[Locator]:
    found = hand(page).locator(f'.button-style-{style}:not([aria-disabled="true"])').all()
    return [one for one in found if one.is_visible()]


def images(place: Locator) -> list[tuple[str, int]]:
    """Return the alt text and the width in pixels of each image.

    In one step: an image that a redraw has removed meanwhile would be waited for.
    """
    found = place.locator("img").evaluate_all("all => all.map(one => [one.alt, one.naturalWidth])")
    return [(alt, width) for alt, width in found]


def cards(place: Locator) -> set[str]:
    return {alt for alt, _ in images(place) if re.fullmatch(r"\w+_of_\w+", alt)}


def wait_for_cards(place: Locator, count: int) -> set[str]:
    """Wait for the pictures, which arrive a little later than the text."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(Error):
            if len(found := cards(place)) == count:
                return found
        time.sleep(0.1)
    raise AssertionError(f"not {count} cards: {place.inner_text()}")


def press(target: Locator) -> None:
    """Press a button; one that a redraw has removed meanwhile is not pressed."""
    with suppress(Error):
        target.click(timeout=1500)


def move(page: Page) -> None:
    """Pass the auction, lay the first two cards away, else press the first button."""
    page.wait_for_timeout(80)
    title = hand(page).last.inner_text(timeout=1500).splitlines()[0]
    if title == "Your call":
        press(hand(page).locator("button", has_text=re.compile("^Pass$")))
    elif offered := ready(page, 1) or ready(page, 4):
        press(offered[0])
    elif title == "Lay two cards away" and (marks := ready(page, 2)):
        press(marks[0])
    elif (again := button(page, "Refresh")).count():
        press(again.first)


# the room and the visibility of a card that has not arrived
_WAITING = """() => {
    const image = document.createElement('img');
    Object.assign(image, {className: 'custom-emoji', alt: 'jack_of_clubs_four'});
    document.querySelector('.component-container').append(image);
    const room = image.getBoundingClientRect();
    const found = [room.width, room.height, getComputedStyle(image).visibility];
    image.remove();
    return found;
}"""


def test_a_deal_by_clicking(page: Page) -> None:
    """Nobody sees the hand of another, a hint appears by itself, and a deal is played."""
    button(page, "Start").click()
    hand(page).wait_for()
    assert page.evaluate(_WAITING) == [20, 20, "hidden"]
    look_as_another(page)
    ask_for_a_hint(page)
    result = page.locator('section.component-container[style*="f0b232"]', has_text="next dealer")
    end = time.monotonic() + 300
    while not result.count() and time.monotonic() < end:
        with suppress(Error):  # redrawn while it was read
            move(page)
    assert "Deal 1" in result.last.inner_text()
    assert wait_for_cards(result.last, 32)
    for _ in range(5):
        if page.get_by_text("Deal 2").count():
            break
        press(button(page, "Next deal").first)
        page.wait_for_timeout(500)
    page.get_by_text("Deal 2").first.wait_for()


def picture_of(place: Locator) -> str:
    """Wait for the picture of a message, and return its alt text."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(Error):
            for alt, width in images(place.last):
                if "\n" in alt and width == 720:
                    return alt
        time.sleep(0.1)
    raise AssertionError(f"no picture: {place.last.inner_text()}")


@pytest.mark.parametrize("workers", [2], indirect=True)
def test_hand_and_table_are_drawn(page: Page) -> None:
    button(page, "Start").click()
    hand(page).wait_for()
    assert len(re.findall(r"\w+ of (?:spades|clubs|diamonds|hearts)", picture_of(hand(page)))) == 10
    table = page.locator('section.component-container[style*="23a55a"]')
    assert "Deal 1" in picture_of(table)


def look_as_another(page: Page) -> None:
    """Look for the hand of the player as somebody else, and come back."""
    own = wait_for_cards(hand(page), 10)
    page.locator("#viewer-picker").select_option(label="Boris")
    page.wait_for_function(
        """() => !document.querySelector('section.component-container[style*="5865f2"]')"""
    )
    button(page, "My hand").wait_for()
    assert not own & cards(page.locator("body"))
    refusal = page.get_by_text("You have no seat at this table")
    end = time.monotonic() + 60
    while not refusal.count() and time.monotonic() < end:
        press(button(page, "My hand"))  # a click is lost where the board is redrawn by it
        page.wait_for_timeout(2000)
    refusal.last.wait_for()
    assert not own & cards(page.locator("body"))
    page.locator("#viewer-picker").select_option(label="Ana")
    hand(page).first.wait_for()
    assert wait_for_cards(hand(page).first, 10) == own


def ask_for_a_hint(page: Page) -> None:
    """Wait for a hint: the bot computes it after it answered the click, and changes no board."""
    hand(page).get_by_text("Your call").first.wait_for()
    button(page, "💡 Hint").first.click()
    page.locator("button.component-button", has_text="Do that").wait_for()
