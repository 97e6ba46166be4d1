"""The replay page in Chromium: equal to the engine at every step, without a request, in words."""

import json
import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from bot.engine.deal import Deal
from bot.model.values import replace
from bot.notation.replay_link import LONGEST_LINK, event_lines, replay_fragment
from bot.notation.single_deal import SingleDeal, replayed
from tests.e2e.test_browser import CHROMIUM, QUIET
from tests.properties.walking import TABLES
from tests.support import builders
from tests.support.walked_deals import recorded
from tools.replay_page import LARGEST, page

LOCALES = ("en", "ru", "sr", "sr_Cyrl", "hr", "sl", "de")
PHONE = {"width": 390, "height": 844}
DEALS = int(os.environ.get("REPLAYED", "2"))  # of each table; 36 are more than a thousand deals

# the state after each action, from all lines up to that action
STATES = """
(groups) => {
  let lines = [];
  return groups.map((group) => {
    lines = lines.concat(group);
    const state = statesOf(lines.join("\\n")).at(-1);
    return {hands: state.seats.map((seat) => [...state.hands[seat]].sort((a, b) => a - b)),
      trick: isFull(state) ? [] : state.trick.map((play) => play.card),
      won: state.seats.map((seat) => state.won[seat] || 0), turn: state.turn};
  });
}
"""

# the words of the page at each step
WORDS = """
() => states.map((_, place) => {
  go(place);
  return document.querySelector("main").innerText;
})
"""

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, str, list[str]]]:
    """Open the page; yield it with its address and the requests and faults it brings."""
    file = tmp_path_factory.mktemp("replay") / "replay.html"
    file.write_text(page(), encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        seen: list[str] = []
        tab.on("pageerror", lambda error: seen.append(str(error)))
        tab.on("console", lambda message: seen.append(message.text))
        tab.on("request", lambda request: seen.append(request.url))
        tab.goto(file.as_uri())
        yield tab, file.as_uri(), seen
        browser.close()


def open_deal(tab: Page, address: str, fragment: str) -> None:
    """Go to a deal and wait until it is read."""
    tab.goto(f"{address}#{fragment}")
    tab.evaluate("load()")


def expected(deal: Deal) -> dict[str, object]:
    """Return what the page must show of a state of the engine."""
    return {
        "hands": [sorted(deal.hands[seat]) for seat in deal.seats],
        "trick": list(deal.trick),
        "won": [deal.won[seat] for seat in deal.seats],
        "turn": deal.turn if deal.turn >= 0 else None,
    }


def some_deals() -> Iterator[SingleDeal]:
    for preset, players in TABLES:
        found = (deal for deal, _ in recorded(builders.rules(preset, players), 21, DEALS))
        yield from found


def played_deal() -> SingleDeal:
    """Return a deal of ten tricks."""
    return next(deal for deal in some_deals() if len(deal.course) > 30)


def test_it_is_small_and_asks_for_nothing() -> None:
    text = page()
    assert len(text.encode()) <= LARGEST
    assert not re.search(r"(?:src|href)=\"(?!data:|#)", text)
    assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|import)\b\s*\(", text)


def test_every_step_equals_the_engine(opened: tuple[Page, str, list[str]]) -> None:
    tab, _, _ = opened
    compared = 0
    for deal in some_deals():
        groups = event_lines(deal)
        states = tab.evaluate(STATES, groups)
        for shown, game in zip(states[:-2], replayed(deal)[:-1], strict=True):
            assert game.deal is not None
            wanted = expected(game.deal)
            if shown["turn"] is None:  # before the first card, or after a talon card has led
                wanted["turn"] = None
            assert shown == wanted, json.dumps(groups)
            compared += 1
    assert compared > 300 * DEALS


def test_a_link_fits_a_button_and_opens_the_deal(opened: tuple[Page, str, list[str]]) -> None:
    tab, address, seen = opened
    for number, deal in enumerate(some_deals()):
        fragment = replay_fragment(deal, LOCALES[number % len(LOCALES)])
        assert len(f"https://somebody.github.io/preferans/replay.html#{fragment}") <= LONGEST_LINK
        open_deal(tab, address, fragment)
        tab.keyboard.press("End")
        assert tab.evaluate("step === states.length - 1")
        assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert [one for one in seen if not one.startswith(address)] == []


def test_keys_and_buttons_walk_through_the_deal(opened: tuple[Page, str, list[str]]) -> None:
    tab, address, _ = opened
    deal = played_deal()
    open_deal(tab, address, replay_fragment(deal, "en"))
    tab.get_by_role("button", name="On").click()
    assert tab.locator("#count").text_content() == f"Step 1 of {tab.evaluate('states.length - 1')}"
    tab.keyboard.press("ArrowDown")
    assert tab.evaluate("isFull(states[step])")
    assert tab.locator("figure.winner").count() == 1
    tab.keyboard.press("Home")
    assert tab.locator("#now").text_content() == "The cards are dealt."


@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_is_missing(opened: tuple[Page, str, list[str]], locale: str) -> None:
    tab, address, _ = opened
    for preset in ("sochi", "croatian", "serbian", "viennese"):
        deal = next(recorded(builders.rules(preset, 3), 5, 2))[0]
        open_deal(tab, address, replay_fragment(deal, locale))
        shown = tab.evaluate(WORDS)
        assert len(set(shown)) == len(shown) > 1
        for text in shown:
            assert not re.search(r"undefined|NaN|\{\w+\}|act\.|card\.|contract\.|rank\.", text)


def test_a_damaged_link_gets_a_sentence(opened: tuple[Page, str, list[str]]) -> None:
    tab, address, _ = opened
    whole = replay_fragment(played_deal(), "en")
    other = whole[:20] + ("x" if whole[20] != "x" else "y") + whole[21:]
    for fragment in ("l=en", "l=en&d=", "l=en&d=AAAA", whole[:-9], other):
        open_deal(tab, address, fragment)
        said = tab.locator("#now").text_content()
        is_empty = fragment in ("l=en", "l=en&d=")
        assert said == (
            "There is no deal in this link."
            if is_empty
            else "This link is damaged: the deal in it cannot be shown."
        )


def test_a_deal_that_stops_early_is_shown_as_far_as_it_goes(
    opened: tuple[Page, str, list[str]],
) -> None:
    tab, address, _ = opened
    deal = played_deal()
    part = replace(deal, course=deal.course[:5])
    open_deal(tab, address, replay_fragment(part, "en"))
    tab.keyboard.press("End")
    assert tab.evaluate("states.at(-1).final") is None
