"""UI commands: each has one text and one handler, and every text of a button is read."""

import ast
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_ui.handlers import registry
from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.handlers.registry import (
    HANDLER_MODULES,
    SERVER_HANDLERS,
    TABLE_HANDLERS,
    HandlerRegistry,
    handles,
)
from bot.features import FEATURES
from bot.model.codec_fields import CodecField
from bot.model.refusals import REFUSAL_FACTS, Refusal, Refused
from bot.model.settings import (
    PRESET_FIELD,
    AnySettings,
    Column,
    GuildSettings,
    SettingChange,
    UserSettings,
    columns_of,
    settings_of,
)
from bot.presets import load_presets
from bot.ui_commands import play_commands, server_commands
from bot.ui_commands.codec import (
    CommandForm,
    ServerCommand,
    TableCommand,
    UiCommand,
    all_commands,
    command_text,
    parse_command,
)
from tests.support.sources import nodes_of

GOLDEN: Final = Path(__file__).parent / "golden" / "ui_commands"
KINDS: Final = all_commands()
HOME: Final = Path(__file__).parents[1]


def golden(name: str) -> list[str]:
    """Return texts of buttons, choices and commands as they were before commands were values."""
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
        *(
            "ShowHelp",
            "ShowHelpPage",
            "ShowMatchRating",
            "ShowHistory",
            "ShowSavedRules",
            "DeleteSavedRules",
        ),
        *("ShowOwnDeals", "OpenOwnDeal", "EnterOwnDeal", "ReadDealFile", "NameOwnDeal"),
        "DropOwnDeal",
        *("SetUpAttempt", "ContinueAttempt", "ExportSeason", "ShowSeals", "ShowRecap"),
        *("ReportDeal", "ShowReports", "RuleDeal", "CorrectLine"),
    }


def test_the_golden_texts_know_every_command() -> None:
    known = {type(parse_command(line)) for line in (*golden("table"), *golden("server"))}
    missing = [kind.__name__ for kind in KINDS if kind not in known]
    assert not missing, (
        f"write a text of {', '.join(missing)} in tests/golden/ui_commands/table.txt or server.txt"
    )


@pytest.mark.parametrize(("word", "record"), [("server", GuildSettings), ("me", UserSettings)])
def test_the_golden_texts_know_every_setting(word: str, record: type[AnySettings]) -> None:
    known = {tuple(line.split(" ")[:2]) for line in golden("server")}
    missing = [f"{word} {name} ..." for name in settings_of(record) if (word, name) not in known]
    assert not missing, f"write a text of {missing} in tests/golden/ui_commands/server.txt"


# every possible command ---------------------------------------------------------------------

LINES: Final = (*golden("table"), *golden("server"))
NUMBERS: Final = (*range(-2, 33), 98, 100, 101, 1000, 1001, 2**63 - 1, 2**63)
POWERS: Final = [n for digits in range(2, 20) for n in (10**digits - 1, 10**digits)]
SETTING_WORDS: Final = [  # of the values of every closed set
    column.codec.write(value)
    for record in (GuildSettings, UserSettings)
    for column in columns_of(record).values()
    for value in column.codec.choices
]
POOL: Final = sorted(
    {
        *(line.split(" ", n)[-1] for line in LINES for n in range(line.count(" ") + 1)),
        *(word for line in LINES for word in line.split(" ")),
        *map(str, (*NUMBERS, *POWERS)),
        *(letter * length for letter in "aZ" for length in range(61)),
        *("k" * 24 + "@999999", "takeback 9999999", f"seat 3 {2**63 - 1}"),
        *("discard 7C 9D", "bid M", "concede"),
        *SETTING_WORDS,
    }
)


@cache
def values_of(field: CodecField) -> tuple[object, ...]:
    """Return all values that a field writes as a text of the pool."""
    found = []
    for word in POOL:
        with suppress(KeyError, ValueError):
            value = field.read(word)
            if field.write(value) == word:
                found.append(value)
    return tuple(found)


