"""Settings of servers and users, each declared once, as a field of its record.

From a declaration follow the column of the record and its statements, the command that changes the
setting and its text, and the select on the settings screen. To add a setting, add a field here, its
column in a migration and in PRIVACY.md, and its words ``settings.<name>`` to every language.
Managers set the settings of a server, users their own.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, TypeVar, get_origin, get_type_hints

from bot.model import codec_fields, refusals
from bot.model.enums import DEFAULT_CLOTH, CardFaces, Clock, Cloth, NotifyWhen
from bot.model.values import Record, field, replace

_UNKNOWN: Final = refusals.Refusal.VALUE_UNKNOWN
_YES_NO: Final = codec_fields.choice_field(codec_fields.YES_NO, _UNKNOWN)
_MAYBE: Final = codec_fields.optional_field(
    "-", None, codec_fields.choice_field(codec_fields.YES_NO)
)
_NUMBER: Final = codec_fields.number_field(0, 1000, _UNKNOWN)
_CALL_MINUTES: Final = codec_fields.number_field(5, 60, _UNKNOWN)
_ROLE: Final = codec_fields.optional_field(
    "0", None, codec_fields.number_field(1, 2**63 - 1)
)  # a database integer
_CHANNEL: Final = _ROLE
_HOUR: Final = codec_fields.number_field(0, 23, _UNKNOWN)
_HOUR_OR_NONE: Final = codec_fields.optional_field("-", None, _HOUR)
_LOCALE: Final = codec_fields.optional_field(
    "-", None, codec_fields.word_field(r"[A-Za-z][A-Za-z_-]{1,11}", _UNKNOWN)
)
_ZONE: Final = codec_fields.word_field(r"[A-Za-z][\w+/-]{0,39}", _UNKNOWN)
_ZONE_OR_NONE: Final = codec_fields.optional_field("-", None, _ZONE)
_CLOCK: Final = codec_fields.enum_field(Clock, _UNKNOWN)
_NOTIFY_WHEN: Final = codec_fields.enum_field(NotifyWhen, _UNKNOWN)
_CARD_NAMES: Final = codec_fields.choice_field({"tiles": False, "names": True})
_FACES: Final = codec_fields.optional_field("-", None, codec_fields.enum_field(CardFaces, _UNKNOWN))
_CLOTH: Final = codec_fields.enum_field(Cloth, _UNKNOWN)
_CLOTH_OR_NONE: Final = codec_fields.optional_field("-", None, _CLOTH)
# a preset's file name; a button of the rankings has no room for a longer one
PRESET_FIELD: Final = codec_fields.word_field(r"\w[\w.-]{0,25}", _UNKNOWN)
# where Preference is played; a command accepts any other zone
_ZONES: Final = (
    *("Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Vienna", "Europe/Ljubljana"),
    *("Europe/Zagreb", "Europe/Belgrade", "Europe/Riga", "Europe/Kyiv", "Europe/Chisinau"),
    *("Europe/Minsk", "Europe/Moscow", "Europe/Samara", "Asia/Jerusalem", "Asia/Tbilisi"),
    *("Asia/Yekaterinburg", "Asia/Almaty", "Asia/Novosibirsk", "Asia/Irkutsk"),
    *("Asia/Vladivostok", "America/New_York", "America/Chicago", "America/Los_Angeles"),
)


class SettingsPage(StrEnum):
    """The pages of a server's settings; each fits a phone without scrolling."""

    TABLES = "tables"
    LOOK = "look"
    TITLES = "titles"


class Column(Record):
    """Declaration of one column of a setting; most settings have one.

    ``setting`` is the word of the setting in its command and its language keys; "" marks a fact
    that no command sets. ``offered``: values of an open set on the screen; a closed set offers all.
    ``labels``: prefix of the language keys of the values; "" shows a value as its command has it.
    ``resets``: columns that take these values when the setting changes. ``page`` is where a setting
    of a server stands; a user's settings have one page.
    """

    setting: str
    codec: codec_fields.CodecField
    offered: tuple[object, ...] = ()
    labels: str = ""
    resets: Mapping[str, object] = field(default_factory=dict)
    page: SettingsPage = SettingsPage.TABLES

    @property
    def values(self) -> tuple[object, ...]:
        """The values on the screen."""
        return self.offered or self.codec.choices


_LOOK: Final = SettingsPage.LOOK
_TITLES: Final = SettingsPage.TITLES
_TITLES_ANEW: Final = {"titles_day": 0, "titles_trouble": ""}


