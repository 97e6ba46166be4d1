"""Lobbies, and the house rules that are chosen in them."""

import pytest

from bot.engine.rules import BadRules
from bot.engine.view import build_view
from bot.model.enums import Clock, Status
from bot.model.values import replace
from bot.presets import OptionSetting
from bot.render.families import presenter_of, table_words
from bot.render.rule_text import (
    expected_minutes,
    format_value,
    game_title,
    is_relevant_option,
    offered_values,
    option_choices,
    parse_value,
)
from bot.render.rules_screens import (
    clock_screen,
    house_rules_form,
    house_rules_screen,
    rule_pages,
)
from bot.render.screen import Button, Screen, Select, Style
from bot.render.screen_data import SeatData
from bot.render.table.board import board_screen
from bot.render.table.lobby_screens import (
    fill_screen,
    lobby_menu_screen,
    lobby_screen,
    seats_screen,
)
from bot.render.words import Words
from tests.render.scenes import EN, FACTS, NAMED, RU, SOCHI, played
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    buttons,
    command_texts,
    faults,
    players_of,
    press_text,
    rules_for,
    table_facts,
    texts,
)

ROBOT = SeatData("Teo", None, level="beginner")
SEATINGS = [(preset, players) for preset in PRESETS.names() for players in players_of(preset)]


def lobby(**changes: object) -> Screen:
    facts = table_facts(3, status=Status.LOBBY, **changes)
    return lobby_screen(facts, SOCHI, PRESETS.differences(SOCHI), EN)


def button(screen: Screen, press: str) -> Button:
    return next(b for b in buttons(screen) if press_text(b.press) == press)


def test_the_lobby_waits_for_players() -> None:
    screen = lobby(seats=(NAMED[0], None, None))
    assert texts(screen)[0].splitlines()[:2] == [
        "## Preferans · Sochi to 10",
        EN.say("aim.russian"),
    ]
    assert "1\u2002**Ana** · host" in texts(screen)[1]
    assert "2\u2002*free*" in texts(screen)[1]
    assert "<t:1800000000:R>" in texts(screen)[2]
    counting = {"friendly on", "friendly off"}
    assert {"join", "robot", "start", "more", *counting} == command_texts(screen)
    assert button(screen, "join").enabled
    full = lobby(seats=NAMED)
    assert button(full, "start").style is Style.PRIMARY
    assert not button(full, "join").enabled
    with_robot = lobby(seats=(*NAMED[:2], ROBOT))
    assert button(with_robot, "join").enabled
    assert not button(with_robot, "robot").enabled
    assert not faults(screen)


@pytest.mark.parametrize("words", [EN, RU])
def test_what_is_behind_more_in_the_lobby(words: Words) -> None:
    """The host's buttons are disabled for everybody else; seats lit where a press means much."""
    facts = table_facts(3, status=Status.LOBBY, seats=(NAMED[0], NAMED[1], ROBOT))
    host, guest, stranger = (lobby_menu_screen(facts, user, words) for user in (1, 2, 99))
    assert [button(one, "house").enabled for one in (host, guest, stranger)] == [True, False, False]
    assert [button(one, "leave").enabled for one in (host, guest, stranger)] == [True, True, False]
    host, guest, stranger = (seats_screen(facts, user, words) for user in (1, 2, 99))
    assert _lit(host) == {"sit 1", "sit 2", "remove 1 2", "remove 2 0", "more"}
    assert _lit(guest) == _lit(stranger) == {"sit 2", "more"}
    free = replace(facts, seats=(NAMED[0], None, None))
    pages = (host, guest, fill_screen(free, words), lobby_menu_screen(free, 1, words))
    assert not [fault for page in pages for fault in faults(page)]


def _lit(screen: Screen) -> set[str]:
    pressed = {press_text(one.press) for one in buttons(screen) if one.enabled}
    selects = [block for block in screen.blocks if isinstance(block, Select)]
    return pressed | {press_text(one.press) for select in selects for one in select.choices}


@pytest.mark.parametrize(
    ("preset", "changes", "title"),
    [
        ("sochi", {"pool_target": 10}, "Sochi to 10"),
        ("leningrad", {}, "Leningrad to 20"),
        ("rostov", {}, "Rostov, 12 deals"),
        ("sochi", {"end_condition": "time(60)"}, "Sochi, 60 min"),
        ("rostov", {"end_condition": "every_pool(15)"}, "Rostov to 15"),
    ],
)
def test_titles(preset: str, changes: dict[str, OptionSetting], title: str) -> None:
    rules = PRESETS.rules(preset, players=3, **changes)
    assert game_title(rules, table_words(rules, EN)) == title
    assert expected_minutes(rules, Clock.SLOW) is None
    minutes = expected_minutes(rules, Clock.NORMAL)
    assert minutes is not None
    assert 10 <= minutes <= 240


