"""Every setting is whole: columns, a place on the screen, and its reset.

Its words are checked by ``tests/render/test_words.py``, its line in PRIVACY.md by
``tests/test_privacy.py``.
"""

import re
from collections.abc import Iterator
from typing import Final, get_args, get_type_hints

import pytest

from bot.model.enums import CardFaces, NotifyWhen
from bot.model.settings import (
    AnySettings,
    GuildSettings,
    SettingChange,
    SettingsPage,
    UserSettings,
    columns_of,
    record_from_row,
    settings_of,
    with_change,
)
from bot.model.values import replace
from bot.render.screen import Screen, Select
from bot.render.server.settings_screens import personal_settings_screen, server_settings_screen
from bot.store.migrations import DatabaseKind, load_migrations
from bot.ui_commands.server_commands import ChangeOwnSetting, ChangeServerSetting
from tests.render.scenes import EN
from tests.render.walks import PRESETS

TABLES: Final[dict[str, type[AnySettings]]] = {"guild": GuildSettings, "person": UserSettings}
SET: Final = (  # with each of their selects
    GuildSettings(
        1,
        role=77,
        recap_channel=88,
        daily_channel=89,
        first_title=71,
        second_title=72,
        champion_title=73,
    ),
    UserSettings(1, quiet_from=23),
)
RECORDS: Final = tuple(TABLES.values())


def columns_in_schema(database: DatabaseKind, table: str) -> set[str]:
    """Return the columns that the migrations of a database give a table."""
    sql = "\n".join(step.sql for step in load_migrations(database))
    created = re.findall(rf"^CREATE TABLE {table} \((.*?)^\)", sql, re.MULTILINE | re.DOTALL)
    names = re.findall(r"^    (\w+)", "".join(created), re.MULTILINE)
    return {*names, *re.findall(rf"ALTER TABLE {table} ADD COLUMN (\w+)", sql)}


def migration_of(table: str, name: str) -> str:
    """Return the statement that adds the column of a setting, with its type and its default."""
    hint, default = get_type_hints(TABLES[table])[name], getattr(TABLES[table](0), name)
    types = get_args(hint) or (hint,)
    kind = "[flag]" if bool in types else "[integer]" if int in types else "[text]"
    shown = str(int(default)) if isinstance(default, int) else f"'{default}'"
    rest = "" if default is None else f" NOT NULL DEFAULT {shown}"
    return f"ALTER TABLE {table} ADD COLUMN {name} {kind}{rest};"


def screens_of(record: AnySettings) -> list[Screen]:
    if isinstance(record, GuildSettings):
        return [
            server_settings_screen(record, PRESETS.names(), ("en", "ru"), EN, page)
            for page in SettingsPage
        ]
    return [personal_settings_screen(record, ("en", "ru"), EN)]


def offered_by(record: AnySettings) -> Iterator[tuple[Select, str, SettingChange]]:
    """Yield every select of all pages with the label and the change of every choice."""
    for block in (block for page in screens_of(record) for block in page.blocks):
        if isinstance(block, Select):
            for choice in block.choices:
                assert isinstance(choice.press, ChangeOwnSetting | ChangeServerSetting)
                yield block, choice.label, choice.press.change


@pytest.mark.parametrize("database", get_args(DatabaseKind))
@pytest.mark.parametrize("table", TABLES)
def test_every_setting_has_its_columns(database: DatabaseKind, table: str) -> None:
    missing = columns_of(TABLES[table]).keys() - columns_in_schema(database, table)
    number = len(load_migrations(database)) + 1
    assert not missing, f"write to bot/store/migrations/{number:04}_<what>.sql:\n" + "\n".join(
        migration_of(table, name) for name in sorted(missing)
    )


@pytest.mark.parametrize("record", SET)
def test_every_setting_has_a_place_on_the_screen(record: AnySettings) -> None:
    settable = {change.setting for _, _, change in offered_by(record)}
    assert settable == settings_of(type(record)).keys()


@pytest.mark.parametrize("record", SET)
def test_a_choice_shows_as_present_once_it_is_made(record: AnySettings) -> None:
    """The select that offers a value names it in its head; a role or a channel leaves no select."""
    for select, label, change in offered_by(record):
        after = with_change(record, change)
        heads = {one.name: one.placeholder for one, _, _ in offered_by(after)}
        if change.setting in ("role", "recap", "today", "first", "second", "champion"):
            assert select.name not in heads
        else:
            assert heads[select.name].endswith(label), (change, heads[select.name])


@pytest.mark.parametrize("record", RECORDS)
def test_defaults_are_values_that_a_database_can_store(record: type[AnySettings]) -> None:
    usual = record(7)
    stored = [getattr(usual, name) for name in columns_of(record)]
    row = [int(one) if isinstance(one, bool) else one for one in stored]
    assert record_from_row(record, (7, *row)) == usual


def test_a_stored_value_outside_a_closed_set_is_refused() -> None:
    row = [getattr(UserSettings(7), name) for name in columns_of(UserSettings)]
    row[list(columns_of(UserSettings)).index("faces")] = "italian"
    with pytest.raises(ValueError, match="not in tuple"):
        record_from_row(UserSettings, (7, *row))


def test_other_faces_end_card_names() -> None:
    names = UserSettings(1, spelled=True)
    changed = with_change(names, SettingChange("faces", (CardFaces.GERMAN,)))
    assert changed == replace(names, faces=CardFaces.GERMAN, spelled=False)


def test_another_notification_forgets_the_refused_message() -> None:
    refused = UserSettings(1, refused=True)
    changed = with_change(refused, SettingChange("calls", (NotifyWhen.LATE,)))
    assert changed == replace(refused, summoning=NotifyWhen.LATE, refused=False)


def test_quiet_hours_are_one_setting_of_two_columns() -> None:
    changed = with_change(UserSettings(1), SettingChange("quiet", (22, 6)))
    assert (changed.quiet_from, changed.quiet_until) == (22, 6)
