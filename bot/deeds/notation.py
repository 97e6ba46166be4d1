"""Codec between UI commands and text, used by all buttons and choices.

``bot.engine.notation`` does the same for actions.  ``parse(text(deed)) == deed`` for every command,
and ``text(parse(line)) == line`` for every readable line: each command has one text.  The handlers,
not this codec, check that a name or a deal exists.
"""

import re
from functools import lru_cache
from itertools import permutations
from typing import Final

from bot.analysis.etudes.etude import Grade
from bot.deeds import etudes, lessons, lobby, looking, past, saved, server, settings, table, twice
from bot.deeds.etudes import EtudeRef
from bot.deeds.parts import Deed as Deed
from bot.deeds.parts import Form, Part, bounded, either, name, number, one_of
from bot.deeds.past import Edge
from bot.deeds.server import Topic
from bot.deeds.settings import Limit
from bot.deeds.table import Ending
from bot.engine import notation
from bot.engine.actions import Action
from bot.engine.cards import CARDS_BY_NAME
from bot.engine.families import FAMILIES
from bot.engine.notation import cards_text
from bot.refusals import Refusal, Refused
from bot.terms import Clock, Faces, Leaving, Subject, Summoning

LAST_PAGE: Final = 1000  # page of any list; keeps a forged number from the database
_LAST_DEAL: Final = 99_999
_LAST_STEP: Final = 99
_LAST_SEAT: Final = 3
_LAST_LINE: Final = 9_999_999
_LAST_DAY: Final = 999_999
_LAST_GAME: Final = 10**15 - 1  # as many digits as a button's custom id allows
_LAST_USER: Final = 2**63 - 1  # a database integer, larger than any id Discord issues
_MOST: Final = 1000  # largest number a server setting accepts


def _ref(word: str) -> EtudeRef:
    key, mark, day = word.partition("@")
    if not re.fullmatch(r"[\w.-]{1,24}", key):
        raise ValueError(word)
    return EtudeRef(key, bounded(day, 1, _LAST_DAY) if mark else 0)


def _subject(line: str) -> Subject:
    match line.split(" "):
        case ["pause" | "stop" as kind]:
            return Subject(kind)
        case ["takeback" as kind, version]:
            return Subject(kind, line=bounded(version, 0, _LAST_LINE))
        case ["seat" as kind, seat, heir]:
            return Subject(kind, bounded(seat, 0, _LAST_SEAT), bounded(heir, 0, _LAST_USER))
        case _:
            raise ValueError(line)


def _subject_text(subject: object) -> str:
    assert isinstance(subject, Subject)
    return " ".join(str(said) for said in subject if said is not None)


def _action(line: str) -> Action:
    """Parse an action of the rules; each has one text."""
    action = notation.parse(line)
    if notation.text(action) != line:
        raise ValueError(line)
    return action


def _action_text(action: object) -> str:
    assert isinstance(action, Action)
    return notation.text(action)


def _picks() -> dict[str, tuple[int, ...]]:
    """Return all discard marks by text: no card, one, or two in the order they were marked."""
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

_SURE: Final = one_of({"": False, "yes": True})
_NAME: Final = name(r"\w{1,40}")
_VALUE: Final = name(r"[^ ]{1,50}", Refusal.VALUE_UNKNOWN)
_PAGE: Final = number(1, LAST_PAGE)
_SEAT: Final = number(0, _LAST_SEAT)
_DEAL: Final = number(1, _LAST_DEAL, Refusal.NO_SUCH_DEAL)
_LOCALE: Final = either("-", None, name(r"[A-Za-z][A-Za-z_-]{1,11}", Refusal.VALUE_UNKNOWN))
_PRESET: Final = name(r"\w[\w.-]{0,39}", Refusal.VALUE_UNKNOWN)  # a preset's file name
_ZONE: Final = name(r"[A-Za-z][\w+/-]{0,39}", Refusal.VALUE_UNKNOWN)
_HOUR: Final = number(0, 23, Refusal.VALUE_UNKNOWN)
_SEASON: Final = name(r"[0-9]{4}-[0-9]{2}")
_SUBJECT: Final = Part(_subject, _subject_text)
_REF: Final = Part(_ref, why=Refusal.ETUDE_GONE)
_DIGEST: Final = name(r"[0-9a-f]{12}", Refusal.RULES_GONE)
_QUESTION: Final = number(1, 99)
_SAID: Final = name(r"[a-z]+( \w+){0,2}")  # an action of the rules
_LENGTH: Final = number(0, 30)
_CARD: Final = one_of(CARDS_BY_NAME, Refusal.ETUDE_CARD)


