"""Codec of UI commands: a form of fixed words and fields for each command class."""

import re
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from itertools import permutations
from typing import Final

from bot.analysis.problems.problem import Grade
from bot.engine import notation
from bot.engine.actions import Action
from bot.engine.cards import CARDS_BY_NAME
from bot.engine.families import FAMILIES
from bot.engine.notation import cards_text
from bot.model.codec_fields import (
    YES_NO,
    CodecField,
    bounded_int,
    choice_field,
    number_field,
    optional_field,
    word_field,
)
from bot.model.enums import CardFaces, Clock, LeaveOutcome, NotifyWhen, Proposal
from bot.model.refusals import REFUSAL_FACTS, Refusal, Refused
from bot.ui_commands import play_commands, practice_commands, server_commands, view_commands
from bot.ui_commands.play_commands import CloseMode, TableCommand
from bot.ui_commands.practice_commands import ProblemRef
from bot.ui_commands.server_commands import HelpTopic, ServerCommand, ServerLimitKind
from bot.ui_commands.view_commands import DealBoundary

UiCommand = TableCommand | ServerCommand


class CommandForm:
    """Text form of one command class: fixed words, and a field for each dataclass field.

    The last field may take several words, or none.
    """

    def __init__(self, kind: Callable[..., UiCommand], word: str, *parts: str | CodecField) -> None:
        self.kind, self.word, self.fields = kind, word, (word, *parts)

    def encode(self, command: UiCommand) -> str:
        values = iter([getattr(command, field.name) for field in fields(command)])
        said = (part if isinstance(part, str) else part.write(next(values)) for part in self.fields)
        return " ".join(word for word in said if word)

    def split(self, line: str) -> list[str] | None:
        """Return the words of the line by position; None where a fixed word does not match."""
        count = len(self.fields)
        said = line.split(" ", count - 1)
        said += [""] * (count - len(said))
        pairs = zip(self.fields, said, strict=True)
        return said if all(own == word for own, word in pairs if isinstance(own, str)) else None

    def decode(self, words: list[str]) -> UiCommand:
        """Build the command from its words.  Raises Refused for the first unreadable field."""
        values = []
        for n, part in enumerate(self.fields):
            if isinstance(part, CodecField):
                try:
                    values.append(part.read(words[n]))
                except (KeyError, ValueError) as error:
                    raise _refusal_for(part.refusal, words[n - 1], words[n]) from error
        return self.kind(*values)


def _refusal_for(refusal: Refusal, before: str, word: str) -> Refused:
    facts = {"deal": word[:10], "option": before[:40], "value": word[:40]}
    return Refused(refusal, **{name: facts[name] for name in REFUSAL_FACTS.get(refusal, ())})