class GuildSettings(Record):
    """Settings of a server; a server that never set any has exactly these defaults.

    None inherits: the language of each user, the default preset and clock, the faces of each table.
    ``zone`` is its time zone by IANA name; ``role`` is notified of open tables; ``open_history``:
    all members may open old matches, not only their players. ``pictures``: tables, hands, sheets
    and charts are drawn, cards on the ``cloth``. ``call_minutes``: a player is called once their
    turn has stood open for so long, where no clock ends it sooner. ``quiet_board``: public messages
    are edited once a trick. ``recap_channel`` gets the recap of each season; ``recap_season`` is
    the last one that it got. ``daily_channel`` gets the six deals of each day; ``daily_posted`` is
    the last day that it got. ``first_title`` is the role of the best quarter by rating,
    ``second_title`` of the next one, ``champion_title`` of the last season's first; ``titles_day``
    is the last day on which they were given, ``titles_trouble`` the name of the refusal that said
    what stands in the way. The screen shows the settings in this order.
    """

    guild_id: int
    locale: Annotated[str | None, Column("language", _LOCALE, labels="language.", page=_LOOK)] = (
        None
    )
    preset: Annotated[str | None, Column("preset", PRESET_FIELD, labels="preset.")] = None
    clock: Annotated[Clock | None, Column("clock", _CLOCK, labels="clock.")] = None
    use_threads: Annotated[bool, Column("threads", _YES_NO, labels="value.")] = True
    faces: Annotated[CardFaces | None, Column("faces", _FACES, labels="faces.", page=_LOOK)] = None
    pictures: Annotated[bool, Column("pictures", _YES_NO, labels="pictures.", page=_LOOK)] = True
    cloth: Annotated[Cloth, Column("cloth", _CLOTH, labels="cloth.", page=_LOOK)] = DEFAULT_CLOTH
    open_history: Annotated[bool, Column("history", _YES_NO, labels="history.", page=_LOOK)] = False
    zone: Annotated[str, Column("zone", _ZONE, offered=("UTC", *_ZONES), page=_LOOK)] = "UTC"
    role: Annotated[int | None, Column("role", _ROLE)] = None
    max_tables: Annotated[int, Column("tables", _NUMBER, offered=(1, 2, 3, 5, 10, 15, 25))] = 10
    max_user_tables: Annotated[int, Column("own_tables", _NUMBER, offered=(1, 2, 3, 5, 10))] = 3
    min_games: Annotated[
        int, Column("min_games", _NUMBER, offered=(1, 2, 3, 5, 10, 20), page=_LOOK)
    ] = 3
    call_minutes: Annotated[
        int, Column("call_minutes", _CALL_MINUTES, offered=(5, 10, 15, 30, 60))
    ] = 10
    quiet_board: Annotated[bool, Column("quiet_board", _YES_NO, labels="quiet_board.")] = False
    recap_channel: Annotated[
        int | None, Column("recap", _CHANNEL, resets={"recap_season": ""}, page=_LOOK)
    ] = None
    recap_season: Annotated[str, Column("", codec_fields.CodecField(str))] = ""
    daily_channel: Annotated[
        int | None, Column("today", _CHANNEL, resets={"daily_posted": 0}, page=_LOOK)
    ] = None
    daily_posted: Annotated[int, Column("", codec_fields.CodecField(int))] = 0
    first_title: Annotated[
        int | None, Column("first", _ROLE, resets=_TITLES_ANEW, page=_TITLES)
    ] = None
    second_title: Annotated[
        int | None, Column("second", _ROLE, resets=_TITLES_ANEW, page=_TITLES)
    ] = None
    champion_title: Annotated[
        int | None, Column("champion", _ROLE, resets=_TITLES_ANEW, page=_TITLES)
    ] = None
    titles_day: Annotated[int, Column("", codec_fields.CodecField(int))] = 0
    titles_trouble: Annotated[str, Column("", codec_fields.CodecField(str))] = ""

    @property
    def title_roles(self) -> frozenset[int]:
        """The roles that members get as titles."""
        chosen = (self.first_title, self.second_title, self.champion_title)
        return frozenset(role for role in chosen if role is not None)


