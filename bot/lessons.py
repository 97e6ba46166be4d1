"""The lessons of data/lessons: one deal of each family, as a log with questions in it.

A file is the log of a real game, replayed through the engine. Before a line of the learner, a line
``? name`` asks a question, and lines ``! action`` are alternative answers with an explanation. A
number in them, as in ``! play KC: 5``, gives the learner's tricks if everybody then plays with open
cards. Any action not listed is as good as the answer.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bot.engine.actions import Action, Play
from bot.engine.cards import Seat
from bot.engine.game import Game, apply, legal, new_game
from bot.engine.notation import parse
from bot.presets import Presets, load_presets

FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "lessons"

LEARNER: Final[Seat] = 0


@dataclass(frozen=True, slots=True)
class Other:
    """An alternative answer; ``tricks`` is set if the explanation counts tricks."""

    action: Action
    tricks: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A decision: the game at that point, the answer of the lesson, and alternatives."""

    name: str
    game: Game
    answer: Action
    others: tuple[Other, ...]

    def takes(self, action: Action) -> bool:
        """Return True for an acceptable action: the answer, an alternative, or any legal card."""
        if isinstance(action, Play):
            return action in legal(self.game, LEARNER)
        return action == self.answer or self.other(action) is not None

    def other(self, action: Action) -> Other | None:
        return next((one for one in self.others if one.action == action), None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson; ``end`` is the game with its deal scored."""

    family: str
    preset: str
    questions: tuple[Question, ...]
    end: Game

    @property
    def tricks(self) -> int:
        """The tricks of the learner."""
        assert self.end.last is not None
        return self.end.last.won[LEARNER]


@cache
def lessons() -> dict[str, Lesson]:
    """Return the lessons by family; they are few and never change at runtime."""
    presets = load_presets()
    return {path.stem: _read(presets, path) for path in sorted(FOLDER.glob("*.txt"))}


def _read(presets: Presets, path: Path) -> Lesson:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    preset = lines[0].removeprefix("preset ")
    game = new_game(presets.rules(preset))
    questions: list[Question] = []
    name, others = "", list[Other]()
    for line in lines[1:]:
        first, _, rest = line.partition(" ")
        if first == "?":
            name, others = rest, []
        elif first == "!":
            others.append(_other(rest))
        else:
            action = parse(rest)
            if name:
                questions.append(Question(name, game, action, tuple(others)))
                name = ""
            game = apply(game, int(first), action)
    return Lesson(path.stem, preset, tuple(questions), game)


def _other(line: str) -> Other:
    said, _, tricks = line.partition(": ")
    return Other(parse(said), int(tricks) if tricks else None)
