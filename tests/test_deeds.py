"""UI commands: each has one text and one handler, and every text of a button is read."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Final, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.analysis.problems.problem import Grade
from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.handlers.registry import SERVER_HANDLERS, TABLE_HANDLERS, handles
from bot.engine.cards import CARD_NAMES
from bot.engine.families import FAMILIES
from bot.engine.notation import parse_action as read_action
from bot.model.enums import Clock, LeaveOutcome, Proposal
from bot.model.refusals import REFUSAL_FACTS, Refusal, Refused
from bot.model.settings import (
    AnySettings,
    Column,
    GuildSettings,
    SettingChange,
    UserSettings,
    settings_of,
)
from bot.ui_commands import play_commands, practice_commands, server_commands, view_commands
from bot.ui_commands.codec import (
    CommandForm,
    ServerCommand,
    TableCommand,
    UiCommand,
    all_commands,
    command_text,
    parse_command,
)
from bot.ui_commands.play_commands import CloseMode
from bot.ui_commands.practice_commands import ProblemRef
from bot.ui_commands.server_commands import HelpTopic
from bot.ui_commands.view_commands import DealBoundary

GOLDEN: Final = Path(__file__).parent / "golden" / "deeds"
KINDS: Final = all_commands()


def golden(name: str) -> list[str]:
    """Texts of buttons, choices and commands as they stood before deeds were values."""
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def test_every_button_in_a_channel_goes_on_working() -> None:
    lines = [*golden("table"), *golden("server")]
    assert [command_text(parse_command(line)) for line in lines] == lines


def test_a_text_tells_whether_its_command_needs_a_table() -> None:
    assert all(isinstance(parse_command(line), TableCommand) for line in golden("table"))
    assert all(isinstance(parse_command(line), ServerCommand) for line in golden("server"))


def test_every_command_belongs_to_a_table_or_a_server() -> None:
    assert all(issubclass(kind, TableCommand | ServerCommand) for kind in KINDS)


def test_some_pages_are_shown_with_and_without_a_table() -> None:
    both = [k for k in KINDS if issubclass(k, TableCommand) and issubclass(k, ServerCommand)]
    assert {kind.__name__ for kind in both} == {
        *("ShowHelp", "ShowHelpPage", "ShowHistory", "ShowSavedRules", "DeleteSavedRules"),
    }


def test_the_golden_texts_know_every_deed() -> None:
    known = {type(parse_command(line)) for line in (*golden("table"), *golden("server"))}
    assert known == set(KINDS)


# every deed there can be ------------------------------------------------------------------

CARDS: Final = st.integers(0, len(CARD_NAMES) - 1)
PAGES: Final = st.integers(1, 1000)
DEALS: Final = st.integers(1, 99_999)
NAMES: Final = st.text("abcxyz059_", min_size=1, max_size=40)
PRESETS: Final = st.builds("{}{}".format, st.sampled_from("az09"), st.text("az_-.", max_size=39))
TAILS: Final = st.text("azAZ_-", min_size=1, max_size=11)
LOCALES: Final = st.none() | st.builds("{}{}".format, st.sampled_from("azAZ"), TAILS)
KEYS: Final = st.text("akz09_.-", min_size=1, max_size=24)
SEASONS: Final = st.builds("{:04}-{:02}".format, st.integers(0, 9999), st.integers(0, 99))
ZONES: Final = st.builds("{}{}".format, st.sampled_from("azAZ"), st.text("azAZ09_+/-", max_size=39))
USERS: Final = st.integers(0, 2**63 - 1)
SUBJECTS: Final = (
    st.sampled_from([Proposal("pause"), Proposal("stop")])
    | st.integers(0, 9_999_999).map(lambda line: Proposal("takeback", line=line))
    | st.tuples(st.integers(0, 3), USERS).map(lambda offered: Proposal("seat", *offered))
)
VALUES: Final[dict[str, st.SearchStrategy[object]]] = {
    "cards": st.lists(CARDS, max_size=2, unique=True).map(tuple),
    "card": CARDS,
    "clock": st.sampled_from(Clock),
    "mode": st.none() | st.sampled_from(CloseMode),
    "tricks": st.none() | st.integers(0, 10),
    "seat": st.integers(0, 3),
    "consequence": st.sampled_from(LeaveOutcome),
    "step": st.sampled_from(DealBoundary) | st.integers(-1, 99),
    "game": st.integers(1, 10**15 - 1),
    "after": st.integers(-1, 99),
    "deal": DEALS,
    "page": PAGES,
    "level": NAMES,
    "group": NAMES,
    "option": NAMES,
    "value": st.text(st.characters(exclude_characters=" "), min_size=1, max_size=50),
    "family": st.sampled_from([*FAMILIES]),
    "preset": PRESETS,
    "season": st.just("") | SEASONS,
    "user_id": USERS,
    "about": st.none() | SUBJECTS,
    "number": st.integers(1, 1000),
    "ref": st.builds(ProblemRef, KEYS, st.integers(0, 999_999)),
    "action": st.sampled_from(["bid M", "concede", "discard 7S 8S", "play AH"]).map(read_action),
    "line": st.none() | st.integers(0, 9_999_999),
    "question": st.integers(1, 99),
    "answer": st.sampled_from(["pass", "bid 6S", "play KS", "discard 7C 9D"]),
    "topic": st.sampled_from(HelpTopic),
    "digest": st.text("0123456789abcdef", min_size=12, max_size=12),
    "length": st.integers(0, 30),
    "grade": st.none() | st.sampled_from(Grade),
}
SETTING_VALUES: Final[dict[str, st.SearchStrategy[object]]] = {  # of open sets, by column
    "locale": LOCALES,
    "preset": PRESETS,
    "zone": ZONES,
    "role": st.none() | st.integers(1, 2**63 - 1),
    "max_tables": st.integers(0, 1000),
    "max_user_tables": st.integers(0, 1000),
    "min_games": st.integers(0, 1000),
    "quiet_from": st.none() | st.integers(0, 23),
    "quiet_until": st.integers(0, 23),
}


def setting_values(name: str, column: Column) -> st.SearchStrategy[object]:
    closed = column.codec.choices
    return st.sampled_from(closed) if closed else SETTING_VALUES[name]


def changes_of(record: type[AnySettings]) -> st.SearchStrategy[SettingChange]:
    changes = [
        st.builds(SettingChange, st.just(name), st.tuples(*map(setting_values, own, own.values())))
        for name, own in settings_of(record).items()
    ]
    return st.one_of(changes)


OF_ONE_COMMAND: Final[dict[tuple[type[UiCommand], str], st.SearchStrategy[object]]] = {
    (play_commands.AddRobot, "level"): st.just("") | NAMES,
    (play_commands.InviteUser, "user_id"): st.none() | st.integers(1, 2**63 - 1),
    (play_commands.SetClock, "clock"): st.none() | st.sampled_from(Clock),
    (play_commands.VerifyDeck, "deal"): st.none() | DEALS,
    (practice_commands.StartLesson, "family"): st.sampled_from(["", *FAMILIES]),
    (server_commands.ShowHistory, "page"): st.none() | PAGES,
    (server_commands.ShowLeaderboardPage, "family"): st.sampled_from(["", *FAMILIES]),
    (server_commands.ShowLeaderboardPage, "preset"): st.just("") | PRESETS,
    (server_commands.ShowMyHand, "game"): st.none() | st.integers(1, 10**15 - 1),
    (server_commands.ChangeOwnSetting, "change"): changes_of(UserSettings),
    (server_commands.ChangeServerSetting, "change"): changes_of(GuildSettings),
    (view_commands.ShareDeal, "step"): st.integers(0, 99),
    (view_commands.ShowMatch, "page"): st.none() | PAGES,
    (view_commands.ShowPostMortem, "deal"): st.none() | DEALS,
    (view_commands.ShowRules, "page"): st.none() | PAGES,
}


def values_of(kind: type[UiCommand], name: str) -> st.SearchStrategy[object]:
    """All values of a field: by its name, unless the command has others than its namesakes."""
    if get_type_hints(kind)[name] is bool:
        return st.booleans()
    own = OF_ONE_COMMAND.get((kind, name))
    return VALUES[name] if own is None else own


def deeds_of(kind: type[UiCommand]) -> st.SearchStrategy[UiCommand]:
    make: Callable[..., UiCommand] = kind
    return st.builds(make, **{field.name: values_of(kind, field.name) for field in fields(kind)})


DEEDS: Final = st.one_of([deeds_of(kind) for kind in KINDS])


@given(DEEDS)
def test_each_command_has_one_text(deed: UiCommand) -> None:
    assert parse_command(command_text(deed)) == deed


def readers(line: str) -> list[type[UiCommand]]:
    """The commands whose forms read a line and write it as it stands."""
    found = []
    for kind in KINDS:
        with suppress(Refused):
            command = kind.form.parse(line)
            if command is not None and command_text(command) == line:
                found.append(kind)
    return found


@given(DEEDS)
def test_no_two_forms_read_the_same_text(deed: UiCommand) -> None:
    assert readers(command_text(deed)) == [type(deed)]


def test_a_form_has_a_field_for_each_value() -> None:
    with pytest.raises(TypeError, match="the form of TakeSeat needs a CodecField for each"):
        CommandForm(play_commands.TakeSeat, "sit")


def test_every_command_has_exactly_one_handler() -> None:
    server, table = SERVER_HANDLERS.commands(), TABLE_HANDLERS.commands()
    assert set(server) == {kind for kind in KINDS if issubclass(kind, ServerCommand)}
    assert set(table) == set(KINDS) - set(server)


def test_a_second_handler_is_refused() -> None:
    async def other(_: TableContext, __: play_commands.JoinTable) -> None: ...

    with pytest.raises(ValueError, match="JoinTable has a handler already"):
        handles(play_commands.JoinTable)(other)


@given(DEEDS)
def test_no_custom_id_is_longer_than_discord_allows(deed: UiCommand) -> None:
    """On the greatest table; house rules are set by lines of a select, ``d:<deed>``."""
    if isinstance(deed, play_commands.SetHouseRule | play_commands.ShowHouseRule):
        prefix = "d:"
    else:
        prefix = (
            "pref:d:0:0:" if isinstance(deed, ServerCommand) else f"pref:d:{'9' * 15}:{'9' * 9}:"
        )
    assert len(prefix + command_text(deed)) <= 100


# forged texts -----------------------------------------------------------------------------

FORGED: Final = [
    ("", Refusal.NO_SUCH_BUTTON),
    (" ", Refusal.NO_SUCH_BUTTON),
    ("nonsense", Refusal.NO_SUCH_BUTTON),
    ("join ", Refusal.NO_SUCH_BUTTON),
    ("join now", Refusal.NO_SUCH_BUTTON),
    ("JOIN", Refusal.NO_SUCH_BUTTON),
    ("leave no", Refusal.NO_SUCH_BUTTON),
    ("sit 4", Refusal.NO_SUCH_BUTTON),
    ("remove 1", Refusal.NO_SUCH_BUTTON),
    ("start now", Refusal.NO_SUCH_BUTTON),
    ("leave yes yes", Refusal.NO_SUCH_BUTTON),
    ("friendly", Refusal.NO_SUCH_BUTTON),
    ("vote perhaps", Refusal.NO_SUCH_BUTTON),
    ("vote yes perhaps", Refusal.NO_SUCH_BUTTON),
    ("vote yes pause 1", Refusal.NO_SUCH_BUTTON),
    ("vote yes takeback", Refusal.NO_SUCH_BUTTON),
    ("vote yes takeback 07", Refusal.NO_SUCH_BUTTON),
    ("vote no seat 4 1", Refusal.NO_SUCH_BUTTON),
    ("vote no seat 1", Refusal.NO_SUCH_BUTTON),
    ("close quietly", Refusal.NO_SUCH_BUTTON),
    ("clock sometimes", Refusal.NO_SUCH_BUTTON),
    ("level", Refusal.NO_SUCH_BUTTON),
    ("pick ZZ", Refusal.NO_SUCH_BUTTON),
    ("pick 7S 7S", Refusal.NO_SUCH_BUTTON),
    ("pick 7S 8S 9S", Refusal.NO_SUCH_BUTTON),
    ("claim x", Refusal.NO_SUCH_BUTTON),
    ("claim 11", Refusal.NO_SUCH_BUTTON),
    ("rules 01", Refusal.NO_SUCH_BUTTON),
    ("rules \u0663", Refusal.NO_SUCH_BUTTON),
    ("rules 1001", Refusal.NO_SUCH_BUTTON),
    ("house a b c", Refusal.NO_SUCH_BUTTON),
    ("set pool_target", Refusal.VALUE_UNKNOWN),
    ("set pool_target a b", Refusal.VALUE_UNKNOWN),
    ("walk", Refusal.NO_SUCH_DEAL),
    ("walk 0 first", Refusal.NO_SUCH_DEAL),
    ("walk 1 somewhere", Refusal.NO_SUCH_BUTTON),
    ("walk 1 100", Refusal.NO_SUCH_BUTTON),
    ("walk 1 mistake", Refusal.NO_SUCH_BUTTON),
    ("walk 1 mistake -2", Refusal.NO_SUCH_BUTTON),
    ("analyse " + "9" * 5000, Refusal.NO_SUCH_DEAL),
    ("analyse 1 lines", Refusal.NO_SUCH_DEAL),
    ("leaders 1 x - - people", Refusal.NO_SUCH_BUTTON),
    ("leaders 1 - - 2026 people", Refusal.NO_SUCH_BUTTON),
    ("leaders 1 - - - both", Refusal.NO_SUCH_BUTTON),
    ("leaders 0 - - - people", Refusal.NO_SUCH_BUTTON),
    ("leaders 999999999999999999999 - - - people", Refusal.NO_SUCH_BUTTON),
    ("history 0", Refusal.NO_SUCH_BUTTON),
    ("profile", Refusal.NO_SUCH_BUTTON),
    ("profile 9223372036854775808", Refusal.NO_SUCH_BUTTON),
    ("profile -1", Refusal.NO_SUCH_BUTTON),
    ("me", Refusal.NO_SUCH_BUTTON),
    ("me language", Refusal.VALUE_UNKNOWN),
    ("me colour red", Refusal.NO_SUCH_BUTTON),
    ("server colour red", Refusal.NO_SUCH_BUTTON),
    ("server clock never", Refusal.VALUE_UNKNOWN),
    ("server threads perhaps", Refusal.VALUE_UNKNOWN),
    ("server pictures -", Refusal.VALUE_UNKNOWN),
    ("me faces italian", Refusal.VALUE_UNKNOWN),
    ("me pictures", Refusal.NO_SUCH_BUTTON),
    ("server zone", Refusal.VALUE_UNKNOWN),
    ("server zone ../etc", Refusal.VALUE_UNKNOWN),
    ("server tables 1001", Refusal.VALUE_UNKNOWN),
    ("server tables", Refusal.VALUE_UNKNOWN),
    ("help chess words", Refusal.NO_SUCH_BUTTON),
    ("help russian chess", Refusal.NO_SUCH_BUTTON),
    ("learn chess", Refusal.NO_SUCH_BUTTON),
    ("learn russian 0", Refusal.NO_SUCH_BUTTON),
    ("learn russian 1 <@1>", Refusal.NO_SUCH_BUTTON),
    ("saved drop", Refusal.RULES_GONE),
    ("saved drop our Thursday", Refusal.RULES_GONE),
    ("save", Refusal.NO_SUCH_BUTTON),
    ("etude new nonsense", Refusal.NO_SUCH_BUTTON),
    ("etude open k1@0", Refusal.ETUDE_GONE),
    ("etude open k1@x", Refusal.ETUDE_GONE),
    ("etude open", Refusal.ETUDE_GONE),
    ("etude play k1 4 ZZ", Refusal.ETUDE_CARD),
    ("etude play k1 31 7S", Refusal.NO_SUCH_BUTTON),
]


def test_what_no_button_says_is_refused_by_name() -> None:
    for line, why in FORGED:
        with pytest.raises(Refused) as refused:
            parse_command(line)
        assert refused.value.reason is why, line
        assert set(refused.value.facts) == set(REFUSAL_FACTS.get(why, ())), line


def read_or_refused(line: str) -> bool:
    try:
        return command_text(parse_command(line)) == line
    except Refused:
        return True


@given(st.text(max_size=100))
def test_anything_is_read_or_refused(line: str) -> None:
    assert read_or_refused(line)


LINES: Final = (*golden("table"), *golden("server"))
WORDS: Final = sorted({word for line in LINES for word in line.split(" ")})


@given(st.lists(st.sampled_from([*WORDS, "", "-1", "0", "9" * 20]), max_size=6).map(" ".join))
def test_any_words_of_buttons_are_read_or_refused(line: str) -> None:
    assert read_or_refused(line)