class UserSettings(Record):
    """Settings of a user, on every server, and facts about them; None inherits from the server.

    ``spelled``: private messages have words in place of tiles. ``forced_cards``: a card is played
    for the user where the rules leave no other (``bot.engine.game.forced_card``). ``summoning`` is
    when the user is notified; never in the hours from ``quiet_from`` (None: no quiet hours) to
    ``quiet_until`` in ``zone``. ``ranked``: other people see the user on
    leaderboards. ``remind_at`` is the hour of a reminder of the six deals, ``reminded`` the day of
    the last one. ``name`` is the user's name as last seen. ``refused``: a direct message could not
    be delivered, and the user has not been told yet. ``offered``: a language was offered to them
    once.
    """

    user_id: int
    locale: Annotated[str | None, Column("language", _LOCALE, labels="language.")] = None
    faces: Annotated[
        CardFaces | None, Column("faces", _FACES, labels="faces.", resets={"spelled": False})
    ] = None
    spelled: Annotated[bool, Column("cards", _CARD_NAMES)] = False
    pictures: Annotated[bool | None, Column("pictures", _MAYBE, labels="pictures.")] = None
    cloth: Annotated[Cloth | None, Column("cloth", _CLOTH_OR_NONE, labels="cloth.")] = None
    forced_cards: Annotated[bool, Column("forced_cards", _YES_NO, labels="forced_cards.")] = False
    summoning: Annotated[
        NotifyWhen, Column("calls", _NOTIFY_WHEN, labels="summoning.", resets={"refused": False})
    ] = NotifyWhen.ALWAYS
    quiet_from: Annotated[int | None, Column("quiet", _HOUR_OR_NONE)] = None
    quiet_until: Annotated[int, Column("quiet", _HOUR)] = 8
    zone: Annotated[str | None, Column("zone", _ZONE_OR_NONE, offered=(None, *_ZONES))] = None
    ranked: Annotated[bool, Column("ranked", _YES_NO, labels="ranked.")] = True
    remind_at: Annotated[
        int | None, Column("reminder", _HOUR_OR_NONE, resets={"refused": False})
    ] = None
    reminded: Annotated[int, Column("", codec_fields.CodecField(int))] = 0
    name: Annotated[str | None, Column("", codec_fields.CodecField(str))] = None
    refused: Annotated[bool, Column("", _YES_NO)] = False
    offered: Annotated[bool, Column("", _YES_NO)] = False


AnySettings = GuildSettings | UserSettings
R = TypeVar("R", bound=AnySettings)


class SettingChange(Record):
    """New values of one setting, one for each of its columns."""

    setting: str
    values: tuple[object, ...]


def _declared(record: type[AnySettings]) -> dict[str, Column]:
    hints = get_type_hints(record, include_extras=True)
    return {
        name: hint.__metadata__[0] for name, hint in hints.items() if get_origin(hint) is Annotated
    }


def _by_setting(columns: Mapping[str, Column]) -> dict[str, dict[str, Column]]:
    found: dict[str, dict[str, Column]] = {}
    for name, column in columns.items():
        if column.setting:
            found.setdefault(column.setting, {})[name] = column
    return found


_COLUMNS: Final[dict[type, dict[str, Column]]] = {
    record: _declared(record) for record in (GuildSettings, UserSettings)
}
_SETTINGS: Final = {record: _by_setting(columns) for record, columns in _COLUMNS.items()}


def columns_of(record: type[R]) -> Mapping[str, Column]:
    """Return the columns of settings and facts in field order; the key is not among them."""
    return _COLUMNS[record]


def settings_of(record: type[R]) -> Mapping[str, Mapping[str, Column]]:
    """Return the settings by name, in the order of the screen, each with its columns."""
    return _SETTINGS[record]


def page_of(setting: str) -> SettingsPage:
    """Return the page on which a setting of a server stands."""
    return next(iter(settings_of(GuildSettings)[setting].values())).page


def with_change(record: R, change: SettingChange) -> R:
    """Return the record with the setting changed, and reset what depends on it."""
    columns = settings_of(type(record))[change.setting]
    changes: dict[str, Any] = dict(zip(columns, change.values, strict=True))
    for column in columns.values():
        changes |= column.resets
    return replace(record, **changes)


def record_from_row(record: type[R], row: Iterable[Any]) -> R:
    """Build the record from its stored values in field order.  Raises ValueError for others."""
    key, *stored = row
    columns = columns_of(record).values()
    values: list[Any] = [
        column.codec.load(value) for column, value in zip(columns, stored, strict=True)
    ]
    return record(key, *values)


def change_field(record: type[AnySettings]) -> codec_fields.CodecField:
    """Return the codec of a change: the setting's name, and a word for each of its columns.

    Reading raises KeyError for an unknown setting, and Refused for an unreadable value.
    """
    settings = settings_of(record)

    def read(line: str) -> SettingChange:
        name, _, rest = line.partition(" ")
        codecs = [column.codec for column in settings[name].values()]
        words = rest.split(" ", len(codecs) - 1)
        words += [""] * (len(codecs) - len(words))
        pairs = zip(codecs, words, strict=True)
        return SettingChange(
            name, tuple(codec_fields.read_field(codec, name, word) for codec, word in pairs)
        )

    def write(change: object) -> str:
        assert isinstance(change, SettingChange)
        columns = settings[change.setting].values()
        pairs = zip(columns, change.values, strict=True)
        return " ".join((change.setting, *(column.codec.write(value) for column, value in pairs)))

    return codec_fields.CodecField(read, write)
