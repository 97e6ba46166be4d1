"""Levels of robots, in the lobby and in the list of seated players."""

from typing import get_args

import pytest

from bot.config.settings import RobotLevel
from bot.render.screen import Select
from bot.render.screen_data import SeatData, TableData
from bot.render.table.lobby_screens import (
    MAX_THINKING_SECONDS,
    lobby_menu_screen,
    lobby_screen,
    seats_screen,
)
from bot.render.table.result import started_screen
from bot.robots import ROBOTS
from bot.workers import robot_moves
from tests.render.walks import (
    CATALOGUE,
    PRESETS,
    command_texts,
    faults,
    press_text,
    table_facts,
    texts,
)

LEVELS = get_args(RobotLevel)
SOCHI = PRESETS.rules("sochi", players=3, pool_target=10)


def facts(*robots: str, levels: tuple[str, ...] = LEVELS) -> TableData:
    seats = (SeatData("Ana", 1), *(SeatData(level, None, level=level) for level in robots))
    return table_facts(seats=(*seats, *[None] * (3 - len(seats))), levels=levels)


def test_every_robot_can_be_chosen() -> None:
    assert tuple(ROBOTS) == LEVELS


@pytest.mark.parametrize("locale", ["en", "ru"])
def test_a_lobby_says_and_offers_the_levels(locale: str) -> None:
    words = CATALOGUE.words(locale)
    screen = lobby_menu_screen(facts("expert", "beginner"), 1, words)
    assert faults(screen) == []
    (select,) = [block for block in screen.blocks if isinstance(block, Select)]
    assert [press_text(choice.press) for choice in select.choices] == [
        f"level {level}" for level in reversed(LEVELS)
    ]
    named = [words.say(f"level.{level}") for level in ("beginner", "expert")]
    assert all(name in select.placeholder for name in named)
    assert all(any(name in text for text in texts(screen)) for name in named)
    started = started_screen(facts("expert", "club"), SOCHI, "", (), words)
    assert words.say("level.club") in "".join(texts(started))


def test_a_chosen_level_says_that_it_is_of_all_robots() -> None:
    words = CATALOGUE.words("en")
    shown = lobby_menu_screen(facts("expert", "beginner"), 1, words)
    (select,) = [block for block in shown.blocks if isinstance(block, Select)]
    assert [choice.label for choice in select.choices] == [
        f"All robots: {words.say(f'level.{level}')}" for level in reversed(LEVELS)
    ]


def test_nothing_to_choose_without_robots_or_levels() -> None:
    words = CATALOGUE.words("en")
    for shown in (facts(), facts("beginner", levels=("beginner",))):
        offered = command_texts(lobby_menu_screen(shown, 1, words))
        assert not [deed for deed in offered if deed.startswith("level")]
        assert "robot" in command_texts(lobby_screen(shown, SOCHI, (), words))


@pytest.mark.parametrize(
    ("locale", "time"), [("en", "at most 2 s a move"), ("ru", "не дольше 2 с")]
)
def test_the_lobby_tells_what_a_level_goes_by_and_its_time(locale: str, time: str) -> None:
    """In the public message, behind More, at the seats, and in the choice of a level."""
    words = CATALOGUE.words(locale)
    shown = facts("expert", "beginner")
    screens = (
        lobby_screen(shown, SOCHI, (), words),
        lobby_menu_screen(shown, 1, words),
        seats_screen(shown, 1, words),
    )
    for screen in screens:
        told = "\n".join(texts(screen))
        assert time in told
        assert told.count(words.say("level.expert.about")) == 1
        assert words.say("level.beginner.about") in told
        assert words.say("level.club.about") not in told
    (select,) = [block for block in screens[1].blocks if isinstance(block, Select)]
    assert all(choice.description for choice in select.choices)
    assert time in (select.choices[0].description or "")


def test_a_lobby_without_robots_says_nothing_of_levels() -> None:
    words = CATALOGUE.words("en")
    told = "\n".join(texts(lobby_screen(facts(), SOCHI, (), words)))
    assert not [level for level in LEVELS if words.say(f"level.{level}.about") in told]


def test_the_time_told_is_kept_with_any_search() -> None:
    """The time is a limit, not the mean of one machine: nobody waits for longer thoughts."""
    assert MAX_THINKING_SECONDS == robot_moves.MOVE_SECONDS
