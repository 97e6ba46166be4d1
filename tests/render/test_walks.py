"""The screens of every stage of every preset, with 2, 3 and 4 players, in every language."""

import re
from collections.abc import Sequence

import pytest

from bot.engine.cards import CARD_NAMES, CARDS_BY_NAME
from bot.engine.deal import Deal, Stage
from bot.engine.game import Game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.model.enums import Proposal
from bot.model.values import replace
from bot.render.hand.dialogs import claim_screen, confirmation_screen
from bot.render.hand.private_hand import hand_screen
from bot.render.screen import ActionPress, Screen, Style
from bot.render.screen_data import TableData, TakeBackRequest
from bot.render.table.board import board_screen
from bot.render.table.result import final_screen, result_screen
from bot.render.words import Words
from bot.ui_commands.play_commands import ConfirmAction
from tests.properties.walking import WALKS, fewer, share
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    acts,
    buttons,
    command_texts,
    faults,
    players_of,
    press_text,
    rules_for,
    table_facts,
    texts,
    walk,
)

TABLES = [
    pytest.param(rules_for(preset, players), id=f"{preset}-{players}")
    for preset in PRESETS.names()
    for players in players_of(preset)
]
WILD = rules_for(
    "leningrad",
    4,
    (
        ("misere_without_talon", True),
        ("concede_three", True),
        ("half_whist_first", True),
        ("misere_exposure", "after_first_trick"),
    ),
)
TABLES.append(pytest.param(WILD, id="wild-4"))
BARGAINS = rules_for(
    "viennese",
    3,
    (
        ("negotiation", "any_trick_boundary"),
        ("ace_bonuses", True),
        ("claims", "by_consent"),
        ("open_defence", "automatic"),
        ("talon_exposed", True),
    ),
)
TABLES.append(pytest.param(BARGAINS, id="bargains-3"))
SEALED = rules_for("austrian", 4, (("game_may_name_hearts", True), ("deck_style", "german")))
TABLES.append(pytest.param(SEALED, id="sealed-4"))
WILD_BALKAN = rules_for(
    "serbian",
    3,
    (
        ("suit_skin", "italian"),
        ("game_commitment", "open"),
        ("preferans_contract", True),
        ("talon_exposed", False),
        ("plain_two", "normal"),
        ("kontra_callers", "any_active"),
        ("stop_at_five", False),
        ("reveal_after_deal", True),
        ("max_refas", 8),
    ),
)
TABLES.append(pytest.param(WILD_BALKAN, id="wild-balkan"))
SPOKEN = [  # each table in one language or the other; make walks has both
    pytest.param(*table.values, locale, id=f"{table.id}-{locale}")
    for turn, table in enumerate(TABLES)
    for locale in (("en", "ru") if WALKS > 1 else (("en", "ru")[turn % 2],))
]


def reachable(screen: Screen, seen: SeatView, facts: TableData, words: Words) -> set[str]:
    """Return every act a hand can make: by itself, by marking two cards, by claiming."""
    found = acts(screen)
    if seen.is_my_turn and seen.stage is Stage.EXCHANGE:
        cards = list(seen.hand)
        for n, first in enumerate(cards):
            for second in cards[n + 1 :]:
                found |= acts(hand_screen(seen, facts, words, (first, second)))
    for deed in command_texts(screen):
        if deed.startswith("twice "):
            found |= acts(
                confirmation_screen(seen, parse_action(deed.removeprefix("twice ")), facts, words)
            )
    if "claim" in command_texts(screen):
        asked = claim_screen(seen, facts, words)
        found |= acts(asked)
        for deed in command_texts(asked):
            if deed.startswith("claim "):
                found |= acts(claim_screen(seen, facts, words, int(deed.split()[1])))
    return found


def check(screen: Screen) -> None:
    assert not faults(screen), (faults(screen), screen)


NO = {"pass", "drop", "silent", "stand", "refuse"}


def check_no_stands_first(screen: Screen) -> None:
    """Check that a question with the answer no has it as its first button, in red."""
    answers = [b for b in buttons(screen) if isinstance(b.press, ActionPress | ConfirmAction)]
    if NO & {press_text(button.press) for button in answers}:
        assert press_text(answers[0].press) in NO
        assert answers[0].style is Style.DANGER


def seeds_of(locale: str) -> Sequence[int]:
    """Return seeds, so that each language walks ways of its own."""
    languages = CATALOGUE.locales()
    return share(range(languages.index(locale), WALKS * len(languages), len(languages)))


