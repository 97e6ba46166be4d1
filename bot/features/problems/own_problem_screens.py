"""Screens of a problem from somebody's deal: the public post, and the answers to sharing it."""

from bot.analysis.problems.posing import WeighedCards
from bot.analysis.problems.problem import replay_line
from bot.features.problems.own_problems import OwnProblem
from bot.features.problems.problem_screens import opening_block, problem_task
from bot.render import screen
from bot.render.formatting import bold, command_button, join_dotted, join_lines, text_blocks
from bot.render.words import Words
from bot.ui_commands.deal_commands import SetUpAttempt
from bot.ui_commands.practice_commands import OpenProblem, ProblemRef


def shared_problem_screen(own: OwnProblem, name: str, words: Words) -> screen.Screen:
    """Return the public post by somebody called ``name``; it shows the hands, not the answer."""
    problem = own.problem
    grade = words.say(f"grade.{problem.grade}")
    head = join_lines(
        f"### {join_dotted((words.say('etude.own_deal'), grade))}",
        words.say("problem.shared", name=bold(name)),
        *problem_task(problem, words),
        words.say("problem.one"),
    )
    solve = OpenProblem(ProblemRef(own.place.key))
    row = screen.ButtonRow((command_button(words, "own_solve", solve, screen.Style.PRIMARY),))
    position = opening_block(problem, replay_line(problem, problem.opening), words)
    blocks: tuple[screen.Block, ...] = (*text_blocks(head), position, row)
    return screen.Screen(0, 0, screen.Tone.WAITING, blocks)


def was_shared_screen(own: OwnProblem, here: SetUpAttempt, words: Words) -> screen.Screen:
    """Tell the user that the channel has the problem; they may solve it or play the deal on."""
    solve = OpenProblem(ProblemRef(own.place.key))
    row = (
        command_button(words, "own_solve", solve, screen.Style.PRIMARY),
        command_button(words, "again_here", here),
    )
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(words.say("replay.was_shared")),
        screen.ButtonRow(row),
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, blocks)


def holding_screen(weighed: WeighedCards, here: SetUpAttempt, words: Words) -> screen.Screen:
    """Tell why a place is no problem: the cards that hold; ``here`` leads back to the deal."""
    told = words.say("problem.many", cards=words.cards(weighed.holding))
    row = screen.ButtonRow((command_button(words, "own_other_place", here, screen.Style.PRIMARY),))
    return screen.Screen(0, 0, screen.Tone.ALARM, (*text_blocks(told), row))