def test_a_match_for_time_says_when_it_is_over() -> None:
    """As Discord's timestamp, which all readers see in their own zone."""
    rules = PRESETS.rules("rostov", end_condition="until(03:00)")
    assert game_title(rules, table_words(rules, EN)) == "Rostov, until 03:00"
    facts, said = replace(FACTS, ends_at=1_900_000_000), "until <t:1900000000:t> (<t:1900000000:R>)"
    before = replace(facts, status=Status.LOBBY)
    assert said in texts(lobby_screen(before, rules, (), EN))[0]
    seen = build_view(played(rules=rules), None)
    assert said in texts(board_screen(seen, facts, EN))[0]
    assert said not in texts(board_screen(seen, FACTS, EN))[0]


@pytest.mark.sampled(suite=7)
@pytest.mark.parametrize("words", CATALOGUE.languages.values(), ids=CATALOGUE.languages)
@pytest.mark.parametrize(("preset", "players"), SEATINGS)
def test_every_house_rule_stands_in_a_form(words: Words, preset: str, players: int) -> None:
    """With all its values, and within what Discord takes in a modal."""
    rules, reached = rules_for(preset, players), set[str]()
    for page in rule_pages(rules):
        form = house_rules_form(7, rules, words, page.group, page.options[0])
        assert form is not None
        assert form.press == page.press
        assert (1 <= len(form.questions) <= 5, len(form.title) <= 45) == (True, True), form.title
        for question in form.questions:
            assert len(question.title) <= 45, question.title
            values = tuple(value for value, _ in option_choices(rules, question.name, words))
            assert tuple(value for value, _ in question.values) == values
            assert question.present in dict(question.values)
            assert max(len(label) for _, label in question.values) <= 100
        reached |= set(page.options)
    hidden = set(type(rules.options).model_fields) - reached
    assert hidden == {
        option
        for option in type(rules.options).model_fields
        if not is_relevant_option(rules, option) or len(offered_values(rules, option)) == 1
    }


def test_a_page_that_is_not_there_opens_no_form() -> None:
    rules = rules_for("sochi", 3)
    assert house_rules_form(7, rules, EN, "chess") is None
    assert house_rules_form(7, rules, EN, "auction", "castling") is None


def test_a_difference_from_the_preset_can_be_undone() -> None:
    rules = PRESETS.rules("sochi", concede_three=True, half_whist=False)
    facts, preset = table_facts(status=Status.LOBBY), rules_for("sochi", 3)
    shown = house_rules_screen(facts, rules, PRESETS.differences(rules), EN, preset)
    undone = {said for said in command_texts(shown) if said.startswith("set ")}
    assert undone == {"set concede_three no", "set half_whist yes"}


def refused(preset: str, option: str, value: OptionSetting) -> str:
    """Return the reason why a value does not fit into a preset; a sentence is there for it."""
    try:
        PRESETS.rules(preset, **({"players": players_of(preset)[-1]} | {option: value}))
    except BadRules as fault:
        return fault.reason if EN.rules_fault(fault) else "bad_option"
    return ""


def test_every_offered_value_is_read_back() -> None:
    for preset in PRESETS.names():
        rules = rules_for(preset, players_of(preset)[-1])
        for option in type(rules.options).model_fields:
            for value in offered_values(rules, option):
                assert parse_value(rules, option, format_value(value)) == value
                assert refused(preset, option, value) not in ("bad_option", "unknown_option")


def test_values_that_are_not_offered() -> None:
    rules = rules_for("sochi", 3)
    assert parse_value(rules, "pool_target", "17") == 17
    assert parse_value(rules, "raspasy_exit_bar", "6,6,8") == [6, 6, 8]
    assert parse_value(rules, "end_condition", "deals(7)") == "deals(7)"
    for option, text in (
        ("pool_target", "many"),
        ("half_whist", "maybe"),
        ("whist_penalty", "double"),
        ("players", "5"),
        ("no_such", "1"),
    ):
        with pytest.raises(BadRules):
            parse_value(rules, option, text)


def test_a_lobby_is_called_friendly_only_once_it_is() -> None:
    words = CATALOGUE.words("en")
    for friendly, told in (
        (False, "A friendly table has hints"),
        (True, "The table is friendly"),
    ):
        shown = "\n".join(texts(lobby_menu_screen(table_facts(friendly=friendly), 1, words)))
        assert (told in shown, shown.count("riendly")) == (True, 1 + friendly)


def test_the_page_of_the_clock_says_what_it_is_and_leads_back() -> None:
    words = CATALOGUE.words("en")
    shown = clock_screen(table_facts(clock=Clock.SLOW), words)
    assert f"**{words.say('clock.slow')}**: {words.say('house.present')}" in "".join(texts(shown))
    assert "more" in command_texts(shown)


def test_the_consolation_is_among_the_rules_that_are_agreed_on_first() -> None:
    """Its place is the first question at a table of Sochi (docs/rules/russian.md)."""
    house = presenter_of(PRESETS.rules("sochi", players=3, pool_target=10)).house_rules
    assert "consolation_to" in house.common_options
    assert len(house.common_options) == 10