def changes_of(record: type[AnySettings]) -> st.SearchStrategy[SettingChange]:
    changes = [
        st.builds(SettingChange, st.just(name), st.tuples(*map(sample, columns.values())))
        for name, columns in settings_of(record).items()
    ]
    return st.one_of(changes)


def sample(column: Column) -> st.SearchStrategy[object]:
    return st.sampled_from(values_of(column.codec))


CHANGES: Final[dict[type[UiCommand], type[AnySettings]]] = {
    server_commands.ChangeOwnSetting: UserSettings,
    server_commands.ChangeServerSetting: GuildSettings,
}


def commands_of(kind: type[UiCommand]) -> st.SearchStrategy[UiCommand]:
    make: Callable[..., UiCommand] = kind
    if kind in CHANGES:
        return st.builds(make, changes_of(CHANGES[kind]))
    own = [values_of(part) for part in kind.form.parts if isinstance(part, CodecField)]
    return st.builds(make, *[st.sampled_from(values) if values else st.nothing() for values in own])


# deferred, as reading the pool took an eighth of the collection of all tests
COMMANDS: Final = st.deferred(lambda: st.one_of([commands_of(kind) for kind in KINDS]))


@given(COMMANDS)
def test_each_command_has_one_text(command: UiCommand) -> None:
    assert parse_command(command_text(command)) == command


def readers(line: str) -> list[type[UiCommand]]:
    """Return the commands whose forms read a line and write it as it stands."""
    found = []
    for kind in KINDS:
        with suppress(Refused):
            command = kind.form.parse(line)
            if command is not None and command_text(command) == line:
                found.append(kind)
    return found


@given(COMMANDS)
def test_no_two_forms_read_the_same_text(command: UiCommand) -> None:
    assert readers(command_text(command)) == [type(command)]


@pytest.mark.slow
def test_no_two_forms_read_a_text_of_a_button() -> None:
    assert [line for line in LINES if len(readers(line)) > 1] == []


def test_a_form_has_a_field_for_each_value() -> None:
    with pytest.raises(TypeError, match="the form of TakeSeat needs a CodecField for each"):
        CommandForm(play_commands.TakeSeat, "sit")


def test_every_command_has_exactly_one_handler() -> None:
    assert FEATURES  # importing them registers their handlers, or names the modules that do
    for module in HANDLER_MODULES.values():
        import_module(module)
    handled = {*SERVER_HANDLERS.commands(), *TABLE_HANDLERS.commands()}
    missing = [f"@handles({kind.__name__})" for kind in KINDS if kind not in handled]
    assert not missing, (
        f"write {', '.join(missing)} above a function of bot/discord_ui/handlers or of a feature"
    )
    assert not set(SERVER_HANDLERS.commands()) & set(TABLE_HANDLERS.commands())


