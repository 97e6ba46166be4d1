"""The screens of set problems: every card in sight, the aim, nothing given away."""

import pytest

from bot.analysis.problems.collection import shipped_problems
from bot.analysis.problems.opponent import opening_line, solve_problem
from bot.analysis.problems.problem import (
    MISERE_LETTER,
    FollowingDuty,
    ProblemSide,
    legal_next_cards,
    replay_line,
)
from bot.engine.cards import CARD_NAMES
from bot.features.problems.daily_screens import (
    DailyProblem,
    SolverRow,
    daily_problem_screen,
    shared_solve_screen,
)
from bot.features.problems.problem_screens import (
    ProblemProgress,
    confirm_solution_screen,
    problem_goal,
    problem_screen,
    problem_task,
    solution_screen,
)
from bot.model.values import replace
from bot.render.screen import ButtonRow, Screen, Select, Text
from bot.render.words import Words
from bot.ui_commands.practice_commands import ProblemRef
from tests.render.walks import CATALOGUE, buttons, choices, command_texts, faults, press_text, texts
from tests.support.cases import for_each

ALL = shipped_problems()
EN, RU = CATALOGUE.words("en"), CATALOGUE.words("ru")


@pytest.fixture(params=["en", "ru"])
def words(request: pytest.FixtureRequest) -> Words:
    return CATALOGUE.words(request.param)


def cards_on(screen: Screen) -> list[str]:
    """Return the cards of buttons and texts."""
    said = "\n".join(texts(screen))
    tiles = [button.tile for button in buttons(screen)]
    return [name for name in CARD_NAMES if name in tiles or f"⟦{name}⟧" in said]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "first"), [("en", 0), ("ru", 6)], indirect=["words"])
def test_problems_can_be_shown(words: Words, first: int) -> None:
    """At its first decision: all cards, and buttons for the legal ones."""
    for key, etude in list(ALL.problems.items())[first::12]:
        facts = ProblemProgress(etude, ProblemRef(key), opening_line(etude))
        screen, course = problem_screen(facts, words), replay_line(etude, facts.line)
        assert faults(screen) == [], key
        held = [n for n in range(32) if any(hand >> n & 1 for hand in etude.hands)]
        assert cards_on(screen) == [CARD_NAMES[card] for card in held], key
        lit = {button.tile for button in buttons(screen) if button.tile and button.enabled}
        assert lit == {CARD_NAMES[card] for card in legal_next_cards(etude, course)}, key
        assert "\n".join(texts(screen)).count(problem_goal(etude, words)) == 1, key


@for_each("key", list(ALL.problems)[::60])
def test_every_solution_can_be_shown(key: str, words: Words) -> None:
    etude = ALL.problems[key]
    found = solve_problem(etude, ())
    screen = solution_screen(ProblemProgress(etude, ProblemRef(key), ()), found, (), words)
    assert faults(screen) == []
    said = "\n".join(texts(screen))
    assert all(f"⟦{CARD_NAMES[card]}⟧" in said for card in found.line)
    assert said.count("❗") == len(found.only_moves) + 1


def test_goals_in_words() -> None:
    k1, k3, lasker = (ALL.problems[key] for key in ("k1", "k3", "lasker"))
    assert problem_goal(k1, EN) == "West may take at most 6 tricks of 10."
    assert problem_goal(k3, EN) == "South must take at least 6 of 10 tricks."
    assert problem_goal(lasker, EN) == "Make South take at least 2 tricks of 10."
    clean = next(e for e in ALL.problems.values() if e.contract == MISERE_LETTER and not e.tricks)
    assert problem_goal(clean, EN) == "South may not take a single trick."
    assert problem_goal(k1, RU) == "Запад не должен взять больше 6 взяток из 10."
    assert problem_task(k1, EN)[0] == "West plays 6⟦S⟧. **West may take at most 6 tricks of 10.**"
    assert problem_task(k1, EN)[1] == "You play **East and South**."


def test_duties_in_words() -> None:
    """The Austrian ones are named, with the lowest winner on the declarer's left."""
    bound = next(
        e for e in ALL.problems.values() if e.duty is FollowingDuty.OVERTAKE and e.trump >= 0
    )
    assert "A lead of South is beaten by West with the lowest card" in problem_task(bound, EN)[2]
    free = next(
        e for e in ALL.problems.values() if e.duty is FollowingDuty.OVERTAKE and e.trump < 0
    )
    assert "Austrian duties" in problem_task(free, EN)[2]
    assert problem_task(free, EN)[0].startswith("South plays bettel.")
    assert "lowest" not in problem_task(free, EN)[2]
    assert "Austrian" not in problem_task(ALL.problems["k1"], EN)[2]


def test_a_mistake_and_its_way_back(words: Words) -> None:
    etude = ALL.problems["k1"]
    wrong = CARD_NAMES.index("KS")
    facts = ProblemProgress(etude, ProblemRef("k1"), (wrong,), tricks_after_mistake=7, tries=2)
    screen = problem_screen(facts, words)
    assert faults(screen) == []
    assert {"etude back k1 1", "etude again k1", "etude solution k1"} <= set(command_texts(screen))
    assert not [press for press in command_texts(screen) if press.startswith("etude play")]


