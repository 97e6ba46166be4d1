"""Old matches on the screen: the data of a replay, and the limits of every page."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bot.engine.cards import CARD_NAMES, Hand
from bot.engine.notation import parse_action
from bot.engine.rules import Rules
from bot.engine.view import ResultView, View, build_view, result_view
from bot.model.values import replace
from bot.render.deal_results import played_cards
from bot.render.formatting import hand_tiles
from bot.render.screen import PictureBlock, Screen
from bot.render.screen_data import FinishedGame, PlayerResult
from bot.render.server.table_lists import history_screen
from bot.render.shapes import Picture
from bot.render.study.match_screens import (
    PastDeal,
    deal_screen,
    has_open_cards,
    match_screen,
    public_hands,
    replay_screen,
    shared_replay_screen,
)
from bot.render.study.scored_deal import TakeBackRecord, take_backs_in
from bot.render.words import Words
from tests.golden.screens.deals import games
from tests.render.test_drawn_sheets import untidy
from tests.render.test_walks import tiles_on
from tests.render.walks import CATALOGUE, faults, rules_for, table_facts, texts, walk

EN = CATALOGUE.words("en")
TABLES = [
    ("sochi", 3),
    ("leningrad", 4),
    ("sochi", 2),
    ("serbian", 3),
    ("viennese", 3),
    ("austrian", 4),
]


def scored(rules: Rules, deals: int = 6) -> Iterator[tuple[ResultView, View]]:
    """Yield the deals of a walk, each with the public view behind it."""
    seen = 0
    for game in walk(rules, 3, deals):
        if game.last is not None and game.last.number > seen:
            seen = game.last.number
            yield result_view(rules, game.last), build_view(game, None)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_replay_has_every_card_in_its_hand(preset: str, players: int) -> None:
    """If all cards are open, the player of a card holds it, and of the last card nothing else."""
    rules = rules_for(preset, players, (("reveal_after_deal", True),))
    played = 0
    for deal, _ in scored(rules, 12):
        cards, hands = played_cards(deal), public_hands(deal)
        own = {seat: Hand.of(c.card for c in cards if c.seat == seat) for seat in hands}
        assert all(own[seat] & hand == own[seat] for seat, hand in hands.items())
        if len(deal.tricks) == 10:
            active = [seat for seat in hands if own[seat]]
            assert all(own[seat] == hands[seat] for seat in active)
            hidden = deal._replace(reveal=None)  # tables whose rules show no cards
            assert public_hands(hidden) == {seat: hands[seat] for seat in active}
            played += 1
    assert played


def test_a_replay_of_a_deal_that_was_cut_short_shows_what_was_played() -> None:
    """A claim at the fifth trick leaves five cards of each hand unseen."""
    rules, shown = rules_for("serbian", 3), 0
    for deal, _ in scored(rules, 12):
        if deal.reveal is not None or not 0 < len(deal.tricks) < 10:
            continue
        shown += 1
        cards, hands = played_cards(deal), public_hands(deal)
        assert {seat: Hand.of(c.card for c in cards if c.seat == seat) for seat in hands} == hands
        page = replay_screen(PastDeal(rules, 9, deal, 1), 0, table_facts(3), EN)
        text = "\n".join(texts(page))
        assert f"{hand_tiles(hands[cards[0].seat])} ?" in text
        assert EN.say("replay.hidden") in text
        assert tiles_on(page) <= {CARD_NAMES[one.card] for one in cards}
        assert not has_open_cards(deal)  # its post-mortem stays closed
    assert shown


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_every_page_keeps_the_limits(preset: str, players: int) -> None:
    rules, facts = rules_for(preset, players), table_facts(players)
    words = CATALOGUE.words("ru")
    found = list(scored(rules))
    many = [found[n % len(found)][0]._replace(number=n) for n in range(1, 26)]
    for deal, seen in found:
        past = PastDeal(rules, seen.version, deal, len(found))
        screens = [deal_screen(past, facts, words)]
        last = len(played_cards(deal)) - 1
        for step in {0, last // 2, last} if last >= 0 else set():
            screens.append(replay_screen(past, step, facts, words, "x"))
            screens.append(shared_replay_screen(past, step, "Ana", facts, words))
        screens += [match_screen(seen, facts, 1, many, words, page) for page in (1, 2)]
        assert [faults(screen) for screen in screens] == [[]] * len(screens)


def picture_of(screen: Screen) -> Picture:
    (drawing,) = (block for block in screen.blocks if isinstance(block, PictureBlock))
    return drawing.picture


def test_a_deal_of_the_past_and_a_shared_position_are_drawn() -> None:
    """The whole deal behind its reasons; of a position the cards left, nothing later."""
    game = games("russian", "sochi-3-misere-caught")[-1]
    assert game.last is not None
    past = PastDeal(game.rules, game.version, result_view(game.rules, game.last), 1)
    facts, words = table_facts(), CATALOGUE.words("en")
    whole = picture_of(deal_screen(past, facts, words)).alt
    assert "Ana · plays · 1: A♠ 8♠ 7♠, 8♦ 7♦, 9♣ 8♣ 7♣, 8♥ 7♥" in whole
    assert whole.count(" → ") == len(past.scored.tricks) == 10
    position = picture_of(shared_replay_screen(past, 7, "Ana", facts, words))
    assert untidy(position) == []
    lines = position.alt.splitlines()
    assert lines[0] == "Deal 1 · misère · played by Ana"
    assert "Ana · plays · 0: A♠, 8♦ 7♦, 9♣ 8♣ 7♣, 8♥ 7♥" in lines
    assert lines[-1].startswith("3. ")
    assert "→" not in lines[-1]
    assert position.alt.count(" → ") == 2


def test_long_names_fit_the_list() -> None:
    row = FinishedGame(
        1, 0, "sochi", tuple(PlayerResult("W" * 32, -1000, n) for n in range(4)), False
    )
    rows = [replace(row, game=10**15 - 1 - n) for n in range(10)]
    assert not faults(history_screen(rows, CATALOGUE.words("ru"), 2, 3))


# -- taken back


class Said(NamedTuple):
    version: int
    seat: int
    text: str


def log(*texts: str) -> list[Said]:
    """Return the acts of three seats in turn, numbered from 1 as in a log."""
    return [Said(n, (n - 1) % 3, text) for n, text in enumerate(texts, start=1)]


def test_what_was_taken_back_is_placed_between_the_cards_that_stand() -> None:
    """Also before a later take-back, and at the end of the deal."""
    said = log("pass", "bid 6S", "pass", "takeback 3", "pass", "discard 7C 8C", "takeback 6")
    said += [Said(10, 1, "discard 7C 9C"), Said(11, 0, "play AS"), Said(12, 1, "play 7S")]
    said += [Said(13, 2, "play 8S"), Said(14, 1, "takeback 12"), Said(15, 1, "play 9S")]
    said += [Said(16, 2, "play 8S"), Said(17, 2, "takeback 16"), Said(18, 2, "claim 0 0 10")]
    found = take_backs_in(said)
    assert [(one.seat, one.verb, one.undone_with_it, one.cards_before) for one in found] == [
        *((0, "pass", 0, 0), (0, "discard", 0, 0)),
        *((1, "play", 1, 1), (2, "play", 0, 2)),
    ]
    assert [one.action is None for one in found] == [False, True, False, False]


@pytest.mark.parametrize("words", CATALOGUE.languages.values(), ids=CATALOGUE.languages)
def test_a_replay_tells_what_was_taken_back(words: Words) -> None:
    """A card shows the take-backs beside it, the deal all of them; discards stay hidden."""
    rules, facts = rules_for("serbian", 3), table_facts(3)
    deal, seen = next((d, s) for d, s in scored(rules) if len(played_cards(d)) > 10)
    cards = len(played_cards(deal))
    undone = (
        TakeBackRecord(0, "discard", None, 0, 0),
        TakeBackRecord(1, "play", parse_action("play AS"), 2, 4),
        TakeBackRecord(2, "play", parse_action("play 7S"), 0, cards),
    )
    past = PastDeal(rules, seen.version, deal, 1, undone)
    card = words.say("takeback.told", name=facts.name(1), act=words.action(parse_action("play AS")))
    between = f"{card} · {words.say('takeback.between', n=4, next=5)}"
    for step in range(cards):
        said = "\n".join(texts(replay_screen(past, step, facts, words)))
        assert said.count("↩") == (step in (0, 4, cards - 1))
        assert (f"{between} · {words.say_plural('takeback.with', 2)}" in said) is (step == 4)
    page = deal_screen(past, facts, words)
    assert "\n".join(texts(page)).count("↩") == 3
    assert words.say("takeback.discard") in "\n".join(texts(page))
    assert not faults(page)
