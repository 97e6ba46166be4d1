"""The preview of an offer equals its result, and reveals no card that nobody has shown."""

import pytest

from bot.engine import actions as act
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, legal_actions, offer_balance_change, to_act
from bot.engine.notation import format_action
from tests.support import austrian, balkan, builders
from tests.support.builders import said

ACES = "AS AC AD AH KS QS JS 10S KC QC | ... | ... | ..."
NO_ACES = "9S 8S 7S JC 10C KS QS JS 10S KC | ... | ... | ..."


def russian() -> Game:
    return said(builders.contract_won(builders.dealt(), "7C"), "0: claim 7 3 0")


def serbian() -> Game:
    rules = balkan.rules("serbian")
    game = balkan.announced(rules, balkan.carry(rules), 4)
    return claimed(said(game, "join", "join", "stand", "stand"), "claim 6 3 1")


def viennese(line: str, preset: str = "austrian") -> Game:
    game = austrian.dealt(line, preset, claims="by_consent", pot=60)
    game = said(game, "bid 1", "pass", "pass")
    seat = to_act(game)
    assert seat is not None
    pairs = [one for one in legal_actions(game, seat) if isinstance(one, act.Discard)]
    kept = next(one for one in reversed(pairs) if not {one.low, one.high} & {7, 15, 23, 31})
    return claimed(said(game, format_action(kept), "declare 1", "join", "join"), "claim 7 2 1")


def claimed(game: Game, claim: str) -> Game:
    return said(game, f"{to_act(game)}: {claim}")


def accepted(game: Game) -> tuple[int, ...]:
    """Return the change of the balance after all have accepted."""
    family, before = family_of(game.rules), game
    while game.carry.number == before.carry.number:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, act.ACCEPT)
    after, then = (family.balance(one.rules, one.carry.sheet) for one in (game, before))
    return tuple(new - old for new, old in zip(after, then, strict=True))


@pytest.mark.parametrize("game", [russian(), serbian(), viennese(NO_ACES)])
def test_it_is_what_the_deal_would_bring(game: Game) -> None:
    assert offer_balance_change(game) == accepted(game)
    assert any(accepted(game))


def test_a_bonus_nobody_knows_of_is_not_told() -> None:
    """austrian.md A-10: four aces pay when the deal is scored."""
    game = viennese(ACES)
    assert offer_balance_change(game) == offer_balance_change(viennese(NO_ACES))
    assert offer_balance_change(game) != accepted(game)
