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
from bot.deeds.etudes import ProblemRef
from bot.deeds.parts import (
    CodecField,
    CommandForm,
    bounded_int,
    choice_field,
    number_field,
    optional_field,
    word_field,
)
from bot.deeds.parts import UiCommand as UiCommand
from bot.deeds.past import DealBoundary
from bot.deeds.server import HelpTopic
from bot.deeds.settings import ServerLimitKind
from bot.deeds.table import CloseMode
from bot.engine import notation
from bot.engine.actions import Action
from bot.engine.cards import CARDS_BY_NAME
from bot.engine.families import FAMILIES
from bot.engine.notation import cards_text
from bot.refusals import Refusal, Refused
from bot.terms import CardFaces, Clock, LeaveOutcome, NotifyWhen, Proposal

MAX_PAGE: Final = 1000  # page of any list; keeps a forged number from the database
_MAX_DEAL: Final = 99_999
_MAX_STEP: Final = 99
_MAX_SEAT: Final = 3
_MAX_LINE: Final = 9_999_999
_MAX_DAY: Final = 999_999
_MAX_GAME: Final = 10**15 - 1  # as many digits as a button's custom id allows
_MAX_USER: Final = 2**63 - 1  # a database integer, larger than any id Discord issues
_MAX_SERVER_NUMBER: Final = 1000  # largest number a server setting accepts


def _parse_ref(word: str) -> ProblemRef:
    key, mark, day = word.partition("@")
    if not re.fullmatch(r"[\w.-]{1,24}", key):
        raise ValueError(word)
    return ProblemRef(key, bounded_int(day, 1, _MAX_DAY) if mark else 0)


def _parse_subject(line: str) -> Proposal:
    match line.split(" "):
        case ["pause" | "stop" as kind]:
            return Proposal(kind)
        case ["takeback" as kind, version]:
            return Proposal(kind, line=bounded_int(version, 0, _MAX_LINE))
        case ["seat" as kind, seat, heir]:
            return Proposal(kind, bounded_int(seat, 0, _MAX_SEAT), bounded_int(heir, 0, _MAX_USER))
        case _:
            raise ValueError(line)


def _subject_text(subject: object) -> str:
    assert isinstance(subject, Proposal)
    return " ".join(str(said) for said in subject if said is not None)


def _parse_action(line: str) -> Action:
    """Parse an action of the rules; each has one text."""
    action = notation.parse_action(line)
    if notation.format_action(action) != line:
        raise ValueError(line)
    return action


def _action_text(action: object) -> str:
    assert isinstance(action, Action)
    return notation.format_action(action)


def _discard_marks() -> dict[str, tuple[int, ...]]:
    """Return all discard marks by text: no card, one, or two in the order they were marked."""
    cards = CARDS_BY_NAME.values()
    return {cards_text(pick): pick for n in range(3) for pick in permutations(cards, n)}


_STEPS: Final[dict[str, int | DealBoundary]] = {
    **{str(step): step for step in range(-1, _MAX_STEP + 1)},
    **{edge.value: edge for edge in DealBoundary},
}
_CLOCKS: Final = {clock.value: clock for clock in Clock}
_SUMMONINGS: Final = {how.value: how for how in NotifyWhen}
_FACES: Final[dict[str, CardFaces | None]] = {"-": None, **{one.value: one for one in CardFaces}}
_ANSWERS: Final = {"yes": True, "no": False}
_FAMILIES: Final = {family: family for family in FAMILIES}
_GRADES: Final[dict[str, Grade | None]] = {"any": None, **{grade.value: grade for grade in Grade}}

