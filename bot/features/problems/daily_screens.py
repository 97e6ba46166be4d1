"""The problems of the day and of the week: solvers, and a public message that reveals no card."""

from datetime import date, timedelta
from typing import Final

from bot.features.problems import problem_screens
from bot.model.periods import first_day, is_week, start_of
from bot.model.values import Record
from bot.render import screen
from bot.render.formatting import (
    bold,
    command_button,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.words import Words
from bot.ui_commands import practice_commands

_MOST_MARKS: Final = 10
_EPOCH: Final = date(1970, 1, 1)


class SolverRow(Record):
    """A row of a table; ``name`` is escaped, ``days`` is the streak of solved days or weeks."""

    rank: int
    name: str
    tries: int
    solved_at: int
    days: int


class DailyProblem(Record):
    """The problem of a day or week on one server, with the asking player's progress.

    Outside of servers there is no table, and ``streak`` is the player's own.
    """

    own: problem_screens.ProblemProgress
    period: int
    has_begun: bool
    rows: tuple[SolverRow, ...]  # the top of the table
    solvers: int  # number of solvers in all
    own_row: SolverRow | None  # the asking player's row
    can_share: bool
    streak: int | None = None

    @property
    def is_weekly(self) -> bool:
        return is_week(self.period)


def daily_problem_screen(facts: DailyProblem, words: Words, note: str = "") -> screen.Screen:
    """Return the solvers of the day or week and the button to the problem."""
    own, name = facts.own, "etude.weekly" if facts.is_weekly else "etude.daily"
    day, turn = start_of(facts.period), start_of(facts.period + 1)
    solved = problem_screens.first_tries_text(own.first_tries, words)
    head = join_lines(
        f"> {note}" if note else "",
        f"### {words.say(name)} · {words.say(f'grade.{own.problem.grade}')}",
        problem_screens.problem_goal(own.problem, words),
        small_print(words.say("etude.next", day=f"<t:{day}:D>", when=f"<t:{turn}:R>")),
        small_print(solved) if solved else "",
    )
    said = _own_result(facts, words) if facts.streak is not None else _solver_table(facts, words)
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(head),
        *text_blocks(said, _own_status(facts, words)),
        screen.ButtonRow(tuple(_daily_buttons(facts, words))),
        *problem_screens.other_problems_select(words, own),
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, blocks)


def _solver_table(facts: DailyProblem, words: Words) -> str:
    if not facts.rows:
        return words.say("etude.nobody")
    more = facts.solvers - len(facts.rows)
    rest = small_print(words.say_plural("etude.more", more)) if more > 0 else ""
    rows = [_solver_line(row, facts.is_weekly, words) for row in facts.rows]
    return join_lines(bold(words.say("etude.solvers")), *rows, rest)


def _own_result(facts: DailyProblem, words: Words) -> str:
    """Return the line that the player may copy, and their streak in all places."""
    own, blocks = facts.own, [_streak_text(facts.streak or 0, facts.is_weekly, words)]
    if own.is_solved and not own.helped:
        name = words.say("etude.weekly" if facts.is_weekly else "etude.daily")
        result = words.say_plural("etude.tries", own.tries)
        note = small_print(words.say("etude.copy"))
        day = _EPOCH + timedelta(first_day(facts.period))
        blocks = [f"`{name} {day} · {result} {_squares(own.tries)}`", note, *blocks]
    return join_lines(*blocks)


def _streak_text(periods: int, is_weekly: bool, words: Words) -> str:
    name = "etude.weeks" if is_weekly else "etude.streak"
    return words.say_plural(name, periods) if periods > 1 else ""


def _squares(tries: int) -> str:
    """Return a red square for every lost try and a green one: nothing of the cards."""
    return "🟥" * min(tries - 1, _MOST_MARKS - 1) + "🟩"


def _solver_line(row: SolverRow, is_weekly: bool, words: Words) -> str:
    days = _streak_text(row.days, is_weekly, words)
    said = (words.say_plural("etude.tries", row.tries), f"<t:{row.solved_at}:t>", days)
    return f"{row.rank}\\. {bold(row.name)} · {join_dotted(said)}"


def _own_status(facts: DailyProblem, words: Words) -> str:
    """Return the asking player's row or progress."""
    if facts.own_row is not None:
        shown = any(row == facts.own_row for row in facts.rows)
        return "" if shown else _solver_line(facts.own_row, facts.is_weekly, words)
    if facts.own.helped:
        return words.say("etude.own.helped")
    if facts.own.is_solved and facts.streak is not None:
        return ""
    if facts.own.is_solved:
        return words.say("etude.own.late_week" if facts.is_weekly else "etude.own.late")
    return words.say("etude.own.open" if facts.has_begun else "etude.own.new")


def _daily_buttons(facts: DailyProblem, words: Words) -> list[screen.Button]:
    is_done = facts.own.is_solved or facts.own.helped
    name = "etude_look" if is_done else "etude_on" if facts.has_begun else "etude_play"
    style = screen.Style.PLAIN if is_done else screen.Style.GOOD
    buttons = [command_button(words, name, practice_commands.OpenProblem(facts.own.ref), style)]
    if facts.can_share:
        share = practice_commands.ShareDailyProblem(facts.own.ref)
        buttons.append(command_button(words, "etude_share", share, screen.Style.PRIMARY))
    return buttons


def shared_solve_screen(name: str, tries: int, period: int, words: Words) -> screen.Screen:
    """Return the public message: solver, number of tries, a button; it reveals no card."""
    key = "etude.shared_week" if is_week(period) else "etude.shared"
    said = words.say_plural(key, tries, name=bold(name), marks=_squares(tries))
    following: practice_commands.ShowDailyProblem | practice_commands.ShowWeeklyProblem
    following = practice_commands.ShowDailyProblem()
    if is_week(period):
        following = practice_commands.ShowWeeklyProblem()
    button = command_button(words, "etude_daily", following, screen.Style.PRIMARY)
    return screen.Screen(
        0, 0, screen.Tone.WAITING, (*text_blocks(said), screen.ButtonRow((button,)))
    )