def decorated_commands(path: Path) -> set[str]:
    """Return the names of the classes that functions of a module are decorated to handle."""
    calls = [
        decorator
        for node in nodes_of(path)
        if isinstance(node, ast.AsyncFunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and "handles" in ast.unparse(decorator.func)
    ]
    return {ast.unparse(call.args[0]).rpartition(".")[2] for call in calls}


def test_a_feature_names_the_commands_of_handlers_that_it_imports_later() -> None:
    for module in sorted(set(HANDLER_MODULES.values())):
        path = HOME.joinpath(*module.split(".")).with_suffix(".py")
        named = {kind.__name__ for kind, home in HANDLER_MODULES.items() if home == module}
        assert named == decorated_commands(path), module


def test_a_second_handler_is_refused() -> None:
    async def other(_: TableContext, __: play_commands.JoinTable) -> None: ...

    with pytest.raises(ValueError, match="JoinTable has a handler already"):
        handles(play_commands.JoinTable)(other)


HALF_WAY = """
from bot.discord_ui.handlers import registry
from bot.ui_commands.play_commands import JoinTable, LeaveTable

@registry.LATE.handles(JoinTable)
async def join(context, command):
    context.append(WORD)

WORD = "joined" if registry.LATE.import_may_end else registry.LATE.no_memory()

@registry.LATE.handles(LeaveTable)
async def leave(context, command):
    context.append("left")
"""


class Late(HandlerRegistry[Any]):
    """Imports its handlers as a bot does that has no memory left at the first try."""

    import_may_end = False

    def no_memory(self) -> None:
        raise MemoryError


async def test_handlers_whose_import_failed_are_imported_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late, said = Late(), list[str]()
    (tmp_path / "late_handlers.py").write_text(HALF_WAY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "LATE", late, raising=False)
    for kind in (play_commands.JoinTable, play_commands.LeaveTable):
        monkeypatch.setitem(HANDLER_MODULES, kind, "late_handlers")
    for command in (play_commands.LeaveTable(), play_commands.JoinTable()):
        with pytest.raises(MemoryError):
            await late.run(said, command)
    late.import_may_end = True
    await late.run(said, play_commands.JoinTable())
    await late.run(said, play_commands.LeaveTable())
    assert said == ["joined", "left"]


@given(COMMANDS)
def test_no_custom_id_is_longer_than_discord_allows(command: UiCommand) -> None:
    """At the greatest table; the lines of a select set house rules, ``d:<text>``."""
    if isinstance(command, play_commands.SetHouseRule | play_commands.ShowHouseRule):
        prefix = "d:"
    else:
        prefix = (
            "pref:d:0:0:" if isinstance(command, ServerCommand) else f"pref:d:{'9' * 15}:{'9' * 9}:"
        )
    assert len(prefix + command_text(command)) <= 100


def test_the_longest_name_of_a_preset_fits_the_filters_of_a_ranking() -> None:
    """Of all buttons this one has the most to say besides; a name of 27 letters is refused."""
    text = "ranks filters attendance 1000 austrian {} 2026-Q3 robots m20 four"
    longest = text.format("p" * 26)
    assert command_text(parse_command(longest)) == longest
    assert len(f"pref:d:0:0:{longest}") == 100
    with pytest.raises(Refused):
        parse_command(text.format("p" * 27))


def test_every_preset_has_a_name_that_a_button_can_hold() -> None:
    for name in load_presets().names():
        assert PRESET_FIELD.read(name) == name


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
    ("server page", Refusal.NO_SUCH_BUTTON),
    ("server page three", Refusal.NO_SUCH_BUTTON),
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


WORDS: Final = sorted({word for line in LINES for word in line.split(" ")})


@given(st.lists(st.sampled_from([*WORDS, "", "-1", "0", "9" * 20]), max_size=6).map(" ".join))
def test_any_words_of_buttons_are_read_or_refused(line: str) -> None:
    assert read_or_refused(line)


SHOW_NO_DEAL: Final = """
    AcceptInvitation AddRobot AllowKibitzers AnswerKibitzer CastVote ChooseSuccessor ClaimTricks
    CloseTable ConfirmAction ConfirmLeave CutDeck DiscardPlaceholder InviteUser JoinTable LeaveTable
    MarkDiscard NextDeal OfferSeat OpenRematch ProposePause ProposeStop RemoveFromSeat
    ResumeGame ReturnToSeat SaveRules SetClock SetFriendly SetHouseRule SetLevel ShowHint
    ShowHouseRule ShowHouseRuleGroup ShowHouseRules ShowRules ShowSeats StartGame StartWithRobots
    StopKibitzing TakeBackLastAction TakeSeat
"""


def test_every_command_of_a_table_is_sealed_or_shows_no_deal() -> None:
    """A new page of a table belongs in a list of the registry, or here.

    Commands that work without a table name no deal of one, or ask the same question where they
    load it (``TableRegistry.refuse_sealed_deal``).
    """
    sealed = {*registry.OF_A_DEAL, *registry.OF_A_MATCH, *registry.OF_A_TABLE}
    open_pages = {
        kind.__name__
        for kind in KINDS
        if issubclass(kind, TableCommand) and not issubclass(kind, ServerCommand)
    } - {kind.__name__ for kind in sealed}
    assert open_pages == set(SHOW_NO_DEAL.split())
