"""The lessons of data/lessons: one deal of each family, as a log with questions in it.

A file is the log of a real game, replayed through the engine. Before a line of the learner, a line
``? name`` asks a question, and lines ``! action`` are alternative answers with an explanation. A
number in them, as in ``! play KC: 5``, gives the learner's tricks if everybody then plays with open
cards. Any action not listed is as good as the answer.
"""

from functools import cache
from pathlib import Path
from typing import Final

from bot.engine import cards, deal, notation, rules
from bot.engine.actions import Action, Play
from bot.engine.game import Game, apply_action, legal_actions, new_game
from bot.model.enums import Posting
from bot.model.values import Record
from bot.presets import Presets, load_presets

LESSONS_FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "lessons"

LEARNER: Final[cards.Seat] = 0


class AlternativeAnswer(Record):
    """An alternative answer; ``tricks`` is set if the explanation counts tricks."""

    action: Action
    tricks: int | None


class LessonQuestion(Record):
    """A decision: the game at that point, the answer of the lesson, and alternatives."""

    name: str
    game: Game
    answer: Action
    alternatives: tuple[AlternativeAnswer, ...]

    def is_acceptable(self, action: Action) -> bool:
        """Return True for an acceptable action: the answer, an alternative, or any legal card."""
        if isinstance(action, Play):
            return action in legal_actions(self.game, LEARNER)
        return action == self.answer or self.alternative_for(action) is not None

    def alternative_for(self, action: Action) -> AlternativeAnswer | None:
        return next((one for one in self.alternatives if one.action == action), None)


class Lesson(Record):
    """A lesson; ``end`` is the game with its deal scored."""

    family: str
    preset: str
    questions: tuple[LessonQuestion, ...]
    end: Game

    @property
    def learner_tricks(self) -> int:
        """The tricks of the learner."""
        return self._last.won[LEARNER]

    @property
    def postings(self) -> tuple[Posting, ...]:
        """The entries of the deal."""
        return self._last.postings

    @property
    def _last(self) -> deal.DealResult:
        assert self.end.last is not None
        return self.end.last


@cache
def lesson_families() -> tuple[str, ...]:
    """Return the families that have a lesson, without reading it."""
    return tuple(sorted(path.stem for path in LESSONS_FOLDER.glob("*.txt")))


@cache
def load_lessons() -> dict[str, Lesson]:
    """Return the lessons by family; they are few and never change at runtime."""
    presets = load_presets()
    files = {family: LESSONS_FOLDER / f"{family}.txt" for family in lesson_families()}
    return {family: _read_lesson(presets, path) for family, path in files.items()}


@cache
def lesson_for(family: str, preset: str) -> Lesson:
    """Return the lesson of a family, or the first lesson where it has none.

    It is played by the rules of ``preset`` where these write the same, so that a learner meets the
    words and cards of their table; otherwise by those that its file names.
    """
    usual = load_lessons().get(family) or next(iter(load_lessons().values()))
    presets = load_presets()
    if preset not in presets.names() or presets.family_key(preset) != usual.family:
        return usual
    try:
        own = _read_lesson(presets, LESSONS_FOLDER / f"{usual.family}.txt", preset)
    except rules.IllegalAction:
        return usual
    return own if own.postings == usual.postings else usual


def _read_lesson(presets: Presets, path: Path, preset: str = "") -> Lesson:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    preset = preset or lines[0].removeprefix("preset ")
    game = new_game(presets.rules(preset))
    questions: list[LessonQuestion] = []
    name, others = "", list[AlternativeAnswer]()
    for line in lines[1:]:
        first, _, rest = line.partition(" ")
        if first == "?":
            name, others = rest, []
        elif first == "!":
            others.append(_parse_alternative(rest))
        else:
            action = notation.parse_action(rest)
            if name:
                questions.append(LessonQuestion(name, game, action, tuple(others)))
                name = ""
            game = apply_action(game, int(first), action)
    return Lesson(path.stem, preset, tuple(questions), game)


def _parse_alternative(line: str) -> AlternativeAnswer:
    said, _, tricks = line.partition(": ")
    return AlternativeAnswer(notation.parse_action(said), int(tricks) if tricks else None)