def test_a_mistake_that_leaves_nothing() -> None:
    etude = ALL.problems["k1"]
    facts = ProblemProgress(
        etude, ProblemRef("k1"), (CARD_NAMES.index("KS"),), tricks_after_mistake=0
    )
    assert "now West gets no trick at all." in "\n".join(texts(problem_screen(facts, EN)))
    assert "теперь Запад не берёт ни одной взятки." in "\n".join(texts(problem_screen(facts, RU)))


def test_solved_leads_on(words: Words) -> None:
    etude = ALL.problems["k1"]
    facts = ProblemProgress(etude, ProblemRef("k1"), solve_problem(etude, ()).line, is_solved=True)
    assert "etude new master" in command_texts(problem_screen(facts, words))
    daily = replace(facts, ref=ProblemRef("k1", 20454))
    assert "etude daily" in command_texts(problem_screen(daily, words))
    others = [press_text(choice.press) for choice in choices(problem_screen(daily, words))]
    assert "etude daily" not in others
    assert "etude weekly" in others


def test_the_result_of_a_player_alone(words: Words) -> None:
    """Outside of servers: a line to copy without a card, and the streak of all places."""
    mine = replace(day(), streak=4)
    assert words.say("etude.nobody") not in "\n".join(texts(daily_problem_screen(mine, words)))
    solved = replace(mine, own=replace(mine.own, is_solved=True, tries=3))
    screen = daily_problem_screen(solved, words)
    said = "\n".join(texts(screen))
    assert "🟥🟥🟩`" in said
    assert words.say("etude.copy") in said
    assert words.say_plural("etude.streak", 4) in said
    assert cards_on(screen) == []
    assert faults(screen) == []


def test_the_page_of_the_week(words: Words) -> None:
    week = 1_002_950
    own = ProblemProgress(ALL.problems["k3"], ProblemRef("k3", week), ())
    page = DailyProblem(own, week, False, (SolverRow(1, "Ana", 2, 5, 3),), 1, None, False)
    said = "\n".join(texts(daily_problem_screen(page, words)))
    assert words.say("etude.weekly") in said
    assert words.say_plural("etude.weeks", 3) in said
    assert f"<t:{(4 + 7 * 2951) * 86400}:R>" in said
    assert "etude weekly" in command_texts(shared_solve_screen("Ana", 1, week, words))


def test_the_question_before_the_solution(words: Words) -> None:
    screen = confirm_solution_screen(
        ProblemProgress(ALL.problems["k1"], ProblemRef("k1"), ()), words
    )
    assert faults(screen) == []
    assert command_texts(screen) == {"etude open k1", "etude solution k1 yes"}
    assert cards_on(screen) == []


def day(*rows: SolverRow, solvers: int = 0, own: SolverRow | None = None) -> DailyProblem:
    mine = ProblemProgress(ALL.problems["k3"], ProblemRef("k3", 20454), ())
    return DailyProblem(mine, 20454, False, rows, solvers or len(rows), own, own is not None)


ROWS = tuple(SolverRow(n, f"Player {n}", n, 20454 * 86400 + n, n) for n in range(1, 16))


def test_the_table_of_the_day() -> None:
    own = SolverRow(40, "Ana", 9, 20454 * 86400 + 999, 1)
    screen = daily_problem_screen(day(*ROWS, solvers=60, own=own), EN)
    assert faults(screen) == []
    said = "\n".join(texts(screen))
    assert "1\\. **Player 1** · 1 try · <t:1767225601:t>" in said
    assert "2\\. **Player 2** · 2 tries · <t:1767225602:t> · 2 days running" in said
    assert "and 45 more" in said
    assert "40\\. **Ana** · 9 tries" in said
    assert cards_on(screen) == []


def test_the_table_speaks_to_everybody(words: Words) -> None:
    nobody = day()
    assert words.say("etude.nobody") in "\n".join(texts(daily_problem_screen(nobody, words)))
    begun = replace(nobody, has_begun=True)
    assert words.say("etude.own.open") in "\n".join(texts(daily_problem_screen(begun, words)))
    late = replace(begun, own=replace(begun.own, is_solved=True))
    assert words.say("etude.own.late") in "\n".join(texts(daily_problem_screen(late, words)))
    helped = replace(begun, own=replace(begun.own, helped=True))
    assert words.say("etude.own.helped") in "\n".join(texts(daily_problem_screen(helped, words)))


@pytest.mark.parametrize("tries", [1, 3, 40])
def test_what_is_told_names_no_card(tries: int, words: Words) -> None:
    screen = shared_solve_screen("Ana", tries, 20454, words)
    assert faults(screen) == []
    assert cards_on(screen) == []
    (said,) = texts(screen)
    assert said.endswith("🟥" * min(tries - 1, 9) + "🟩")
    assert [type(block) for block in screen.blocks] == [Text, ButtonRow]


def test_other_grades_can_be_chosen(words: Words) -> None:
    screen = problem_screen(
        ProblemProgress(ALL.problems["1"], ProblemRef("1"), opening_line(ALL.problems["1"])), words
    )
    (select,) = [block for block in screen.blocks if isinstance(block, Select)]
    wanted = ["any", "easy", "medium", "hard", "master"]
    presses = [press_text(choice.press) for choice in select.choices]
    assert presses == [
        *(f"etude new {grade}" for grade in wanted),
        "etude daily",
        "etude weekly",
    ]


def test_who_plays_whom() -> None:
    for etude in ALL.problems.values():
        mine = [place for place in range(3) if etude.plays(place)]
        assert (mine == [etude.declarer]) == (etude.side is ProblemSide.DECLARER)
