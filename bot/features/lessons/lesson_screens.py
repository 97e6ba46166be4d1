"""Lesson screens: one question at a time, above a hand that looks as at a table."""

from collections.abc import Iterable

from bot.engine.actions import Action, Discard
from bot.engine.deal import Stage
from bot.engine.game import legal_actions
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import DealView, SeatView, build_view
from bot.features.lessons.lesson_logs import LEARNER, AlternativeAnswer, Lesson, LessonQuestion
from bot.model.enums import Clock, Status
from bot.model.values import replace
from bot.render.families import table_words
from bot.render.formatting import (
    DIVIDER,
    card_tiles,
    command_button,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.hand import decision, private_hand
from bot.render.screen import ActionPress, Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.screen_data import SeatData, TableData
from bot.render.words import TableWords, Words
from bot.ui_commands.practice_commands import AnswerLesson, OpenLesson, PlayLessonTable


def lesson_question_screen(
    lesson: Lesson, at: int, name: str, words: Words, note: str = "", *, is_again: bool = False
) -> Screen:
    """Return question ``at`` (from 1) for a learner called ``name``.

    Asked again, it has the ``note`` about the answer in place of its text.
    """
    question = lesson.questions[at - 1]
    words, facts = table_words(question.game.rules, words), _table_facts(name, words)
    seen = build_view(question.game, LEARNER)
    head = join_lines(
        f"> {note}" if note else "",
        f"### {_title(lesson, at, words)}",
        "" if is_again else words.say(f"lesson.{question.name}", **_other_names(words)),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        DIVIDER,
        *private_hand.hand_blocks(
            seen, seen.open_deal, facts, words, has_buttons=seen.stage is Stage.PLAY
        ),  # a lesson has no buttons that mark cards
        *_answer_blocks(lesson, at, seen, seen.open_deal, facts, words),
        *_back_row(lesson, at, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def lesson_end_screen(
    lesson: Lesson, families: Iterable[str], words: Words, note: str = ""
) -> Screen:
    """Return the score of the finished lesson and the buttons to go on."""
    spoken = table_words(_rules(lesson), words)
    head = join_lines(
        f"> {note}" if note else "",
        f"### {spoken.say('lesson.over')}",
        spoken.say("lesson.end", tricks=lesson.learner_tricks, **_other_names(spoken)),
    )
    rest = [family for family in families if family != lesson.family]
    row = [
        command_button(words, "play_alone", PlayLessonTable(lesson.family), Style.GOOD),
        command_button(words, "lesson_again", OpenLesson(lesson.family, 1)),
    ]
    row += [Button(words.say(f"family.{family}"), OpenLesson(family, 1)) for family in rest]
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(head), ButtonRow(tuple(row))))


def answer_outcome(
    lesson: Lesson, question: LessonQuestion, other: AlternativeAnswer, words: Words
) -> str:
    """Return the outcome of another answer: its own sentence, or its tricks."""
    spoken = table_words(question.game.rules, words)
    own = f"lesson.{question.name}.{format_action(other.action).replace(' ', '_')}"
    if other.tricks is None:
        return spoken.say(
            own, **_other_names(spoken), **_choice_and_answer(question, other.action, spoken)
        )
    facts = _choice_and_answer(question, other.action, spoken)
    return spoken.say("lesson.tricks", n=other.tricks, best=lesson.learner_tricks, **facts)


def equal_answer_note(
    lesson: Lesson, question: LessonQuestion, action: Action, words: Words
) -> str:
    """Return the note that the answer is as good as the one the lesson goes on with."""
    spoken = table_words(question.game.rules, words)
    return spoken.say("lesson.as_good", **_choice_and_answer(question, action, spoken))


def _choice_and_answer(
    question: LessonQuestion, action: Action, words: TableWords
) -> dict[str, str]:
    return {"choice": _action_text(action, words), "answer": _action_text(question.answer, words)}


def _action_text(action: Action, words: TableWords) -> str:
    """Return the name of an action; for a discard its cards."""
    if isinstance(action, Discard):
        return card_tiles((action.low, action.high))
    return words.action(action)


def _rules(lesson: Lesson) -> Rules:
    return lesson.end.rules


def _title(lesson: Lesson, at: int, words: Words) -> str:
    family, total = words.say(f"family.{lesson.family}"), len(lesson.questions) + 1
    return words.say("lesson.title", family=family, at=at, total=total)


def _other_names(words: Words) -> dict[str, str]:
    """Return the names of the two other players, in the order of seats."""
    return {"second": words.say("robot.1"), "third": words.say("robot.2")}


def _table_facts(name: str, words: Words) -> TableData:
    robots = tuple(SeatData(words.say(f"robot.{seat}"), None) for seat in (1, 2))
    seats = (SeatData(name, LEARNER), *robots)
    return TableData(0, Status.PLAYING, LEARNER, seats, Clock.NONE)


# the answers -----------------------------------------------------------------------------


def _answer_blocks(
    lesson: Lesson, at: int, seen: SeatView, table: DealView, facts: TableData, words: TableWords
) -> tuple[Block, ...]:
    """Return the cards as buttons; outside the play a button per answer.

    The advice is about these answers alone.
    """
    if seen.stage is Stage.PLAY:
        cards = decision.card_blocks(seen, table, words)
        return tuple(_with_lesson_buttons(block, lesson, at) for block in cards)
    marks = seen.stage is Stage.EXCHANGE  # a lesson has no buttons that mark cards
    choices = _choices(lesson, at)
    offered = seen._replace(legal=choices)
    advice = "" if marks else decision.decision_help(offered, table, facts, words)
    rows = decision.button_rows(
        [
            replace(
                decision.action_button(action, seen, table, words),
                press=_try_command(lesson, at, format_action(action)),
            )
            for action in choices
        ]
    )
    return (*rows, *text_blocks(small_print(advice) if advice else ""))


def _choices(lesson: Lesson, at: int) -> tuple[Action, ...]:
    """Return the answer and the commented alternatives, in the order of legal actions."""
    question = lesson.questions[at - 1]
    return tuple(
        action for action in legal_actions(question.game, LEARNER) if question.is_acceptable(action)
    )


def _with_lesson_buttons(block: Block, lesson: Lesson, at: int) -> Block:
    """Return the same block with buttons that answer the lesson instead of a table."""
    if not isinstance(block, ButtonRow):
        return block
    return ButtonRow(tuple(_lesson_button(button, lesson, at) for button in block.buttons))


def _lesson_button(button: Button, lesson: Lesson, at: int) -> Button:
    assert isinstance(button.press, ActionPress)  # a card
    return replace(button, press=_try_command(lesson, at, button.press.text))


def _try_command(lesson: Lesson, at: int, action_text: str) -> AnswerLesson:
    return AnswerLesson(lesson.family, at, action_text)


def _back_row(lesson: Lesson, at: int, words: Words) -> tuple[ButtonRow, ...]:
    """Return the button to the previous question."""
    if at == 1:
        return ()
    return (ButtonRow((command_button(words, "lesson_back", OpenLesson(lesson.family, at - 1)),)),)
