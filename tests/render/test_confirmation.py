"""Actions with a confirmation, whose price equals the engine's score."""

import pytest

from bot.engine import actions as act
from bot.engine.game import Game, apply_action
from bot.engine.notation import format_action, parse_action
from bot.engine.view import build_view
from bot.render.hand.dialogs import confirmation_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import ActionPress
from tests.render.walks import CATALOGUE, buttons, command_texts, faults, table_facts, texts
from tests.support import austrian, balkan, builders
from tests.support.builders import said, sums, view_to_act

CLIMB = ("bid 2", "bid 3", "pass", "hold", "bid 4", "hold", "bid 5", "hold")
EN = CATALOGUE.words("en")


def asked(game: Game) -> set[str]:
    """Return the first question in the hand of the seat to act."""
    screen = hand_screen(view_to_act(game), table_facts(game.rules.players), EN)
    return {
        deed.removeprefix("twice ") for deed in command_texts(screen) if deed.startswith("twice ")
    }


def page(game: Game, action: str, **facts: object) -> str:
    seen, known = view_to_act(game), table_facts(game.rules.players, **facts)
    for words in (EN, CATALOGUE.words("ru")):
        screen = confirmation_screen(seen, parse_action(action), known, words)
        assert faults(screen) == []
        back, yes = buttons(screen)
        assert yes.press == ActionPress(action)
        assert not isinstance(back.press, ActionPress)
    return "\n".join(texts(confirmation_screen(seen, parse_action(action), known, EN)))


def test_ordinary_calls_are_pressed_once() -> None:
    game = builders.dealt()
    assert asked(game) == {"bid M"}
    assert asked(said(game, "bid 6S")) == {"bid M"}
    assert asked(said(game, "bid 6S", "pass", "pass")) == set()
    assert asked(balkan.dealt()) == {"bid G6B"}
    assert asked(austrian.dealt()) == {"bid 5", "bid 5X", "bid 7", "bid 7X"}


@pytest.mark.parametrize(("mode", "unit"), [("mountain", 10), ("whists", 50)])
def test_the_price_of_a_misere(mode: str, unit: int) -> None:
    game = builders.dealt(mountain_mode=mode) if mode != "mountain" else builders.dealt()
    assert f"Each trick you take: {unit}" in page(game, "bid M")
    assert f"All ten: {10 * unit}" in page(game, "bid M")


def test_the_price_of_a_contract_given_up() -> None:
    game = said(builders.dealt(concede_three=True), "bid 7S", "pass", "pass")
    pair = next(format_action(a) for a in build_view(game, 0).legal if isinstance(a, act.Discard))
    game = said(game, pair)
    assert asked(game) == {"concede"}
    after = apply_action(game, 0, act.CONCEDE)
    assert after.last is not None
    amount = sums(after.last.postings)["mountain 0"]
    assert f"{amount} in your mountain" in page(game, "concede")


def test_the_price_of_a_thrown_talon() -> None:
    game = said(builders.dealt(players=4), "bid 6S", "pass", "pass")
    assert asked(game) == {"throw"}
    assert "writes 1 in the mountain" in page(game, "throw")


def test_the_price_of_a_bettel() -> None:
    """balkan.md 3.2: twice the number, one more for a game; austrian.md C-6."""
    assert "+12" in page(said(balkan.dealt(), *CLIMB), "bid 6")
    assert "+14" in page(balkan.dealt(), "bid G6B")
    assert "20 from each opponent" in page(austrian.dealt(), "bid 5X")


def test_a_bid_that_binds_is_asked_once_only() -> None:
    game = said(balkan.dealt(), *CLIMB)
    assert asked(game) == {"bid 6"}
    game = said(game, "bid 6", "pass")
    pair = next(format_action(a) for a in view_to_act(game).legal if isinstance(a, act.Discard))
    game = said(game, pair)
    assert "declare 6B" in {format_action(action) for action in view_to_act(game).legal}
    assert asked(game) == set()


def test_a_claim_tells_what_it_brings() -> None:
    game = said(builders.contract_won(builders.dealt(), "7C"), "0: claim 7 3 0")
    assert asked(game) == {"accept"}
    told = page(game, "accept", agreed=(12, -4, -8))
    assert "If you agree, the deal ends with:" in told
    assert [found in told for found in ("Ana +12", " −4", " −8")] == [True] * 3
