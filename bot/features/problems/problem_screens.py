"""Problems: the private screens and the diagram."""

from collections.abc import Sequence
from typing import Final

from bot.analysis.position import Place, next_place
from bot.analysis.problems.opponent import Solution
from bot.analysis.problems.posing import WeighedCards
from bot.analysis.problems.problem import (
    LEAST_PEOPLE,
    MISERE_LETTER,
    PLACE_LETTERS,
    CardLine,
    FirstTries,
    FollowingDuty,
    Grade,
    LineStatus,
    Problem,
    ProblemSide,
    ProblemState,
    ProblemTrick,
    legal_next_cards,
    line_status,
    replay_line,
)
from bot.engine.cards import CARD_NAMES, Card, Hand, Strain
from bot.features.problems.own_problems import OwnProblem
from bot.model.periods import is_week, start_of
from bot.model.values import Record, replace
from bot.render import screen, shapes
from bot.render.cloth.cards_picture import (
    ShownCards,
    ShownHand,
    ShownTrick,
    card_in_words,
    cards_picture,
    hand_in_words,
    spell_out_tiles,
)
from bot.render.formatting import (
    DIVIDER,
    GAP,
    bold,
    card_tiles,
    command_button,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.hand.decision import rows_of_suits
from bot.render.paper.picture_text import alt_text, titled_alt_text
from bot.render.words import Words
from bot.ui_commands import practice_commands
from bot.ui_commands.practice_commands import USUAL_LEVEL, OpenProblem, ProblemRef, SetUpAttempt


class ProblemProgress(Record):
    """One player's progress in one problem; times are unix seconds."""

    problem: Problem
    ref: practice_commands.ProblemRef  # identifies the problem in its buttons
    line: CardLine
    tricks_after_mistake: int = (
        -1
    )  # the declarer's tricks after a mistake at the end of the line; -1: none
    tries: int = 1
    is_solved: bool = False  # in this try or an earlier one
    helped: bool = False  # the player saw the solution before solving it
    own: OwnProblem | None = None  # of a problem from somebody's deal
    first_tries: FirstTries | None = None  # of people, on all servers

    @property
    def day_at(self) -> int:
        """The start of its day or week; 0 unless it is one of those."""
        return start_of(self.ref.day) if self.ref.day else 0

    @property
    def is_weekly(self) -> bool:
        return is_week(self.ref.day)


# The diagram of a problem: South at the bottom, West at the left, East at the right.

_PLACES_FROM_BOTTOM: Final = tuple(map(PLACE_LETTERS.index, "SWE"))  # in the order of turns


def problem_drawing(
    problem: Problem, names: Sequence[str], title: str, words: Words
) -> screen.PictureBlock:
    """Return the problem at its start; ``names`` by place, ``title`` is the contract."""
    title = spell_out_tiles(title, words)
    hands = tuple(
        _problem_hand(problem, place, names[place], words) for place in _PLACES_FROM_BOTTOM
    )
    said = [f"{hand.name}: {hand_in_words(hand.cards, words)}" for hand in hands]
    alt = titled_alt_text(words.without_tiles(title), alt_text(said))
    return screen.PictureBlock(cards_picture(ShownCards(title, hands), words, words.cloth, alt))


def _problem_hand(problem: Problem, place: int, name: str, words: Words) -> ShownHand:
    leads = words.say("diagram.leads") if place == problem.leader else ""
    declares = words.say("etude.declares") if place == problem.declarer else ""
    mine = words.say("etude.yours") if problem.plays(place) else ""
    note = words.say("etude.out") if place == problem.out else join_dotted((mine, declares, leads))
    return ShownHand(name, Hand(problem.hands[place]), note)


# Private screens of a problem: open hands, and card buttons for the hand on turn.

_VISIBLE_TRICKS: Final = 3  # finished tricks that stay visible
_ONLY_CARD_MARK: Final = "❗"


def problem_screen(facts: ProblemProgress, words: Words, note: str = "") -> screen.Screen:
    """Return the problem in the position after the player's line."""
    course = replay_line(facts.problem, facts.line)
    is_open = (
        facts.tricks_after_mistake < 0 and line_status(facts.problem, course) is LineStatus.OPEN
    )
    top = join_lines(
        f"> {note}" if note else "",
        problem_title(facts, words),
        *problem_task(facts.problem, words)[: None if is_open else 1],
    )
    body = _decision_blocks(facts, course, words) if is_open else _end_blocks(facts, course, words)
    tone = (
        screen.Tone.PRIVATE
        if is_open
        else screen.Tone.ALARM
        if facts.tricks_after_mistake >= 0
        else screen.Tone.PLAYING
    )
    seen = () if is_open else (_end_picture(facts, course, words),)
    blocks = (*text_blocks(top), *seen, DIVIDER, *body, *_service_blocks(facts, words, is_open))
    return screen.Screen(0, 0, tone, blocks)


def problem_title(facts: ProblemProgress, words: Words) -> str:
    """Return the heading: problem, grade, source or day, and number of the try."""
    grade = words.say(f"grade.{facts.problem.grade}")
    tried = words.say("etude.try", n=facts.tries) if facts.tries > 1 else ""
    if facts.day_at:
        key = "etude.weekly" if facts.is_weekly else "etude.daily"
        head, under = words.say(key), f"<t:{facts.day_at}:D>"
    else:
        head, under = words.say("etude.title", name=facts.problem.key), facts.problem.source
        if facts.own is not None:
            head, under = words.say("etude.own_deal"), words.say(f"own.origin.{facts.own.origin}")
    below = join_dotted((under, tried, first_tries_text(facts.first_tries, words)))
    return join_lines(f"### {head} · {grade}", small_print(below) if below else "")


def first_tries_text(tries: FirstTries | None, words: Words) -> str:
    """Return how many people solved it at once; "" before enough of them have tried."""
    if tries is None or tries.people < LEAST_PEOPLE:
        return ""
    return words.say("etude.first_try", solved=tries.solved, n=tries.people)


def problem_task(problem: Problem, words: Words) -> tuple[str, ...]:
    """Return the contract and goal, the player's seats, and the rules of following."""
    mine = [place for place in range(3) if problem.plays(place) and place != problem.out]
    join = words.say("etude.and")
    who = join.join(place_name(place, words) for place in mine)
    return (
        f"{_contract_text(problem, words)} {bold(problem_goal(problem, words))}",
        words.say("etude.you", who=bold(who)),
        small_print(f"{words.say('etude.open')} {_following_rule(problem, words)}"),
    )


def problem_goal(problem: Problem, words: Words) -> str:
    """Return a sentence such as "South must take at least 4 of the 6 tricks"."""
    who, every = place_name(problem.declarer, words), problem.all_tricks
    if problem.wants_more:
        own = "make" if problem.side is ProblemSide.DECLARER else "catch"
        return words.say_plural(f"etude.goal.{own}", problem.tricks, who=who, all=every)
    if not problem.tricks:
        return words.say("etude.goal.none", who=who)
    return words.say_plural("etude.goal.stop", problem.tricks, who=who, all=every)


def _problem_picture(problem: Problem, words: Words) -> screen.PictureBlock:
    names = [place_name(place, words) for place in range(3)]
    return problem_drawing(problem, names, _contract_text(problem, words).rstrip("."), words)


def place_name(place: Place, words: Words) -> str:
    return words.say(f"place.{PLACE_LETTERS[place]}")


def _contract_text(problem: Problem, words: Words) -> str:
    if problem.contract == MISERE_LETTER:
        key = "etude.bettel" if problem.duty is not FollowingDuty.SUIT else "etude.misere"
        return words.say(key, who=place_name(problem.declarer, words))
    if problem.contract[0].isdigit():
        contract = words.contract(problem.contract)
        return words.say(
            "etude.contract", who=place_name(problem.declarer, words), contract=contract
        )
    if problem.trump < 0:
        return words.say("etude.no_trump")
    return words.say("etude.trump", suit=words.suit(Strain(problem.trump).letters))


def _following_rule(problem: Problem, words: Words) -> str:
    trumps = "" if problem.trump < 0 else "_trump"
    rule = words.say(f"etude.duty.{problem.duty}{trumps}")
    is_bound = problem.solver_contract.bound >= 0
    left = place_name(next_place(problem.declarer, -1), words)
    who = place_name(problem.declarer, words)
    return f"{rule} {words.say('etude.duty.low', left=left, who=who)}" if is_bound else rule


# -- hands and tricks


def _decision_blocks(
    facts: ProblemProgress, course: ProblemState, words: Words
) -> tuple[screen.Block, ...]:
    """Return the position, and the buttons of the hand on turn."""
    problem = facts.problem
    key = "etude.plays" if course.cards.trick else "etude.leads"
    asked = words.say(key, who=bold(place_name(course.turn, words)))
    head = f"{asked} · {_role_text(problem, course, course.turn, words)}"
    cards = Hand(course.cards.hands[course.turn])
    may = legal_next_cards(problem, course)
    position: tuple[screen.Block, ...] = _position_words(problem, course, words)
    if words.pictures:
        picture = _position_picture(problem, course, words)
        position = (screen.PictureBlock(picture, (), _position_words(problem, course, words)),)
    return (
        *position,
        DIVIDER,
        *text_blocks(head),
        *(
            screen.ButtonRow(tuple(_card_button(facts, card, card in may) for card in part))
            for part in rows_of_suits(cards)
        ),
    )


def opening_block(problem: Problem, course: ProblemState, words: Words) -> screen.PictureBlock:
    """Return all hands and the trick in progress, as a picture and in words."""
    hands = [_hand_lines(problem, course, p, words) for p in range(3) if course.cards.hands[p]]
    told = text_blocks("\n".join(hands), _trick_in_progress(problem, course, words))
    return screen.PictureBlock(_position_picture(problem, course, words), (), told)


def _position_words(
    problem: Problem, course: ProblemState, words: Words
) -> tuple[screen.Text, ...]:
    """Return the other hands, the last tricks and the trick in progress in words."""
    others = [p for p in range(3) if p != course.turn and course.cards.hands[p]]
    shown = [_hand_lines(problem, course, place, words) for place in others]
    return (
        *text_blocks("\n".join(shown)),
        *text_blocks(
            _trick_lines(course, words, _VISIBLE_TRICKS), _trick_in_progress(problem, course, words)
        ),
    )


def _position_picture(problem: Problem, course: ProblemState, words: Words) -> shapes.Picture:
    """Return the hands that are left and the trick in progress."""
    names = [place_name(place, words) for place in range(3)]
    title = spell_out_tiles(_contract_text(problem, words).rstrip("."), words)
    lying, place = dict[Place, Card](), course.cards.leader
    for card in course.cards.trick:
        lying[place] = card
        place = next_place(place, problem.out)
    hands = tuple(
        ShownHand(
            names[place],
            Hand(course.cards.hands[place]),
            _role_text(problem, course, place, words),
            is_next=place == course.turn,
        )
        for place in _PLACES_FROM_BOTTOM
    )
    said = [f"{hand.name} · {hand.note}: {hand_in_words(hand.cards, words)}" for hand in hands]
    cards = [f"{names[place]}: {card_in_words(card, words)}" for place, card in lying.items()]
    alt = titled_alt_text(words.without_tiles(title), alt_text([*cards, *said], said))
    trick = ShownTrick(tuple(lying.get(place) for place in _PLACES_FROM_BOTTOM), -1, -1)
    return cards_picture(ShownCards(title, hands, trick=trick), words, words.cloth, alt)


def _card_button(facts: ProblemProgress, card: Card, is_legal: bool) -> screen.Button:
    style = screen.Style.PRIMARY if is_legal else screen.Style.PLAIN
    press = practice_commands.PlayProblemCard(facts.ref, len(facts.line), card)
    return screen.Button("", press, CARD_NAMES[card], style, is_legal)


def _hand_lines(problem: Problem, course: ProblemState, place: Place, words: Words) -> str:
    head = f"{bold(place_name(place, words))} · {_role_text(problem, course, place, words)}"
    return join_lines(head, hand_tiles(Hand(course.cards.hands[place])))


def _role_text(problem: Problem, course: ProblemState, place: Place, words: Words) -> str:
    """Return a text such as "you · declarer · 2 tricks"."""
    if place == problem.out:
        return words.say("etude.out")
    mine = words.say("etude.yours") if problem.plays(place) else ""
    declares = words.say("etude.declares") if place == problem.declarer else ""
    return join_dotted((mine, declares, words.say_plural("result.tricks", course.tricks_of(place))))


def _trick_in_progress(problem: Problem, course: ProblemState, words: Words) -> str:
    """Return the trick in progress, each card with its player."""
    place, said = course.cards.leader, []
    for card in course.cards.trick:
        said.append(f"{screen.token(CARD_NAMES[card])} {place_name(place, words)}")
        place = next_place(place, problem.out)
    head = bold(words.say("board.trick", number=len(course.tricks) + 1))
    return join_lines(head, GAP.join(said)) if said else ""


def _trick_lines(course: ProblemState, words: Words, last: int = 10) -> str:
    """Return the last finished tricks, one line each."""
    first = max(len(course.tricks) - last, 0)
    found = enumerate(course.tricks[first:], start=first + 1)
    return join_lines(*(small_print(_trick_line(number, trick, words)) for number, trick in found))


def _trick_line(number: int, trick: ProblemTrick, words: Words) -> str:
    leader, winner = place_name(trick.leader, words), place_name(trick.winner, words)
    return f"{number}. {leader} {card_tiles(trick.cards)} → {winner}"


def _end_blocks(
    facts: ProblemProgress, course: ProblemState, words: Words
) -> tuple[screen.Block, ...]:
    """Return the end of the line: a mistake, or the goal reached."""
    problem, verdict = facts.problem, _verdict_text(facts, words)
    hands = () if words.pictures else _hands_left(problem, course, words)
    tricks = _trick_lines(
        course, words, _VISIBLE_TRICKS if facts.tricks_after_mistake >= 0 else problem.all_tricks
    )
    return (
        *text_blocks(bold(verdict)),
        *hands,
        *text_blocks(tricks, _trick_in_progress(problem, course, words)),
    )


def _end_picture(facts: ProblemProgress, course: ProblemState, words: Words) -> screen.PictureBlock:
    """Return the position after a mistake; once solved, the problem as it began."""
    start = _problem_picture(facts.problem, words)
    if not words.pictures:
        return start
    told = _hands_left(facts.problem, course, words)
    if facts.tricks_after_mistake < 0:
        return replace(start, instead=told, is_awaited=True)
    return screen.PictureBlock(_position_picture(facts.problem, course, words), (), told)


def _hands_left(problem: Problem, course: ProblemState, words: Words) -> tuple[screen.Text, ...]:
    hands = [_hand_lines(problem, course, p, words) for p in range(3) if course.cards.hands[p]]
    return text_blocks("\n".join(hands))


def _verdict_text(facts: ProblemProgress, words: Words) -> str:
    if facts.tricks_after_mistake < 0:
        key = "etude.done.helped" if facts.helped else "etude.done"
        return f"✅ {words.say_plural(key, facts.tries)}"
    who, card = place_name(facts.problem.declarer, words), screen.token(CARD_NAMES[facts.line[-1]])
    if not facts.tricks_after_mistake:
        return f"❌ {words.say('etude.lost.none', card=card, who=who)}"
    said = (
        "etude.lost.more"
        if facts.tricks_after_mistake > facts.problem.tricks
        else "etude.lost.less"
    )
    return f"❌ {words.say_plural(said, facts.tricks_after_mistake, card=card, who=who)}"


# -- further buttons


def _service_blocks(
    facts: ProblemProgress, words: Words, is_open: bool
) -> tuple[screen.Block, ...]:
    ref = facts.ref
    first: list[screen.Button] = []
    if facts.is_solved and facts.tricks_after_mistake < 0 and not (is_open or facts.day_at):
        following = practice_commands.NewProblem(facts.problem.grade)
        first.append(command_button(words, "etude_next", following, screen.Style.PRIMARY))
    if facts.tricks_after_mistake >= 0:
        back = practice_commands.TakeBackProblemCard(ref, len(facts.line))
        first.append(command_button(words, "etude_back", back, screen.Style.PRIMARY))
    if facts.line and not (is_open and len(facts.line) < 2):
        first.append(command_button(words, "etude_again", practice_commands.RestartProblem(ref)))
    first.append(command_button(words, "etude_solution", practice_commands.ShowSolution(ref)))
    if facts.day_at:
        first.append(_table_button(facts, words))
    if facts.own is not None:
        first.append(_play_on_button(facts.own, words))
    return (screen.ButtonRow(tuple(first)), *other_problems_select(words, facts))


def other_problems_select(
    words: Words, facts: ProblemProgress | None = None
) -> tuple[screen.Block, ...]:
    """Return a select for another problem: by grade, of the day, of the week."""
    choices = [
        screen.SelectChoice(words.say(f"grade.{grade}"), practice_commands.NewProblem(grade))
        for grade in Grade
    ]
    choices.insert(0, screen.SelectChoice(words.say("grade.any"), practice_commands.NewProblem()))
    shown = None if facts is None or not facts.day_at else facts.is_weekly
    if shown is not False:
        daily = practice_commands.ShowDailyProblem()
        choices.append(screen.SelectChoice(words.say("grade.daily"), daily))
    if shown is not True:
        weekly = practice_commands.ShowWeeklyProblem()
        choices.append(screen.SelectChoice(words.say("grade.weekly"), weekly))
    return (screen.Select("etudes", words.say("etude.choose"), tuple(choices)),)


def _table_button(facts: ProblemProgress, words: Words) -> screen.Button:
    if facts.is_weekly:
        return command_button(words, "etude_week_table", practice_commands.ShowWeeklyProblem())
    return command_button(words, "etude_table", practice_commands.ShowDailyProblem())


def _play_on_button(own: OwnProblem, words: Words) -> screen.Button:
    """Return the button that plays the deal on from the problem's place against robots."""
    place = own.place
    play_on = SetUpAttempt(place.deal_id, place.start, own.chooser, USUAL_LEVEL)
    return command_button(words, "again_here", play_on)


def confirm_solution_screen(facts: ProblemProgress, words: Words) -> screen.Screen:
    """Ask the player to confirm before showing the solution of an unsolved problem."""
    weekly = "etude.spoil_weekly" if facts.is_weekly else "etude.spoil_daily"
    said = words.say(weekly if facts.day_at else "etude.spoil")
    yes = command_button(
        words,
        "etude_show",
        practice_commands.ShowSolution(facts.ref, is_sure=True),
        screen.Style.DANGER,
    )
    no = command_button(words, "etude_on", practice_commands.OpenProblem(facts.ref))
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(problem_title(facts, words), said),
        screen.ButtonRow((no, yes)),
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, blocks)