# Codec between UI commands and text, used by all buttons and choices.
#
# ``bot.engine.notation`` does the same for actions. ``parse(text(deed)) == deed`` for every
# command, and ``text(parse(line)) == line`` for every readable line: each command has one text.
# The handlers, not this codec, check that a name or a deal exists.

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
    CommandForm(play_commands.JoinTable, "join"),
    CommandForm(
        play_commands.ConfirmLeave,
        "leave",
        "yes",
        choice_field({how.value: how for how in LeaveOutcome}),
    ),
    CommandForm(play_commands.LeaveTable, "leave", _CONFIRMED),
    CommandForm(play_commands.AddRobot, "robot", optional_field("", "", _NAME)),
    CommandForm(play_commands.SetLevel, "level", _NAME),
    CommandForm(play_commands.StartGame, "start"),
    CommandForm(play_commands.StartWithRobots, "start", "robots"),
    CommandForm(
        play_commands.InviteUser, "invite", optional_field("", None, number_field(1, _MAX_USER))
    ),
    CommandForm(play_commands.AcceptInvitation, "come"),
    CommandForm(play_commands.ShowSeats, "seats"),
    CommandForm(play_commands.TakeSeat, "sit", _SEAT),
    CommandForm(play_commands.RemoveFromSeat, "remove", _SEAT, number_field(0, _MAX_USER)),
    CommandForm(play_commands.SetClock, "clock", optional_field("", None, choice_field(_CLOCKS))),
    CommandForm(play_commands.SetFriendly, "friendly", choice_field({"on": True, "off": False})),
    CommandForm(play_commands.ShowHouseRule, "house", _NAME, _NAME),
    CommandForm(play_commands.ShowHouseRuleGroup, "house", _NAME),
    CommandForm(play_commands.ShowHouseRules, "house"),
    CommandForm(play_commands.SetHouseRule, "set", _NAME, _VALUE),
    CommandForm(server_commands.SaveRules, "save", "rules"),
    CommandForm(play_commands.ShowHand, "hand"),
    CommandForm(play_commands.ExplainBarredActions, "why"),
    CommandForm(play_commands.MarkDiscard, "pick", choice_field(_discard_marks())),
    CommandForm(play_commands.DiscardPlaceholder, "confirm"),
    CommandForm(play_commands.ShowHint, "hint"),
    CommandForm(play_commands.ClaimTricks, "claim", optional_field("", None, number_field(0, 10))),
    CommandForm(play_commands.ConfirmAction, "twice", CodecField(_parse_action, _action_text)),
    CommandForm(
        play_commands.TakeBackLastAction,
        "takeback",
        optional_field("", None, number_field(0, _MAX_LINE)),
    ),
    CommandForm(play_commands.NextDeal, "next"),
    CommandForm(play_commands.ReturnToSeat, "back"),
    CommandForm(play_commands.OpenRematch, "rematch"),
    CommandForm(play_commands.CutDeck, "cut", _DEAL),
    CommandForm(play_commands.VerifyDeck, "verify", optional_field("", None, _DEAL)),
    CommandForm(play_commands.ProposePause, "pause"),
    CommandForm(play_commands.ResumeGame, "resume"),
    CommandForm(play_commands.ProposeStop, "stop", _CONFIRMED),
    CommandForm(
        play_commands.CastVote, "vote", choice_field(YES_NO), optional_field("", None, _SUBJECT)
    ),
    CommandForm(play_commands.OfferSeat, "give", _SEAT, number_field(0, _MAX_USER)),
    CommandForm(play_commands.ChooseSuccessor, "give", _SEAT),
    CommandForm(
        play_commands.CloseTable,
        "close",
        optional_field("", None, choice_field({how.value: how for how in CloseMode})),
    ),
    CommandForm(view_commands.ShowScore, "score"),
    CommandForm(view_commands.ShowSettlement, "settlement"),
    CommandForm(view_commands.ShowLastTrick, "last"),
    CommandForm(view_commands.ShowRules, "rules", optional_field("", None, _PAGE)),
    CommandForm(view_commands.ShowMorePage, "more"),
    CommandForm(view_commands.ShowBestLine, "analyse", _DEAL, "line"),
    CommandForm(view_commands.ShowPostMortem, "analyse", optional_field("", None, _DEAL)),
    CommandForm(
        view_commands.ShowNextMistake, "walk", _DEAL, "mistake", number_field(-1, _MAX_STEP)
    ),
    CommandForm(view_commands.StepThroughDeal, "walk", _DEAL, choice_field(_STEPS)),
    CommandForm(view_commands.ShowMatch, "match", optional_field("", None, _PAGE)),
    CommandForm(view_commands.ShowDeal, "deal", _DEAL),
    CommandForm(
        view_commands.ReplayDeal,
        "replay",
        _DEAL,
        choice_field(_STEPS),
        choice_field({"": False, "shared": True}),
    ),
    CommandForm(view_commands.ShareDeal, "share", _DEAL, number_field(0, _MAX_STEP)),
    CommandForm(
        server_commands.ShowHelpPage,
        "help",
        choice_field(_FAMILIES),
        choice_field({page.value: page for page in HelpTopic}),
    ),
    CommandForm(server_commands.ShowHelp, "help"),
    CommandForm(
        server_commands.ShowMyHand,
        "table",
        optional_field("", None, number_field(1, _MAX_GAME, Refusal.UNKNOWN_TABLE)),
    ),
    CommandForm(practice_commands.PlayLessonTable, "learn", choice_field(_FAMILIES), "alone"),
    CommandForm(
        practice_commands.AnswerLesson, "learn", choice_field(_FAMILIES), _QUESTION, _ANSWER_TEXT
    ),
    CommandForm(practice_commands.OpenLesson, "learn", choice_field(_FAMILIES), _QUESTION),
    CommandForm(
        practice_commands.StartLesson, "learn", optional_field("", "", choice_field(_FAMILIES))
    ),
    CommandForm(
        server_commands.ShowLeaderboardPage,
        "leaders",
        _PAGE,
        *(optional_field("-", "", part) for part in (choice_field(_FAMILIES), _PRESET, _SEASON)),
        choice_field({"people": False, "robots": True}),
        choice_field({"": False, "two": True}),
    ),
    CommandForm(server_commands.ShowLeaderboard, "leaders"),
    CommandForm(server_commands.ShowHistory, "history", optional_field("", None, _PAGE)),
    CommandForm(
        server_commands.OpenMatch, "open", number_field(1, _MAX_GAME, Refusal.UNKNOWN_TABLE)
    ),
    CommandForm(server_commands.ShowProfile, "profile", number_field(0, _MAX_USER)),
    CommandForm(server_commands.ShowOwnSettings, "settings"),
    CommandForm(server_commands.ShowServerSettings, "server"),
    CommandForm(server_commands.SetOwnLanguage, "me", "language", _LOCALE),
    CommandForm(
        server_commands.SetOwnNotifications,
        "me",
        "calls",
        choice_field(_SUMMONINGS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        server_commands.SetOwnQuietHours, "me", "quiet", optional_field("-", None, _HOUR), _HOUR
    ),
    CommandForm(server_commands.SetOwnTimeZone, "me", "zone", optional_field("-", None, _ZONE)),
    CommandForm(
        server_commands.SetOwnCardNames,
        "me",
        "cards",
        choice_field({"tiles": False, "names": True}),
    ),
    CommandForm(
        server_commands.SetOwnFaces, "me", "faces", choice_field(_FACES, Refusal.VALUE_UNKNOWN)
    ),
    CommandForm(
        server_commands.SetOwnPictures, "me", "pictures", choice_field({"-": None, **YES_NO})
    ),
    CommandForm(server_commands.SetServerLanguage, "server", "language", _LOCALE),
    CommandForm(server_commands.SetServerPreset, "server", "preset", _PRESET),
    CommandForm(
        server_commands.SetServerClock,
        "server",
        "clock",
        choice_field(_CLOCKS, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        server_commands.SetServerThreads,
        "server",
        "threads",
        choice_field(YES_NO, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        server_commands.SetServerFaces,
        "server",
        "faces",
        choice_field(_FACES, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        server_commands.SetServerPictures,
        "server",
        "pictures",
        choice_field(YES_NO, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(
        server_commands.SetServerHistory,
        "server",
        "history",
        choice_field(YES_NO, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(server_commands.SetServerTimeZone, "server", "zone", _ZONE),
    CommandForm(server_commands.SetServerRole, "server", "role", number_field(0, _MAX_USER)),
    CommandForm(server_commands.DeleteWeeklyTable, "weekly", "remove", number_field(1, _MAX_USER)),
    CommandForm(server_commands.ShowWeeklyTables, "weekly"),
    CommandForm(
        server_commands.SetServerLimit,
        "server",
        choice_field({limit.value: limit for limit in ServerLimitKind}),
        number_field(0, _MAX_SERVER_NUMBER, Refusal.VALUE_UNKNOWN),
    ),
    CommandForm(server_commands.ShowPrivacy, "privacy"),
    CommandForm(server_commands.ExportMyData, "privacy", "export"),
    CommandForm(server_commands.EraseMyData, "privacy", "forget", _CONFIRMED),
    CommandForm(server_commands.ShowSavedRules, "saved"),
    CommandForm(server_commands.DeleteSavedRules, "saved", "drop", _DIGEST),
    CommandForm(practice_commands.NewProblem, "etude", "new", choice_field(_GRADES)),
    CommandForm(practice_commands.OpenProblem, "etude", "open", _REF),
    CommandForm(practice_commands.PlayProblemCard, "etude", "play", _REF, _LENGTH, _CARD),
    CommandForm(practice_commands.TakeBackProblemCard, "etude", "back", _REF, _LENGTH),
    CommandForm(practice_commands.RestartProblem, "etude", "again", _REF),
    CommandForm(practice_commands.ShowSolution, "etude", "solution", _REF, _CONFIRMED),
    CommandForm(practice_commands.ShowDailyProblem, "etude", "daily"),
    CommandForm(practice_commands.ShareDailyProblem, "etude", "share", _REF),
    CommandForm(practice_commands.ResumeProblem, "etude"),
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
