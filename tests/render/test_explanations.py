""" "Why not?": the engine refuses each barred card, and every reason has its words."""

import pytest

from bot.engine.actions import Bid, Play
from bot.engine.cards import TABLE_SEAT, suit_of
from bot.engine.deal import Stage
from bot.engine.game import (
    ForbiddenActions,
    Game,
    apply_action,
    forbidden_actions,
    legal_actions,
    to_act,
)
from bot.engine.rules import IllegalAction, RuleReason
from bot.engine.view import build_view
from bot.presets import OptionSetting
from bot.render.hand.dialogs import explanation_screen
from bot.render.hand.private_hand import hand_screen
from tests.render.walks import CATALOGUE, command_texts, faults, rules_for, table_facts, texts, walk
from tests.support.builders import view_to_act

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
WALKS = [
    ("sochi", 3, 1, ()),
    ("rostov", 4, 2, (("jump_bids", False), ("misere_without_talon", True))),
    ("leningrad", 2, 3, ()),
    ("serbian", 3, 4, ()),
    ("viennese", 3, 5, ()),
    ("austrian", 4, 6, ()),
]
CARDS = {
    RuleReason.MUST_FOLLOW,
    RuleReason.MUST_TRUMP,
    RuleReason.MUST_OVERTAKE,
    RuleReason.MUST_WIN_LOW,
}


def asked(game: Game) -> int | None:
    """Return the seat that is asked in a deal."""
    seat = to_act(game)
    return None if game.deal is None or seat in (None, TABLE_SEAT) else seat


def refused(game: Game, seat: int, one: ForbiddenActions) -> bool:
    """Check that the engine refuses each of the actions for the same reason."""
    for action in one.actions:
        with pytest.raises(IllegalAction) as error:
            apply_action(game, seat, action)
        if error.value.reason is not one.reason:
            return False
    return True


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize(("preset", "players", "seed", "house"), WALKS, ids=lambda one: str(one))
def test_every_reason_is_the_engines_and_has_words(
    preset: str, players: int, seed: int, house: tuple[tuple[str, OptionSetting], ...]
) -> None:
    rules, facts, met = rules_for(preset, players, house), table_facts(players), set[RuleReason]()
    for game in walk(rules, seed, 12):
        if (seat := asked(game)) is None or game.deal is None:
            continue
        found, seen = forbidden_actions(game.deal), build_view(game, seat)
        if seen.stage is Stage.PLAY:
            told = {action for one in found for action in one.actions} | set(
                legal_actions(game, seat)
            )
            assert {Play(card) for card in game.deal.hands[game.deal.turn]} <= told
            assert {one.reason for one in found} <= CARDS
            assert ("why" in command_texts(hand_screen(seen, facts, EN))) == bool(found)
        if {one.reason for one in found} <= met:
            continue
        met |= {one.reason for one in found}
        assert all(refused(game, seat, one) for one in found)
        for words in (EN, RU):
            assert not faults(explanation_screen(seen, found, facts, words))
    assert RuleReason.MUST_FOLLOW in met
    assert RuleReason.BID_TOO_LOW in met


def first(
    house: tuple[tuple[str, OptionSetting], ...], reason: RuleReason
) -> tuple[Game, ForbiddenActions]:
    """Return the first time a walk through Sochi meets a reason."""
    for game in walk(rules_for("sochi", 3, house), 2, 60):
        if asked(game) is not None and game.deal is not None:
            for one in forbidden_actions(game.deal):
                if one.reason is reason:
                    return game, one
    raise AssertionError(reason)


def reason_text(game: Game, one: ForbiddenActions) -> str:
    return "\n".join(texts(explanation_screen(view_to_act(game), (one,), table_facts(), EN)))


def test_bids_that_begin_at_seven_name_the_house_rule() -> None:
    game, one = first((), RuleReason.BID_BELOW_BAR)
    assert Bid("6S") in one.actions
    text = reason_text(game, one)
    assert "now at 7⟦S⟧" in text
    assert EN.say("because.house", rule="Lowest bid after raspasy: 6–7") in text


def test_a_grey_card_names_the_suit_that_was_led() -> None:
    game, one = first((), RuleReason.MUST_FOLLOW)
    assert game.deal is not None
    text = reason_text(game, one)
    assert EN.suit(suit_of((game.deal.lead or game.deal.trick)[0]).letter) in text
    assert EN.say("because.always") in text


def test_a_call_of_other_tables_names_the_house_rule_that_is_off() -> None:
    game, one = first((), RuleReason.CALL_SWITCHED_OFF)
    assert one.actions == (Bid("MW"),)
    assert "Misère without talon: no" in reason_text(game, one)
