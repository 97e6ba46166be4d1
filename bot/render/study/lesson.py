"""Lesson screens: one question at a time, above a hand that looks as at a table."""

from collections.abc import Iterable
from dataclasses import replace

from bot.deeds.lessons import LearnAt, LearnTry, PlayAlone
from bot.engine.actions import Action, Discard
from bot.engine.deal import Stage
from bot.engine.game import legal
from bot.engine.notation import text
from bot.engine.rules import Rules
from bot.engine.view import Table, View, view
from bot.lessons import LEARNER, Lesson, Other, Question
from bot.render.facts import SeatFacts, TableFacts
from bot.render.families import words_at
from bot.render.hand import playing
from bot.render.hand.advice import moment_help
from bot.render.hand.asking import button_of, button_rows
from bot.render.hand.hand import own_hand, status_of
from bot.render.parts import LINE, deed_button, lines, small, text_blocks
from bot.render.screen import Act, Block, Button, Row, Screen, Style, Tone
from bot.render.words import TableWords, Words
from bot.terms import Clock, Status


def question_screen(lesson: Lesson, at: int, name: str, words: Words, note: str = "") -> Screen:
    """Return question ``at`` (from 1) for a learner called ``name``."""
    question = lesson.questions[at - 1]
    words, facts = words_at(question.game.rules, words), _facts(name, words)
    seen = view(question.game, LEARNER)
    assert seen.table is not None
    head = lines(
        f"> {note}" if note else "",
        f"### {_title(lesson, at, words)}",
        words.say(f"lesson.{question.name}", **_others(words)),
    )
    status = status_of(seen, seen.table, facts, words)
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        LINE,
        *text_blocks(status),
        *_asked(lesson, at, seen, seen.table, facts, words),
        *_steps(lesson, at, words),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def end_screen(lesson: Lesson, families: Iterable[str], words: Words, note: str = "") -> Screen:
    """Return the score of the finished lesson and the buttons to go on."""
    spoken = words_at(_rules(lesson), words)
    head = lines(
        f"> {note}" if note else "",
        f"### {spoken.say('lesson.over')}",
        spoken.say("lesson.end", tricks=lesson.tricks, **_others(spoken)),
    )
    rest = [family for family in families if family != lesson.family]
    row = [
        deed_button(words, "play_alone", PlayAlone(lesson.family), Style.GOOD),
        deed_button(words, "lesson_again", LearnAt(lesson.family, 1)),
    ]
    row += [Button(words.say(f"family.{family}"), LearnAt(family, 1)) for family in rest]
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(head), Row(tuple(row))))


def answered(lesson: Lesson, question: Question, other: Other, words: Words) -> str:
    """Return the outcome of another answer: its own sentence, or its tricks."""
    spoken = words_at(question.game.rules, words)
    own = f"lesson.{question.name}.{text(other.action).replace(' ', '_')}"
    if other.tricks is None:
        return spoken.say(own, **_others(spoken))
    facts = _compared(question, other.action, spoken)
    return spoken.say("lesson.tricks", n=other.tricks, best=lesson.tricks, **facts)


def as_good(lesson: Lesson, question: Question, action: Action, words: Words) -> str:
    """Return the note that the answer is as good as the one the lesson goes on with."""
    spoken = words_at(question.game.rules, words)
    return spoken.say("lesson.as_good", **_compared(question, action, spoken))


def _compared(question: Question, action: Action, words: TableWords) -> dict[str, str]:
    return {"choice": _called(action, words), "answer": _called(question.answer, words)}


def _called(action: Action, words: TableWords) -> str:
    """Return the name of an action; for a discard its cards."""
    if isinstance(action, Discard):
        return words.cards((action.low, action.high))
    return words.action(action)


def _rules(lesson: Lesson) -> Rules:
    return lesson.end.rules


def _title(lesson: Lesson, at: int, words: Words) -> str:
    family, total = words.say(f"family.{lesson.family}"), len(lesson.questions) + 1
    return words.say("lesson.title", family=family, at=at, total=total)


def _others(words: Words) -> dict[str, str]:
    """Return the names of the two other players, in the order of seats."""
    return {"second": words.say("robot.1"), "third": words.say("robot.2")}


def _facts(name: str, words: Words) -> TableFacts:
    robots = tuple(SeatFacts(words.say(f"robot.{seat}"), None) for seat in (1, 2))
    seats = (SeatFacts(name, LEARNER), *robots)
    return TableFacts(0, Status.PLAYING, LEARNER, seats, Clock.NONE)


# the answers -----------------------------------------------------------------------------


def _asked(
    lesson: Lesson, at: int, seen: View, table: Table, facts: TableFacts, words: TableWords
) -> tuple[Block, ...]:
    """Return the cards as buttons; outside the play the hand and a button per answer."""
    if seen.stage is Stage.PLAY:
        cards = playing.blocks(seen, table, facts, words)
        return tuple(_tried(block, lesson, at) for block in cards)
    marks = seen.stage is Stage.EXCHANGE  # a lesson has no buttons that mark cards
    advice = "" if marks else moment_help(seen, table, facts, words)
    rows = button_rows(
        [
            replace(button_of(action, seen, table, words), press=_try(lesson, at, text(action)))
            for action in _choices(lesson, at)
        ]
    )
    return (
        *text_blocks(own_hand(seen, words)),
        *rows,
        *text_blocks(small(advice) if advice else ""),
    )


def _choices(lesson: Lesson, at: int) -> list[Action]:
    """Return the answer and the commented alternatives, in the order of legal actions."""
    question = lesson.questions[at - 1]
    return [action for action in legal(question.game, LEARNER) if question.takes(action)]


def _tried(block: Block, lesson: Lesson, at: int) -> Block:
    """Return the same block with buttons that answer the lesson instead of a table."""
    if not isinstance(block, Row):
        return block
    return Row(tuple(_said(button, lesson, at) for button in block.buttons))


def _said(button: Button, lesson: Lesson, at: int) -> Button:
    assert isinstance(button.press, Act)  # a card
    return replace(button, press=_try(lesson, at, button.press.text))


def _try(lesson: Lesson, at: int, said: str) -> LearnTry:
    return LearnTry(lesson.family, at, said)


def _steps(lesson: Lesson, at: int, words: Words) -> tuple[Row, ...]:
    """Return the button to the previous question."""
    if at == 1:
        return ()
    return (Row((deed_button(words, "lesson_back", LearnAt(lesson.family, at - 1)),)),)