def solution_screen(
    facts: ProblemProgress, solution: Solution, start: CardLine, words: Words
) -> screen.Screen:
    """Return best play from the start; ``start`` is the player's line before any mistake."""
    problem = facts.problem
    course = replay_line(problem, solution.line)
    right = card_tiles(solution.right_cards) if solution.right_cards else ""
    number = len(replay_line(problem, start).tricks) + 1
    here = words.say("etude.right", cards=right, number=number) if right else ""
    said = [
        _solved_trick(n, trick, solution.only_moves, words) for n, trick in enumerate(course.tricks)
    ]
    on = command_button(
        words, "etude_on", practice_commands.OpenProblem(facts.ref), screen.Style.PRIMARY
    )
    blocks: tuple[screen.Block, ...] = (
        *text_blocks(join_lines(problem_title(facts, words), *problem_task(problem, words)[:1])),
        _problem_picture(problem, words),
        *text_blocks(join_lines(here, *said, _trick_in_progress(problem, course, words))),
        *text_blocks(
            small_print(words.say("etude.only", mark=_ONLY_CARD_MARK))
            if solution.only_moves
            else ""
        ),
        screen.ButtonRow((on,)),
        *other_problems_select(words, facts),
    )
    return screen.Screen(0, 0, screen.Tone.PRIVATE, blocks)


def _solved_trick(number: int, trick: ProblemTrick, only: tuple[int, ...], words: Words) -> str:
    """Return one trick of the solution; it marks cards that were the only right one."""
    first = number * len(trick.cards)
    said = [
        screen.token(CARD_NAMES[card]) + (_ONLY_CARD_MARK if first + n in only else "")
        for n, card in enumerate(trick.cards)
    ]
    leader, winner = place_name(trick.leader, words), place_name(trick.winner, words)
    return small_print(f"{number + 1}. {leader} {' '.join(said)} → {winner}")


# Screens of a problem from somebody's deal: the public post, and the answers to sharing it.


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
    told = words.say("problem.many", cards=card_tiles(weighed.holding))
    row = screen.ButtonRow((command_button(words, "own_other_place", here, screen.Style.PRIMARY),))
    return screen.Screen(0, 0, screen.Tone.ALARM, (*text_blocks(told), row))
