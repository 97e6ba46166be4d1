"""A table that plays from memory shows the last finished trick, and no other."""

import pytest

from bot.analysis.advice import Advice
from bot.engine.cards import CARD_NAMES, Card
from bot.engine.game import Game
from bot.engine.view import View, build_view
from bot.render.hand.dialogs import claim_screen, legal_claims, table_menu_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import Screen
from bot.render.screen_data import TableData
from bot.render.server.help_screens import help_screen
from bot.render.study.hint_screens import hint_screen
from bot.render.table.board import board_screen
from bot.render.table.result import closed_board_screen, last_trick_screen
from bot.render.words import Words
from tests.render.test_walks import tiles_on
from tests.render.walks import CATALOGUE, rules_for, table_facts, texts, walk

MEMORY = (("tricks_shown", "last"),)


def turned_down(game: Game) -> set[Card]:
    """Return the cards played to tricks before the last finished one, and their leads."""
    assert game.deal is not None
    tricks = game.deal.tricks[:-1]
    led = {trick.talon for trick in tricks if trick.talon is not None}
    return led | {card for trick in tricks for card in trick.cards}


def screens(seen: View, facts: TableData, words: Words) -> list[Screen]:
    """Return every screen that somebody can open while a deal is played."""
    shown = [last_trick_screen, table_menu_screen, help_screen]
    found = [one(seen, facts, words) for one in shown]
    if seen.seat is None:
        found.append(board_screen(seen, facts, words))
    else:
        found.append(hand_screen(seen, facts, words))
        if seen.is_my_turn:
            found.append(hint_screen(seen, facts, Advice(seen.legal[0], (), 0), words))
        if legal_claims(seen):
            found.append(claim_screen(seen, facts, words, None))
    return found


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(("preset", "seed"), [("sochi", 1), ("serbian", 0), ("viennese", 1)])
def test_no_older_trick_on_any_screen(preset: str, seed: int) -> None:
    rules = rules_for(preset, 3, MEMORY)
    words, facts = CATALOGUE.words("en"), table_facts(3)
    deepest = 0
    for game in walk(rules, seed, 2):
        if game.deal is None or len(game.deal.tricks) < 2:
            continue
        deepest = max(deepest, len(game.deal.tricks))
        hidden = {CARD_NAMES[card] for card in turned_down(game)}
        for seat in (None, 0, 1, 2):
            for screen in screens(build_view(game, seat), facts, words):
                assert not tiles_on(screen) & hidden
    assert deepest > 5


def test_the_last_trick_stays_and_what_is_missing_is_said() -> None:
    words, facts = CATALOGUE.words("en"), table_facts(3)
    for game in walk(rules_for("sochi", 3, MEMORY), 1, 2):
        if game.deal is None or len(game.deal.tricks) < 2:
            continue
        last = {CARD_NAMES[card] for card in game.deal.tricks[-1].cards}
        public = build_view(game, None)
        assert last <= tiles_on(board_screen(public, facts, words))
        page = last_trick_screen(public, facts, words)
        assert last <= tiles_on(page)
        assert words.say("last.turned_down") in " ".join(texts(page))
        return


def test_all_tricks_once_the_deal_is_scored() -> None:
    words, facts = CATALOGUE.words("en"), table_facts(3)
    scored = [game for game in walk(rules_for("sochi", 3, MEMORY), 1, 2) if game.deal is None]
    game = next(game for game in scored if game.last is not None and len(game.last.tricks) == 10)
    assert game.last is not None
    played = {CARD_NAMES[card] for trick in game.last.tricks for card in trick.cards}
    public = build_view(game, None)
    assert played <= tiles_on(last_trick_screen(public, facts, words))
    assert played <= tiles_on(closed_board_screen(public, facts, words))
