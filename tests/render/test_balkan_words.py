"""The words of the Balkan family: contracts, kontras and glossaries of every country."""

import re

import pytest

from bot.discord_ui.handlers.table_rules import preset_rules
from bot.engine import actions as act
from bot.engine.families.balkan.contracts import GAME, as_game, ladder
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.balkan.scoring import Why
from bot.engine.notation import action_verb
from bot.engine.rules import BadRules
from bot.render.families import presenter_of, table_words
from bot.render.rule_text import value_label
from bot.render.server.help_screens import general_help_screen
from bot.render.words import Words
from bot.ui_commands.server_commands import HelpTopic
from tests.render.scenes import shown
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    rules_for,
)
from tests.support import balkan
from tests.support.cases import for_each

EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")
OUTCOMES = (
    *("made", "failed", "unplayed", "two_credited", "two_refa", "two_void"),
    *("passed_out", "passed_out_refa"),
)
ROLES = (*("declarer", "volunteer", "dropped", "host", "guest", "caller", "defender", "no_kontra"),)
MOMENTS = ("auction", "reveal", "exchange", "declare", "join", "sole", "kontra", "doubling", "play")


@for_each("base", [EN, RU])
@for_each("preset", balkan.PRESETS)
def test_every_word_of_the_family_is_known(preset: str, base: Words) -> None:
    words = table_words(balkan.rules(preset), base)
    for prefix, names in (
        ("why", tuple(Why)),
        ("outcome", OUTCOMES),
        ("role", ROLES),
        ("hand", MOMENTS[:-1]),
        ("turn", MOMENTS),
        ("help", MOMENTS),
        ("column", ("left", "main", "right", "balance")),
    ):
        for name in names:
            assert words.has_key(f"{prefix}.{name}"), (prefix, name)
    assert words.has_key(f"about.{preset}")
    pressed = (act.JOIN, act.DROP, act.ALONE, act.INVITE, act.SILENT, act.STAND)
    for action in (*pressed, act.KONTRAS[1]):
        assert words.has_key(f"act.{action_verb(action)}")
        assert words.has_key(f"act.{action_verb(action)}.button")


@pytest.mark.parametrize("base", [EN, RU])
@pytest.mark.parametrize("skin", ["german", "french", "italian"])
def test_every_contract_can_be_said(skin: str, base: Words) -> None:
    rules = balkan.rules("croatian", suit_skin=skin)
    words = table_words(rules, base)
    for name in ladder(BalkanOptions.of(rules).suit_order, 8):
        for whole in (name, as_game(name)):
            assert words.contract(whole)
            assert words.contract_face(whole)
            assert len(words.contract_spoken(whole)) <= 34
    assert words.contract(GAME)
    assert words.contract("4") == "4"


def test_the_suits_have_the_names_of_the_pack() -> None:
    """A tile from another pack stands beside the word; else the word alone is enough."""
    line = "2⟦S⟧{} · 3⟦D⟧{} · 4⟦H⟧{} · 5⟦C⟧{} · 6 bettel · 7 sanac"
    for skin, names, is_shown in (
        ("german", ("leaves", "bells", "hearts", "acorns"), True),
        ("french", ("spades", "diamonds", "hearts", "clubs"), False),
        ("italian", ("cups", "coins", "swords", "batons"), True),
    ):
        rules = balkan.rules("croatian", suit_skin=skin)
        words = table_words(rules, EN)
        assert presenter_of(rules).ladder_line(rules, words) == line.format(
            *(f" {name}" * is_shown for name in names)
        )
        assert words.tile_in_words("KS") == f"king of {names[0]}"
    order = balkan.rules("balkan", preferans_contract=True)
    told = presenter_of(order).ladder_line(order, table_words(order, RU))
    assert told.startswith("2⟦C⟧ · 3⟦D⟧ · 4⟦H⟧ · 5⟦S⟧")
    assert told.endswith("8 преферанс")


def test_each_country_has_its_words() -> None:
    for preset, bettel, sanac, third in (
        ("croatian", "6 bettel", "7 sanac", "sukontra"),
        ("serbian", "6 betl", "7 sans", "subkontra"),
        ("slovenian", "6 berač", "7 sans atout", "subkontra"),
        ("guide", "6 bettel", "7 sans", "rekontra"),
        ("balkan", "6 battle", "7 sans", "subkontra"),
    ):
        words = table_words(balkan.rules(preset), EN)
        assert words.contract("6B") == bettel
        assert words.contract("7NT") == sanac
        assert words.action(act.KONTRAS[3]) == third
        beaten = words.say("why.bettel_beaten", n=5, unit=12, amount=60, name="Ana")
        assert beaten.startswith(bettel[2:])
    assert EN.contract("7NT") == "7⟦NT⟧"  # no Balkan word at a Russian table


