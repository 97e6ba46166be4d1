"""The problem of the day: its solvers, and a public message that reveals no card."""

from typing import Final

from bot.deeds.etudes import EtudeDaily, EtudeOpen, EtudeShare
from bot.render.parts import bold, deed_button, dotted, lines, small, text_blocks
from bot.render.screen import Block, Button, Row, Screen, Style, Tone
from bot.render.study.etude_facts import DayFacts, SolverRow
from bot.render.study.etudes import goal, onward
from bot.render.words import Words

_MARKS: Final = 10


def daily_screen(facts: DayFacts, words: Words, note: str = "") -> Screen:
    """Return the solvers of the day and the button to the problem."""
    own = facts.own
    head = lines(
        f"> {note}" if note else "",
        f"### {words.say('etude.daily')} · {words.say(f'grade.{own.etude.grade}')}",
        goal(own.etude, words),
        small(words.say("etude.next", day=f"<t:{own.day_at}:D>", when=f"<t:{facts.next_at}:R>")),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        *text_blocks(_table(facts, words), _own(facts, words)),
        Row(tuple(_buttons(facts, words))),
        *onward(words, own),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _table(facts: DayFacts, words: Words) -> str:
    if not facts.rows:
        return words.say("etude.nobody")
    more = facts.solvers - len(facts.rows)
    rest = small(words.count("etude.more", more)) if more > 0 else ""
    return lines(bold(words.say("etude.solvers")), *(_row(row, words) for row in facts.rows), rest)


def _row(row: SolverRow, words: Words) -> str:
    days = words.count("etude.streak", row.days) if row.days > 1 else ""
    said = (words.count("etude.tries", row.tries), f"<t:{row.solved_at}:t>", days)
    return f"{row.rank}\\. {bold(row.name)} · {dotted(said)}"


def _own(facts: DayFacts, words: Words) -> str:
    """Return the asking player's row or progress."""
    if facts.rank is not None:
        shown = any(row == facts.rank for row in facts.rows)
        return "" if shown else _row(facts.rank, words)
    if facts.own.helped:
        return words.say("etude.own.helped")
    if facts.own.is_solved:
        return words.say("etude.own.late")
    return words.say("etude.own.open" if facts.has_begun else "etude.own.new")


def _buttons(facts: DayFacts, words: Words) -> list[Button]:
    is_done = facts.own.is_solved or facts.own.helped
    name = "etude_look" if is_done else "etude_on" if facts.has_begun else "etude_play"
    style = Style.PLAIN if is_done else Style.GOOD
    buttons = [deed_button(words, name, EtudeOpen(facts.own.ref), style)]
    if facts.may_share:
        share = EtudeShare(facts.own.ref)
        buttons.append(deed_button(words, "etude_share", share, Style.PRIMARY))
    return buttons


def shared_screen(name: str, tries: int, words: Words) -> Screen:
    """Return the public message: solver, number of tries, a button; it reveals no card."""
    failed = min(tries - 1, _MARKS - 1)
    marks = "🟥" * failed + "🟩"
    said = words.count("etude.shared", tries, name=bold(name), marks=marks)
    button = deed_button(words, "etude_daily", EtudeDaily(), Style.PRIMARY)
    return Screen(0, 0, Tone.WAITING, (*text_blocks(said), Row((button,))))
