"""Text <-> deed: the one notation of buttons and choices, as ``bot.engine.notation`` is of actions.

``parse(text(deed)) == deed`` for every deed, and ``text(parse(line)) == line`` for every line that
can be read: each deed has one text.  Whether a name or a deal exists is asked by the desk.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from itertools import permutations
from typing import Final, TypeVar

from bot.analysis.etudes.etude import Grade
from bot.deeds import etudes, lessons, lobby, past, saved, server, settings, table, twice
from bot.deeds.etudes import EtudeRef
from bot.deeds.past import Edge
from bot.deeds.server import ServerDeed, Topic
from bot.deeds.settings import Limit
from bot.deeds.table import Ending, TableDeed
from bot.engine import notation
from bot.engine.actions import Action
from bot.engine.cards import CARDS_BY_NAME
from bot.engine.families import FAMILIES
from bot.engine.notation import cards_text
from bot.refusals import FACTS, Refusal, Refused
from bot.terms import Clock, Faces, Leaving, Summoning

Deed = TableDeed | ServerDeed
T = TypeVar("T")

LAST_PAGE: Final = 1000  # of any list; a forged number must not reach the database
_LAST_DEAL: Final = 99_999
_LAST_STEP: Final = 99
_LAST_LINE: Final = 9_999_999
_LAST_DAY: Final = 999_999
_LAST_GAME: Final = 10**15 - 1  # the digits of a button
_LAST_USER: Final = 2**63 - 1  # what a database holds, and more than Discord gives
_MOST: Final = 1000  # of what a server sets


@dataclass(frozen=True, slots=True)
class Part:
    """How one value of a deed stands in a text.

    ``read`` raises KeyError or ValueError; ``why`` is then what the player is told.
    """

    read: Callable[[str], object]
    write: Callable[[object], str] = str
    why: Refusal = Refusal.NO_SUCH_BUTTON


def _number(least: int, most: int, why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    return Part(lambda word: _bounded(word, least, most), why=why)


def _bounded(word: str, least: int, most: int) -> int:
    number = int(word)
    if not least <= number <= most:
        raise ValueError(word)
    return number


def _name(pattern: str, why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    """A word of an open set, such as presets, by the letters it may have."""
    allowed = re.compile(pattern)

    def read(word: str) -> str:
        if not allowed.fullmatch(word):
            raise ValueError(word)
        return word

    return Part(read, why=why)


def _one_of(values: Mapping[str, T], why: Refusal = Refusal.NO_SUCH_BUTTON) -> Part:
    """A word of a closed set."""
    by_value: dict[object, str] = {value: word for word, value in values.items()}
    return Part(values.__getitem__, by_value.__getitem__, why)


def _or(nothing: str, value: object, part: Part) -> Part:
    """``nothing`` for that value, else the part."""
    return Part(
        lambda word: value if word == nothing else part.read(word),
        lambda given: nothing if given == value else part.write(given),
        part.why,
    )


def _ref(word: str) -> EtudeRef:
    key, mark, day = word.partition("@")
    if not re.fullmatch(r"[\w.-]{1,24}", key):
        raise ValueError(word)
    return EtudeRef(key, _bounded(day, 1, _LAST_DAY) if mark else 0)


def _action(line: str) -> Action:
    """An action of the rules; each has one text."""
    action = notation.parse(line)
    if notation.text(action) != line:
        raise ValueError(line)
    return action


def _action_text(action: object) -> str:
    assert isinstance(action, Action)
    return notation.text(action)


def _picks() -> dict[str, tuple[int, ...]]:
    """No card, one, or two in the order they were marked."""
    cards = CARDS_BY_NAME.values()
    return {cards_text(pick): pick for n in range(3) for pick in permutations(cards, n)}


_STEPS: Final[dict[str, int | Edge]] = {
    **{str(step): step for step in range(-1, _LAST_STEP + 1)},
    **{edge.value: edge for edge in Edge},
}
_CLOCKS: Final = {clock.value: clock for clock in Clock}
_SUMMONINGS: Final = {how.value: how for how in Summoning}
_FACES: Final[dict[str, Faces | None]] = {"-": None, **{one.value: one for one in Faces}}
_ANSWERS: Final = {"yes": True, "no": False}
_FAMILIES: Final = {family: family for family in FAMILIES}
_GRADES: Final[dict[str, Grade | None]] = {"any": None, **{grade.value: grade for grade in Grade}}

_SURE: Final = _one_of({"": False, "yes": True})
_NAME: Final = _name(r"\w{1,40}")
_VALUE: Final = _name(r"[^ ]{1,50}", Refusal.VALUE_UNKNOWN)
_PAGE: Final = _number(1, LAST_PAGE)
_SEAT: Final = _number(0, 3)
_DEAL: Final = _number(1, _LAST_DEAL, Refusal.NO_SUCH_DEAL)
_LOCALE: Final = _or("-", None, _name(r"[A-Za-z][A-Za-z_-]{1,11}", Refusal.VALUE_UNKNOWN))
_PRESET: Final = _name(r"\w[\w.-]{0,39}", Refusal.VALUE_UNKNOWN)  # the name of a file
_ZONE: Final = _name(r"[A-Za-z][\w+/-]{0,39}", Refusal.VALUE_UNKNOWN)
_HOUR: Final = _number(0, 23, Refusal.VALUE_UNKNOWN)
_SEASON: Final = _name(r"[0-9]{4}-[0-9]{2}")
_REF: Final = Part(_ref, why=Refusal.ETUDE_GONE)
_DIGEST: Final = _name(r"[0-9a-f]{12}", Refusal.RULES_GONE)
_QUESTION: Final = _number(1, 99)
_SAID: Final = _name(r"[a-z]+( \w+){0,2}")  # an action of the rules
_LENGTH: Final = _number(0, 30)
_CARD: Final = _one_of(CARDS_BY_NAME, Refusal.ETUDE_CARD)


class _Form:
    """How one kind of deed is written: fixed words, and a part for each of its fields.

    The last part may be several words, or none.
    """

    def __init__(self, kind: Callable[..., Deed], word: str, *parts: str | Part) -> None:
        self.kind, self.word, self.parts = kind, word, (word, *parts)

    def text(self, deed: Deed) -> str:
        values = iter([getattr(deed, field.name) for field in fields(deed)])
        said = (part if isinstance(part, str) else part.write(next(values)) for part in self.parts)
        return " ".join(word for word in said if word)

    def split(self, line: str) -> list[str] | None:
        """The words of the line by their places here; None where a fixed word does not fit."""
        count = len(self.parts)
        said = line.split(" ", count - 1)
        said += [""] * (count - len(said))
        pairs = zip(self.parts, said, strict=True)
        return said if all(own == word for own, word in pairs if isinstance(own, str)) else None

    def read(self, said: list[str]) -> Deed:
        """Raises Refused with what the first unreadable part says."""
        values = []
        for n, part in enumerate(self.parts):
            if isinstance(part, Part):
                try:
                    values.append(part.read(said[n]))
                except (KeyError, ValueError) as error:
                    raise _refused(part.why, said[n - 1], said[n]) from error
        return self.kind(*values)


def _refused(why: Refusal, before: str, word: str) -> Refused:
    facts = {"deal": word[:10], "option": before[:40], "value": word[:40]}
    return Refused(why, **{name: facts[name] for name in FACTS.get(why, ())})


_FORMS: Final = (
    _Form(table.Join, "join"),
    _Form(table.GetUp, "leave", "yes", _one_of({how.value: how for how in Leaving})),
    _Form(table.Leave, "leave", _SURE),
    _Form(table.AddRobot, "robot", _or("", "", _NAME)),
    _Form(table.SetLevel, "level", _NAME),
    _Form(table.Start, "start"),
    _Form(lobby.StartFilled, "start", "robots"),
    _Form(lobby.Invite, "invite", _or("", None, _number(1, _LAST_USER))),
    _Form(lobby.Seats, "seats"),
    _Form(lobby.Sit, "sit", _SEAT),
    _Form(lobby.Remove, "remove", _SEAT, _number(0, _LAST_USER)),
    _Form(table.SetClock, "clock", _or("", None, _one_of(_CLOCKS))),
    _Form(table.SetFriendly, "friendly", _one_of({"on": True, "off": False})),
    _Form(table.HouseOption, "house", _NAME, _NAME),
    _Form(table.HouseGroup, "house", _NAME),
    _Form(table.HouseRules, "house"),
    _Form(table.SetOption, "set", _NAME, _VALUE),
    _Form(saved.SaveRules, "save", "rules"),
    _Form(table.ShowHand, "hand"),
    _Form(table.Why, "why"),
    _Form(table.Pick, "pick", _one_of(_picks())),
    _Form(table.Confirm, "confirm"),
    _Form(table.Hint, "hint"),
    _Form(table.Claim, "claim", _or("", None, _number(0, 10))),
    _Form(twice.Twice, "twice", Part(_action, _action_text)),
    _Form(twice.TakeBack, "takeback", _or("", None, _number(0, _LAST_LINE))),
    _Form(table.NextDeal, "next"),
    _Form(table.Back, "back"),
    _Form(table.Rematch, "rematch"),
    _Form(table.Cut, "cut", _DEAL),
    _Form(table.Verify, "verify", _or("", None, _DEAL)),
    _Form(table.Pause, "pause"),
    _Form(table.Resume, "resume"),
    _Form(table.Stop, "stop", _SURE),
    _Form(table.Vote, "vote", _one_of(_ANSWERS)),
    _Form(table.GiveTo, "give", _SEAT, _number(0, _LAST_USER)),
    _Form(table.GiveSeat, "give", _SEAT),
    _Form(table.Close, "close", _or("", None, _one_of({how.value: how for how in Ending}))),
    _Form(table.ShowScore, "score"),
    _Form(table.ShowSettlement, "settlement"),
    _Form(table.ShowLast, "last"),
    _Form(table.ShowRules, "rules", _or("", None, _PAGE)),
    _Form(table.ShowMore, "more"),
    _Form(table.BestLine, "analyse", _DEAL, "line"),
    _Form(table.Analyse, "analyse", _or("", None, _DEAL)),
    _Form(table.NextMistake, "walk", _DEAL, "mistake", _number(-1, _LAST_STEP)),
    _Form(table.Walk, "walk", _DEAL, _one_of(_STEPS)),
    _Form(past.ShowMatch, "match", _or("", None, _PAGE)),
    _Form(past.ShowDeal, "deal", _DEAL),
    _Form(past.Replay, "replay", _DEAL, _one_of(_STEPS), _one_of({"": False, "shared": True})),
    _Form(past.ShareDeal, "share", _DEAL, _number(0, _LAST_STEP)),
    _Form(server.HelpOn, "help", _one_of(_FAMILIES), _one_of({page.value: page for page in Topic})),
    _Form(server.Help, "help"),
    _Form(lessons.PlayAlone, "learn", _one_of(_FAMILIES), "alone"),
    _Form(lessons.LearnTry, "learn", _one_of(_FAMILIES), _QUESTION, _SAID),
    _Form(lessons.LearnAt, "learn", _one_of(_FAMILIES), _QUESTION),
    _Form(lessons.Learn, "learn", _or("", "", _one_of(_FAMILIES))),
    _Form(
        server.LeadersPage,
        "leaders",
        _PAGE,
        *(_or("-", "", part) for part in (_one_of(_FAMILIES), _PRESET, _SEASON)),
        _one_of({"people": False, "robots": True}),
        _one_of({"": False, "two": True}),
    ),
    _Form(server.Leaders, "leaders"),
    _Form(server.History, "history", _or("", None, _PAGE)),
    _Form(server.OpenMatch, "open", _number(1, _LAST_GAME, Refusal.UNKNOWN_TABLE)),
    _Form(server.Profile, "profile", _number(0, _LAST_USER)),
    _Form(settings.OwnSettings, "settings"),
    _Form(settings.ServerSettings, "server"),
    _Form(settings.OwnLanguage, "me", "language", _LOCALE),
    _Form(settings.OwnSummoning, "me", "calls", _one_of(_SUMMONINGS, Refusal.VALUE_UNKNOWN)),
    _Form(settings.OwnQuiet, "me", "quiet", _or("-", None, _HOUR), _HOUR),
    _Form(settings.OwnZone, "me", "zone", _or("-", None, _ZONE)),
    _Form(settings.OwnText, "me", "cards", _one_of({"tiles": False, "names": True})),
    _Form(settings.OwnFaces, "me", "faces", _one_of(_FACES, Refusal.VALUE_UNKNOWN)),
    _Form(settings.OwnPictures, "me", "pictures", _one_of({"-": None, **_ANSWERS})),
    _Form(settings.ServerLanguage, "server", "language", _LOCALE),
    _Form(settings.ServerPreset, "server", "preset", _PRESET),
    _Form(settings.ServerClock, "server", "clock", _one_of(_CLOCKS, Refusal.VALUE_UNKNOWN)),
    _Form(settings.ServerThreads, "server", "threads", _one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    _Form(settings.ServerFaces, "server", "faces", _one_of(_FACES, Refusal.VALUE_UNKNOWN)),
    _Form(settings.ServerPictures, "server", "pictures", _one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    _Form(settings.ServerHistory, "server", "history", _one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    _Form(settings.ServerZone, "server", "zone", _ZONE),
    _Form(settings.ServerRole, "server", "role", _number(0, _LAST_USER)),
    _Form(server.WeeklyRemove, "weekly", "remove", _number(1, _LAST_USER)),
    _Form(server.WeeklyTables, "weekly"),
    _Form(
        settings.ServerLimit,
        "server",
        _one_of({limit.value: limit for limit in Limit}),
        _number(0, _MOST, Refusal.VALUE_UNKNOWN),
    ),
    _Form(server.Privacy, "privacy"),
    _Form(server.Export, "privacy", "export"),
    _Form(server.Forget, "privacy", "forget", _SURE),
    _Form(saved.SavedRules, "saved"),
    _Form(saved.DropRules, "saved", "drop", _DIGEST),
    _Form(etudes.EtudeNew, "etude", "new", _one_of(_GRADES)),
    _Form(etudes.EtudeOpen, "etude", "open", _REF),
    _Form(etudes.EtudePlay, "etude", "play", _REF, _LENGTH, _CARD),
    _Form(etudes.EtudeBack, "etude", "back", _REF, _LENGTH),
    _Form(etudes.EtudeAgain, "etude", "again", _REF),
    _Form(etudes.EtudeSolution, "etude", "solution", _REF, _SURE),
    _Form(etudes.EtudeDaily, "etude", "daily"),
    _Form(etudes.EtudeShare, "etude", "share", _REF),
    _Form(etudes.EtudeLast, "etude"),
)
_BY_WORD: Final = {
    word: [form for form in _FORMS if form.word == word] for word in (form.word for form in _FORMS)
}
_BY_KIND: Final[dict[object, _Form]] = {form.kind: form for form in _FORMS}


def text(deed: Deed) -> str:
    """The notation of a deed."""
    return _BY_KIND[type(deed)].text(deed)


def parse(line: str) -> Deed:
    """The deed a text stands for.

    Raises Refused: NO_SUCH_BUTTON, or by name what is wrong with one of its words.
    """
    failed: list[Refused] = []
    for form in _BY_WORD.get(line.partition(" ")[0], ()):
        if (said := form.split(line)) is not None:
            try:
                deed = form.read(said)
            except Refused as refused:
                failed.append(refused)
            else:
                if text(deed) == line:
                    return deed
    raise next(iter(failed), Refused(Refusal.NO_SUCH_BUTTON))