_CONFIRMED: Final = choice_field({"": False, "yes": True})
_NAME: Final = word_field(r"\w{1,40}")
_VALUE: Final = word_field(r"[^ ]{1,50}", Refusal.VALUE_UNKNOWN)
_PAGE: Final = number_field(1, MAX_PAGE)
_SEAT: Final = number_field(0, _MAX_SEAT)
_DEAL: Final = number_field(1, _MAX_DEAL, Refusal.NO_SUCH_DEAL)
_LOCALE: Final = optional_field(
    "-", None, word_field(r"[A-Za-z][A-Za-z_-]{1,11}", Refusal.VALUE_UNKNOWN)
)
_PRESET: Final = word_field(r"\w[\w.-]{0,39}", Refusal.VALUE_UNKNOWN)  # a preset's file name
_ZONE: Final = word_field(r"[A-Za-z][\w+/-]{0,39}", Refusal.VALUE_UNKNOWN)
_HOUR: Final = number_field(0, 23, Refusal.VALUE_UNKNOWN)
_SEASON: Final = word_field(r"[0-9]{4}-[0-9]{2}")
_SUBJECT: Final = CodecField(_parse_subject, _subject_text)
_REF: Final = CodecField(_parse_ref, refusal=Refusal.ETUDE_GONE)
_DIGEST: Final = word_field(r"[0-9a-f]{12}", Refusal.RULES_GONE)
_QUESTION: Final = number_field(1, 99)
_ANSWER_TEXT: Final = word_field(r"[a-z]+( \w+){0,2}")  # an action of the rules
_LENGTH: Final = number_field(0, 30)
_CARD: Final = choice_field(CARDS_BY_NAME, Refusal.ETUDE_CARD)


