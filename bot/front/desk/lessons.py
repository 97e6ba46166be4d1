"""/pref learn: a lesson at one of its questions; the buttons alone carry the position."""

from typing import assert_never

from bot.deeds.lessons import Learn, LearnAt, LearnTry, PlayAlone
from bot.engine.actions import Action
from bot.engine.notation import parse
from bot.engine.refusal import BadNotation
from bot.front.desk.context import Caller
from bot.front.desk.lobby import open_solo
from bot.front.desk.pages import family_here
from bot.lessons import Lesson, Question, lessons
from bot.refusals import Refusal, Refused
from bot.render.names import safe_name
from bot.render.study.lesson import answered, as_good, end_screen, question_screen


async def learn(caller: Caller, deed: Learn | LearnAt | LearnTry | PlayAlone) -> None:
    """Show a question, the result of an answer, the next question, or open a solo table."""
    match deed:
        case Learn(family):
            await _show(caller, _lesson(family or await family_here(caller)), 1)
        case LearnAt(family, at):
            await _show(caller, _lesson(family), at)
        case LearnTry(family, at, said):
            await _answer(caller, _lesson(family), at, said)
        case PlayAlone(family):
            await _play_alone(caller, _lesson(family))
        case _:
            assert_never(deed)


async def _play_alone(caller: Caller, lesson: Lesson) -> None:
    """Open a solo table; a second click meanwhile opens no second one."""
    dealing = caller.office.dealing
    if caller.user_id in dealing:
        await caller.hold()
        return
    dealing.add(caller.user_id)
    try:
        await open_solo(caller, lesson.preset, None, None, None)
    finally:
        dealing.discard(caller.user_id)


async def _answer(caller: Caller, lesson: Lesson, at: int, said: str) -> None:
    """Go on after the right answer, comment an equally good one, explain the others."""
    question = _question(lesson, at)
    action = _action(question, said)
    if action == question.answer:
        await _show(caller, lesson, at + 1)
    elif other := question.other(action):
        await _show(caller, lesson, at, answered(lesson, question, other, caller.words))
    else:
        await _show(caller, lesson, at + 1, as_good(lesson, question, action, caller.words))


async def _show(caller: Caller, lesson: Lesson, at: int, note: str = "") -> None:
    name = safe_name(caller.interaction.user.display_name)
    if at == len(lesson.questions) + 1:
        await caller.show(end_screen(lesson, tuple(lessons()), caller.words, note))
        return
    _question(lesson, at)
    await caller.show(question_screen(lesson, at, name, caller.words, note))


def _lesson(family: str) -> Lesson:
    """Return the lesson of a family, or the first lesson where it has none."""
    known = lessons()
    return known.get(family) or next(iter(known.values()))


def _question(lesson: Lesson, at: int) -> Question:
    """Return the question.  Raises Refused for a button of a once longer lesson."""
    if at > len(lesson.questions):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return lesson.questions[at - 1]


def _action(question: Question, said: str) -> Action:
    """Parse an answer that the question allows.  Raises Refused."""
    try:
        action = parse(said)
    except BadNotation as error:
        raise Refused(Refusal.NO_SUCH_BUTTON) from error
    if not question.takes(action):
        raise Refused(Refusal.NO_SUCH_BUTTON)
    return action