@pytest.mark.parametrize("preset", ["sochi", "croatian", "viennese"])
def test_lines_kept_from_card_to_card_are_those_of_each_state(preset: str) -> None:
    rules, words = rules_for(preset, 3), replace(CATALOGUE.words("en"), pictures=False)
    kept = table_facts()
    for game in walk(rules, 5, 3):
        fresh, board = table_facts(), build_view(game, None)
        if board.table is not None:
            assert board_screen(board, kept, words) == board_screen(board, fresh, words)
        for seat in range(3):
            view = build_view(game, seat)
            assert hand_screen(view, kept, words) == hand_screen(view, fresh, words)


def public_cards(game: Game) -> set[str]:
    """Return cards that lie face up or were played."""
    deal = game.deal
    if deal is None:
        return set(CARD_NAMES)
    shown = set(deal.talon[: deal.talon_shown]) | set(deal.trick)
    shown |= {card for trick in deal.tricks for card in trick.cards}
    shown |= {card for seat in deal.open_seats for card in deal.hands[seat]}
    return {CARD_NAMES[card] for card in shown}


def tiles_on(screen: Screen) -> set[str]:
    found = re.findall(r"⟦([0-9A-Z]+)⟧", " ".join(texts(screen)))
    return {name for name in found if name in CARDS_BY_NAME}


def own_cards(deal: Deal, seat: int) -> set[str]:
    """Return the cards of a hand, and those that lie hidden and are no secret from it."""
    own = {CARD_NAMES[card] for card in deal.hands[seat]}
    contract = deal.contract
    if contract is None:
        return own
    if contract.declarer == seat:
        return own | {CARD_NAMES[card] for card in deal.discard}
    catchers = set(deal.seats) - {contract.declarer}
    if contract.is_misere and catchers <= {*deal.open_seats, seat}:
        own |= set(CARD_NAMES)  # what is left is known to be the declarer's, held or laid away
    return own


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize(("rules", "locale"), SPOKEN)
def test_every_screen_keeps_the_limits_and_its_secrets_and_reaches_every_action(
    rules: Rules, locale: str
) -> None:
    words, facts, was_on = CATALOGUE.words(locale), table_facts(rules.players), False
    for seed in seeds_of(locale):
        for game in walk(rules, seed, fewer(6)):
            public = build_view(game, None)
            board = board_screen(public, facts, words)
            check(board)
            assert tiles_on(board) <= public_cards(game)
            is_on = game.deal is not None and game.deal.is_dealt
            if not (is_on and was_on):  # during a deal the sheet stays the same
                check(result_screen(public, facts, words))
                check(final_screen(public, facts, words))
            was_on = is_on
            for seat in range(rules.players):
                seen = build_view(game, seat)
                hand = hand_screen(seen, facts, words)
                check(hand)
                if game.deal is not None:
                    assert tiles_on(hand) <= public_cards(game) | own_cards(game.deal, seat)
                if seen.stage is not Stage.PLAY:
                    check_no_stands_first(hand)
                possible = {format_action(action) for action in seen.legal}
                if to_act(game) == seat or seen.legal:
                    assert reachable(hand, seen, facts, words) == possible


ASKED_BACK = {
    "proposal": Proposal("takeback", line=8),
    "votes": ("Ana", "Boris"),
    "taken_back": ((0, 2), (1, 1)),
}


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize("rules", share(TABLES))
def test_there_is_room_for_second_thoughts(rules: Rules) -> None:
    """The fullest hands, with a question above them or the button that asks it."""
    words, seats = CATALOGUE.words("ru"), range(rules.players)
    regret = TakeBackRequest(0, "Ana", "discard", None, 12)
    question = table_facts(rules.players, regret=regret, **ASKED_BACK)
    button = table_facts(rules.players, own_act=123, kept="Ana", taken_back=((0, 2),))
    for game in walk(rules, 5, fewer(3)):
        check(board_screen(build_view(game, None), question, words))
        for facts in (question, button):
            for seat in seats:
                check(hand_screen(build_view(game, seat), facts, words))


@pytest.mark.slow
def test_the_walks_see_every_stage_and_outcome() -> None:
    stages, outcomes = set(), set()
    for param in TABLES:
        (rules,) = param.values
        assert isinstance(rules, Rules)
        for seed in range(2):
            for game in walk(rules, seed, 6):
                stages.add(build_view(game, None).stage)
                if game.last:
                    outcomes.add(game.last.outcome)
    russian = ("draw", "between", "auction", "exchange", "declare", "defence", "play", "claim")
    assert stages >= {Stage(word) for word in russian}
    assert outcomes >= {"made", "remise", "unplayed", "half_whist", "all_pass", "misere_failed"}
    assert outcomes >= {"failed", "passed_out", "passed_out_refa"}
