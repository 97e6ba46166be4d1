"""The problem of the day: its solvers, and a public message that reveals no card."""

from typing import Final

from bot.deeds.etudes import OpenProblem, ShareDailyProblem, ShowDailyProblem
from bot.render.parts import bold, command_button, join_dotted, join_lines, small_print, text_blocks
from bot.render.screen import Block, Button, ButtonRow, Screen, Style, Tone
from bot.render.study.etude_facts import DailyProblem, SolverRow
from bot.render.study.etudes import other_problems_select, problem_goal
from bot.render.words import Words

_MOST_MARKS: Final = 10


def daily_problem_screen(facts: DailyProblem, words: Words, note: str = "") -> Screen:
    """Return the solvers of the day and the button to the problem."""
    own = facts.own
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say('etude.daily')} · {words.say(f'grade.{own.problem.grade}')}",
        problem_goal(own.problem, words),
        small_print(
            words.say("etude.next", day=f"<t:{own.day_at}:D>", when=f"<t:{facts.next_at}:R>")
        ),
    )
    blocks: tuple[Block, ...] = (
        *text_blocks(head),
        *text_blocks(_solver_table(facts, words), _own_status(facts, words)),
        ButtonRow(tuple(_daily_buttons(facts, words))),
        *other_problems_select(words, own),
    )
    return Screen(0, 0, Tone.PRIVATE, blocks)


def _solver_table(facts: DailyProblem, words: Words) -> str:
    if not facts.rows:
        return words.say("etude.nobody")
    more = facts.solvers - len(facts.rows)
    rest = small_print(words.say_plural("etude.more", more)) if more > 0 else ""
    return join_lines(
        bold(words.say("etude.solvers")), *(_solver_line(row, words) for row in facts.rows), rest
    )


def _solver_line(row: SolverRow, words: Words) -> str:
    days = words.say_plural("etude.streak", row.days) if row.days > 1 else ""
    said = (words.say_plural("etude.tries", row.tries), f"<t:{row.solved_at}:t>", days)
    return f"{row.rank}\\. {bold(row.name)} · {join_dotted(said)}"


def _own_status(facts: DailyProblem, words: Words) -> str:
    """Return the asking player's row or progress."""
    if facts.own_row is not None:
        shown = any(row == facts.own_row for row in facts.rows)
        return "" if shown else _solver_line(facts.own_row, words)
    if facts.own.helped:
        return words.say("etude.own.helped")
    if facts.own.is_solved:
        return words.say("etude.own.late")
    return words.say("etude.own.open" if facts.has_begun else "etude.own.new")


def _daily_buttons(facts: DailyProblem, words: Words) -> list[Button]:
    is_done = facts.own.is_solved or facts.own.helped
    name = "etude_look" if is_done else "etude_on" if facts.has_begun else "etude_play"
    style = Style.PLAIN if is_done else Style.GOOD
    buttons = [command_button(words, name, OpenProblem(facts.own.ref), style)]
    if facts.can_share:
        share = ShareDailyProblem(facts.own.ref)
        buttons.append(command_button(words, "etude_share", share, Style.PRIMARY))
    return buttons


def shared_solve_screen(name: str, tries: int, words: Words) -> Screen:
    """Return the public message: solver, number of tries, a button; it reveals no card."""
    failed = min(tries - 1, _MOST_MARKS - 1)
    marks = "🟥" * failed + "🟩"
    said = words.say_plural("etude.shared", tries, name=bold(name), marks=marks)
    button = command_button(words, "etude_daily", ShowDailyProblem(), Style.PRIMARY)
    return Screen(0, 0, Tone.WAITING, (*text_blocks(said), ButtonRow((button,))))