_FORMS: Final = (
    Form(table.Join, "join"),
    Form(table.GetUp, "leave", "yes", one_of({how.value: how for how in Leaving})),
    Form(table.Leave, "leave", _SURE),
    Form(table.AddRobot, "robot", either("", "", _NAME)),
    Form(table.SetLevel, "level", _NAME),
    Form(table.Start, "start"),
    Form(lobby.StartFilled, "start", "robots"),
    Form(lobby.Invite, "invite", either("", None, number(1, _LAST_USER))),
    Form(lobby.Come, "come"),
    Form(lobby.Seats, "seats"),
    Form(lobby.Sit, "sit", _SEAT),
    Form(lobby.Remove, "remove", _SEAT, number(0, _LAST_USER)),
    Form(table.SetClock, "clock", either("", None, one_of(_CLOCKS))),
    Form(table.SetFriendly, "friendly", one_of({"on": True, "off": False})),
    Form(table.HouseOption, "house", _NAME, _NAME),
    Form(table.HouseGroup, "house", _NAME),
    Form(table.HouseRules, "house"),
    Form(table.SetOption, "set", _NAME, _VALUE),
    Form(saved.SaveRules, "save", "rules"),
    Form(table.ShowHand, "hand"),
    Form(table.Why, "why"),
    Form(table.Pick, "pick", one_of(_picks())),
    Form(table.Confirm, "confirm"),
    Form(table.Hint, "hint"),
    Form(table.Claim, "claim", either("", None, number(0, 10))),
    Form(twice.Twice, "twice", Part(_action, _action_text)),
    Form(twice.TakeBack, "takeback", either("", None, number(0, _LAST_LINE))),
    Form(table.NextDeal, "next"),
    Form(table.Back, "back"),
    Form(table.Rematch, "rematch"),
    Form(table.Cut, "cut", _DEAL),
    Form(table.Verify, "verify", either("", None, _DEAL)),
    Form(table.Pause, "pause"),
    Form(table.Resume, "resume"),
    Form(table.Stop, "stop", _SURE),
    Form(table.Vote, "vote", one_of(_ANSWERS), either("", None, _SUBJECT)),
    Form(table.GiveTo, "give", _SEAT, number(0, _LAST_USER)),
    Form(table.GiveSeat, "give", _SEAT),
    Form(table.Close, "close", either("", None, one_of({how.value: how for how in Ending}))),
    Form(looking.ShowScore, "score"),
    Form(looking.ShowSettlement, "settlement"),
    Form(looking.ShowLast, "last"),
    Form(looking.ShowRules, "rules", either("", None, _PAGE)),
    Form(looking.ShowMore, "more"),
    Form(looking.BestLine, "analyse", _DEAL, "line"),
    Form(looking.Analyse, "analyse", either("", None, _DEAL)),
    Form(looking.NextMistake, "walk", _DEAL, "mistake", number(-1, _LAST_STEP)),
    Form(looking.Walk, "walk", _DEAL, one_of(_STEPS)),
    Form(past.ShowMatch, "match", either("", None, _PAGE)),
    Form(past.ShowDeal, "deal", _DEAL),
    Form(past.Replay, "replay", _DEAL, one_of(_STEPS), one_of({"": False, "shared": True})),
    Form(past.ShareDeal, "share", _DEAL, number(0, _LAST_STEP)),
    Form(server.HelpOn, "help", one_of(_FAMILIES), one_of({page.value: page for page in Topic})),
    Form(server.Help, "help"),
    Form(server.MyHand, "table", either("", None, number(1, _LAST_GAME, Refusal.UNKNOWN_TABLE))),
    Form(lessons.PlayAlone, "learn", one_of(_FAMILIES), "alone"),
    Form(lessons.LearnTry, "learn", one_of(_FAMILIES), _QUESTION, _SAID),
    Form(lessons.LearnAt, "learn", one_of(_FAMILIES), _QUESTION),
    Form(lessons.Learn, "learn", either("", "", one_of(_FAMILIES))),
    Form(
        server.LeadersPage,
        "leaders",
        _PAGE,
        *(either("-", "", part) for part in (one_of(_FAMILIES), _PRESET, _SEASON)),
        one_of({"people": False, "robots": True}),
        one_of({"": False, "two": True}),
    ),
    Form(server.Leaders, "leaders"),
    Form(server.History, "history", either("", None, _PAGE)),
    Form(server.OpenMatch, "open", number(1, _LAST_GAME, Refusal.UNKNOWN_TABLE)),
    Form(server.Profile, "profile", number(0, _LAST_USER)),
    Form(settings.OwnSettings, "settings"),
    Form(settings.ServerSettings, "server"),
    Form(settings.OwnLanguage, "me", "language", _LOCALE),
    Form(settings.OwnSummoning, "me", "calls", one_of(_SUMMONINGS, Refusal.VALUE_UNKNOWN)),
    Form(settings.OwnQuiet, "me", "quiet", either("-", None, _HOUR), _HOUR),
    Form(settings.OwnZone, "me", "zone", either("-", None, _ZONE)),
    Form(settings.OwnText, "me", "cards", one_of({"tiles": False, "names": True})),
    Form(settings.OwnFaces, "me", "faces", one_of(_FACES, Refusal.VALUE_UNKNOWN)),
    Form(settings.OwnPictures, "me", "pictures", one_of({"-": None, **_ANSWERS})),
    Form(settings.ServerLanguage, "server", "language", _LOCALE),
    Form(settings.ServerPreset, "server", "preset", _PRESET),
    Form(settings.ServerClock, "server", "clock", one_of(_CLOCKS, Refusal.VALUE_UNKNOWN)),
    Form(settings.ServerThreads, "server", "threads", one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    Form(settings.ServerFaces, "server", "faces", one_of(_FACES, Refusal.VALUE_UNKNOWN)),
    Form(settings.ServerPictures, "server", "pictures", one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    Form(settings.ServerHistory, "server", "history", one_of(_ANSWERS, Refusal.VALUE_UNKNOWN)),
    Form(settings.ServerZone, "server", "zone", _ZONE),
    Form(settings.ServerRole, "server", "role", number(0, _LAST_USER)),
    Form(server.WeeklyRemove, "weekly", "remove", number(1, _LAST_USER)),
    Form(server.WeeklyTables, "weekly"),
    Form(
        settings.ServerLimit,
        "server",
        one_of({limit.value: limit for limit in Limit}),
        number(0, _MOST, Refusal.VALUE_UNKNOWN),
    ),
    Form(server.Privacy, "privacy"),
    Form(server.Export, "privacy", "export"),
    Form(server.Forget, "privacy", "forget", _SURE),
    Form(saved.SavedRules, "saved"),
    Form(saved.DropRules, "saved", "drop", _DIGEST),
    Form(etudes.EtudeNew, "etude", "new", one_of(_GRADES)),
    Form(etudes.EtudeOpen, "etude", "open", _REF),
    Form(etudes.EtudePlay, "etude", "play", _REF, _LENGTH, _CARD),
    Form(etudes.EtudeBack, "etude", "back", _REF, _LENGTH),
    Form(etudes.EtudeAgain, "etude", "again", _REF),
    Form(etudes.EtudeSolution, "etude", "solution", _REF, _SURE),
    Form(etudes.EtudeDaily, "etude", "daily"),
    Form(etudes.EtudeShare, "etude", "share", _REF),
    Form(etudes.EtudeLast, "etude"),
)
_BY_WORD: Final = {
    word: [form for form in _FORMS if form.word == word] for word in (form.word for form in _FORMS)
}
_BY_KIND: Final[dict[object, Form]] = {form.kind: form for form in _FORMS}


@lru_cache(maxsize=1 << 12, typed=True)  # typed: commands without fields are equal
def text(deed: Deed) -> str:
    """Return the text of a command."""
    return _BY_KIND[type(deed)].text(deed)


def parse(line: str) -> Deed:
    """Return the command that a text encodes.

    Raises Refused: NO_SUCH_BUTTON, or the refusal of the first word that cannot be read.
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