_FORMS: Final = (
    CommandForm(table.JoinTable, "join"),
    CommandForm(
        table.ConfirmLeave, "leave", "yes", choice_field({how.value: how for how in LeaveOutcome})
    ),
    CommandForm(table.LeaveTable, "leave", _CONFIRMED),
    CommandForm(table.AddRobot, "robot", optional_field("", "", _NAME)),
    CommandForm(table.SetLevel, "level", _NAME),
    CommandForm(table.StartGame, "start"),
    CommandForm(lobby.StartWithRobots, "start", "robots"),
    CommandForm(lobby.InviteUser, "invite", optional_field("", None, number_field(1, _MAX_USER))),
    CommandForm(lobby.AcceptInvitation, "come"),
    CommandForm(lobby.ShowSeats, "seats"),
    CommandForm(lobby.TakeSeat, "sit", _SEAT),
    CommandForm(lobby.RemoveFromSeat, "remove", _SEAT, number_field(0, _MAX_USER)),
    CommandForm(table.SetClock, "clock", optional_field("", None, choice_field(_CLOCKS))),
    CommandForm(table.SetFriendly, "friendly", choice_field({"on": True, "off": False})),
    CommandForm(table.ShowHouseRule, "house", _NAME, _NAME),
    CommandForm(table.ShowHouseRuleGroup, "house", _NAME),
    CommandForm(table.ShowHouseRules, "house"),
    CommandForm(table.SetHouseRule, "set", _NAME, _VALUE),
    CommandForm(saved.SaveRules, "save", "rules"),
    CommandForm(table.ShowHand, "hand"),
    CommandForm(table.ExplainBarredActions, "why"),
    CommandForm(table.MarkDiscard, "pick", choice_field(_discard_marks())),
    CommandForm(table.DiscardPlaceholder, "confirm"),
    CommandForm(table.ShowHint, "hint"),
    CommandForm(table.ClaimTricks, "claim", optional_field("", None, number_field(0, 10))),
    CommandForm(twice.ConfirmAction, "twice", CodecField(_parse_action, _action_text)),
    CommandForm(
        twice.TakeBackLastAction, "takeback", optional_field("", None, number_field(0, _MAX_LINE))
    ),
    CommandForm(table.NextDeal, "next"),
    CommandForm(table.ReturnToSeat, "back"),
    CommandForm(table.OpenRematch, "rematch"),
    CommandForm(table.CutDeck, "cut", _DEAL),
    CommandForm(table.VerifyDeck, "verify", optional_field("", None, _DEAL)),
    CommandForm(table.ProposePause, "pause"),
    CommandForm(table.ResumeGame, "resume"),
    CommandForm(table.ProposeStop, "stop", _CONFIRMED),
    CommandForm(table.CastVote, "vote", choice_field(_ANSWERS), optional_field("", None, _SUBJECT)),
    CommandForm(table.OfferSeat, "give", _SEAT, number_field(0, _MAX_USER)),
    CommandForm(table.ChooseSuccessor, "give", _SEAT),
    CommandForm(
        table.CloseTable,
        "close",
        optional_field("", None, choice_field({how.value: how for how in CloseMode})),
    ),
    CommandForm(looking.ShowScore, "score"),
    CommandForm(looking.ShowSettlement, "settlement"),
    CommandForm(looking.ShowLastTrick, "last"),
    CommandForm(looking.ShowRules, "rules", optional_field("", None, _PAGE)),
    CommandForm(looking.ShowMorePage, "more"),
    CommandForm(looking.ShowBestLine, "analyse", _DEAL, "line"),
    CommandForm(looking.ShowPostMortem, "analyse", optional_field("", None, _DEAL)),
    CommandForm(looking.ShowNextMistake, "walk", _DEAL, "mistake", number_field(-1, _MAX_STEP)),
    CommandForm(looking.StepThroughDeal, "walk", _DEAL, choice_field(_STEPS)),
    CommandForm(past.ShowMatch, "match", optional_field("", None, _PAGE)),
    CommandForm(past.ShowDeal, "deal", _DEAL),
    CommandForm(
        past.ReplayDeal,
        "replay",
        _DEAL,
        choice_field(_STEPS),
        choice_field({"": False, "shared": True}),
    ),
    CommandForm(past.ShareDeal, "share", _DEAL, number_field(0, _MAX_STEP)),
    CommandForm(
        server.ShowHelpPage,
        "help",
        choice_field(_FAMILIES),
        choice_field({page.value: page for page in HelpTopic}),
    ),
    CommandForm(server.ShowHelp, "help"),
    CommandForm(
        server.ShowMyHand,
        "table",
        optional_field("", None, number_field(1, _MAX_GAME, Refusal.UNKNOWN_TABLE)),
    ),
    CommandForm(lessons.PlayLessonTable, "learn", choice_field(_FAMILIES), "alone"),
    CommandForm(lessons.AnswerLesson, "learn", choice_field(_FAMILIES), _QUESTION, _ANSWER_TEXT),
    CommandForm(lessons.OpenLesson, "learn", choice_field(_FAMILIES), _QUESTION),
    CommandForm(lessons.StartLesson, "learn", optional_field("", "", choice_field(_FAMILIES))),
    CommandForm(
        server.ShowLeaderboardPage,
        "leaders",
        _PAGE,
        *(optional_field("-", "", part) for part in (choice_field(_FAMILIES), _PRESET, _SEASON)),
        choice_field({"people": False, "robots": True}),
        choice_field({"": False, "two": True}),
    ),
    CommandForm(server.ShowLeaderboard, "leaders"),
    CommandForm(server.ShowHistory, "history", optional_field("", None, _PAGE)),
    CommandForm(server.OpenMatch, "open", number_field(1, _MAX_GAME, Refusal.UNKNOWN_TABLE)),
    CommandForm(server.ShowProfile, "profile", number_field(0, _MAX_USER)),
    CommandForm(settings.ShowOwnSettings, "settings"),
    CommandForm(settings.ShowServerSettings, "server"),
    CommandForm(settings.SetOwnLanguage, "me", "language", _LOCALE),
    CommandForm(
        settings.SetOwnNotifications,
        "me",
        "calls",
        choice_field(_SUMMONINGS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(settings.SetOwnQuietHours, "me", "quiet", optional_field("-", None, _HOUR), _HOUR),
    CommandForm(settings.SetOwnTimeZone, "me", "zone", optional_field("-", None, _ZONE)),
    CommandForm(
        settings.SetOwnCardNames, "me", "cards", choice_field({"tiles": False, "names": True})
    ),
    CommandForm(settings.SetOwnFaces, "me", "faces", choice_field(_FACES, Refusal.VALUE_UNKNOWN)),
    CommandForm(settings.SetOwnPictures, "me", "pictures", choice_field({"-": None, **_ANSWERS})),
    CommandForm(settings.SetServerLanguage, "server", "language", _LOCALE),
    CommandForm(settings.SetServerPreset, "server", "preset", _PRESET),
    CommandForm(
        settings.SetServerClock, "server", "clock", choice_field(_CLOCKS, Refusal.VALUE_UNKNOWN)
    ),
    CommandForm(
        settings.SetServerThreads,
        "server",
        "threads",
        choice_field(_ANSWERS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        settings.SetServerFaces, "server", "faces", choice_field(_FACES, Refusal.VALUE_UNKNOWN)
    ),
    CommandForm(
        settings.SetServerPictures,
        "server",
        "pictures",
        choice_field(_ANSWERS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        settings.SetServerHistory,
        "server",
        "history",
        choice_field(_ANSWERS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(settings.SetServerTimeZone, "server", "zone", _ZONE),
    CommandForm(settings.SetServerRole, "server", "role", number_field(0, _MAX_USER)),
    CommandForm(server.DeleteWeeklyTable, "weekly", "remove", number_field(1, _MAX_USER)),
    CommandForm(server.ShowWeeklyTables, "weekly"),
    CommandForm(
        settings.SetServerLimit,
        "server",
        choice_field({limit.value: limit for limit in ServerLimitKind}),
        number_field(0, _MAX_SERVER_NUMBER, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(server.ShowPrivacy, "privacy"),
    CommandForm(server.ExportMyData, "privacy", "export"),
    CommandForm(server.EraseMyData, "privacy", "forget", _CONFIRMED),
    CommandForm(saved.ShowSavedRules, "saved"),
    CommandForm(saved.DeleteSavedRules, "saved", "drop", _DIGEST),
    CommandForm(etudes.NewProblem, "etude", "new", choice_field(_GRADES)),
    CommandForm(etudes.OpenProblem, "etude", "open", _REF),
    CommandForm(etudes.PlayProblemCard, "etude", "play", _REF, _LENGTH, _CARD),
    CommandForm(etudes.TakeBackProblemCard, "etude", "back", _REF, _LENGTH),
    CommandForm(etudes.RestartProblem, "etude", "again", _REF),
    CommandForm(etudes.ShowSolution, "etude", "solution", _REF, _CONFIRMED),
    CommandForm(etudes.ShowDailyProblem, "etude", "daily"),
    CommandForm(etudes.ShareDailyProblem, "etude", "share", _REF),
    CommandForm(etudes.ResumeProblem, "etude"),
)
_FORMS_BY_WORD: Final = {
    word: [form for form in _FORMS if form.word == word] for word in (form.word for form in _FORMS)
}
_FORM_OF_CLASS: Final[dict[object, CommandForm]] = {form.kind: form for form in _FORMS}


@lru_cache(maxsize=1 << 12, typed=True)  # typed: commands without fields are equal
def command_text(command: UiCommand) -> str:
    """Return the text of a command."""
    return _FORM_OF_CLASS[type(command)].encode(command)


def parse_command(line: str) -> UiCommand:
    """Return the command that a text encodes.

    Raises Refused: NO_SUCH_BUTTON, or the refusal of the first word that cannot be read.
    """
    failed: list[Refused] = []
    for form in _FORMS_BY_WORD.get(line.partition(" ")[0], ()):
        if (said := form.split(line)) is not None:
            try:
                deed = form.decode(said)
            except Refused as refused:
                failed.append(refused)
            else:
                if command_text(deed) == line:
                    return deed
    raise next(iter(failed), Refused(Refusal.NO_SUCH_BUTTON))