@pytest.mark.parametrize(
    ("preset", "third", "last"),
    [
        ("croatian", ("sukontra", "суконтра"), "no limit, at most ten times"),
        ("serbian", ("subkontra", "субконтра"), "mortkontra"),
        ("slovenian", ("subkontra", "субконтра"), "no limit, at most ten times"),
        ("guide", ("rekontra", "реконтра"), "no limit, at most ten times"),
        ("balkan", ("subkontra", "субконтра"), "mortkontra"),
    ],
)
def test_the_chain_of_kontras(preset: str, third: tuple[str, str], last: str) -> None:
    """2.9.2, A13: the third raise in the words of the table, and the end of the chain."""
    agreed = balkan.rules(preset)
    for base, word in zip((EN, RU), third, strict=True):
        words = table_words(agreed, base)
        assert words.action(act.KONTRAS[3]) == word
        assert words.say("act.kontra.3.button") == word.capitalize()
    limit = BalkanOptions.of(agreed).kontra_max_level
    assert value_label(table_words(agreed, EN), "kontra_max_level", limit) == last
    assert BalkanOptions.of(agreed).longest_chain == (limit or 10)


@pytest.mark.parametrize(
    ("preset", "english", "russian"),
    [
        ("croatian", "game, bettel, sanac, preferans", "игра, бетль, санац, преферанс"),
        (
            "serbian",
            "igra, igra betl, igra sans, igra preferans",
            "игра, игра бетль, игра санс, игра преферанс",
        ),
        ("slovenian", "game, berač, sans atout, preferans", "игра, берач, сан-зату, преферанс"),
        ("guide", "game, bettel, sans, preferans", "игра, бетль, санс, преферанс"),
        (
            "balkan",
            "game, game battle, game sans, game preferans",
            "игра, игра бетль, игра санс, игра преферанс",
        ),
    ],
)
def test_a_game_without_trump_is_said_without_its_number(
    preset: str, english: str, russian: str
) -> None:
    """2.3: as it is announced at each table; no label is that of a contract with the talon."""
    for base, said_ in ((EN, english), (RU, russian)):
        words = table_words(balkan.rules(preset), base)
        for name, word in zip((GAME, "G6B", "G7NT", "G8P"), said_.split(", "), strict=True):
            forms = (words.contract(name), words.contract_spoken(name), words.contract_face(name))
            assert forms == (word, word, word)
            assert name == GAME or words.contract(name[1:]) != word


def test_bula_is_the_main_column_of_the_serbians_alone() -> None:
    """A36: in no language the name of a side column, nor used at another table."""
    for preset in balkan.PRESETS:
        for base, bula in ((EN, "bula"), (RU, "була")):
            words = table_words(balkan.rules(preset), base)
            assert (words.say("column.main") == bula) is (preset == "serbian")
            assert (bula in words.say("sheet.main", totals="").lower()) is (preset == "serbian")
            for side in ("left", "right"):
                assert bula not in words.say(f"column.{side}")
                assert bula not in words.say(f"sheet.{side}", name="Ana", totals="").lower()


def test_no_help_names_a_contract_in_another_table_s_words() -> None:
    """Texts that all presets share call 6 and 7 by their numbers."""
    keys = (
        "help.declare",
        "help.play",
        "advice.game.suit_only",
        "option.sanac_lead",
        "option.bettel_kontra_payout",
        "option.rekontra_on_game_bettel",
    )
    foreign = re.compile("sanac|sans|bett?el|betl|berač|battle|санац|санс|бетл|берач")
    for base in (EN, RU):
        words = table_words(balkan.rules("balkan"), base)
        assert not [key for key in keys if foreign.search(words.say(key))]


def test_the_glossaries_have_the_words_of_the_documents() -> None:
    for words in (EN, RU):
        told = shown(general_help_screen(words, "austrian", HelpTopic.WORDS))
        for word in ("Vorhand", "Rückhand", "Plauderer aufgedeckt", "Mord aufgedeckt"):
            assert word in told
    assert "Hat** (kapa, šešir)" in shown(general_help_screen(EN, "balkan", HelpTopic.WORDS))
    assert "kapa, šešir" in table_words(balkan.rules("serbian"), EN).say("sheet.balance")


def test_the_guide_says_that_its_text_is_turned_round() -> None:
    assert "counter-clockwise" in EN.say("about.guide")
    assert "против часовой" in RU.say("about.guide")


def test_a_fourth_player_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadRules) as refused:
        rules_for("croatian", 4)
    assert EN.rules_fault(refused.value) == "These rules are not played by so many."
    assert RU.rules_fault(refused.value) == "По этим правилам столько игроков не играет."


def test_an_impossible_target_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadRules) as refused:
        preset_rules(PRESETS, "serbian", 5, 3)
    assert EN.rules_fault(refused.value) == "The opening debt is between 10 and 1000."
    assert BalkanOptions.of(preset_rules(PRESETS, "serbian", None, 3)).starting_level == 60
    assert BalkanOptions.of(preset_rules(PRESETS, "croatian", 50, 3)).starting_level == 50
