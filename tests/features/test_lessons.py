"""Every lesson is a game of the engine, which confirms its remarks on other answers."""

from itertools import combinations
from typing import Final

import pytest

from bot.analysis.position import Aim, Cards, SolverContract
from bot.analysis.solver import Solver
from bot.engine.actions import Action, Declare, Discard, Play
from bot.engine.deal import Deal, Stage
from bot.engine.families import FAMILIES
from bot.engine.families.balkan.scoring import BalkanCarry
from bot.engine.game import Game, apply_action, legal_actions, stage_of, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.trick_play import TrickPlay
from bot.features.lessons.lesson_logs import (
    LEARNER,
    Lesson,
    LessonQuestion,
    lesson_for,
    load_lessons,
)
from bot.features.lessons.lesson_screens import (
    answer_outcome,
    equal_answer_note,
    lesson_end_screen,
    lesson_question_screen,
)
from tests.render.walks import CATALOGUE, faults, items, press_text, texts

LESSONS: Final = load_lessons()
EN: Final = CATALOGUE.words("en")
TEN: Final = 10
STRAINS: Final = {"6NT": -1, "7NT": -1, "2": 0, "3": 2}
LEADERS: Final = {"7NT": 2}  # where the declarer does not lead (rules/balkan.md 2.10)


def questions() -> list[tuple[Lesson, LessonQuestion]]:
    return [(lesson, question) for lesson in LESSONS.values() for question in lesson.questions]


def question(family: str, name: str) -> LessonQuestion:
    return next(one for one in LESSONS[family].questions if one.name == name)


def deal_of(game: Game) -> Deal:
    assert game.deal is not None
    return game.deal


def test_every_family_has_a_lesson_of_ten_steps() -> None:
    assert set(LESSONS) == set(FAMILIES)
    assert {len(lesson.questions) + 1 for lesson in LESSONS.values()} == {TEN}


@pytest.mark.parametrize("family", LESSONS)
def test_the_learner_keeps_the_contract(family: str) -> None:
    lesson = LESSONS[family]
    assert stage_of(lesson.end) is Stage.BETWEEN
    assert lesson.end.last is not None
    assert (lesson.end.last.outcome, lesson.end.last.won) == ("made", (6, 3, 1))
    for one in lesson.questions:
        assert to_act(one.game) == LEARNER
        allowed = legal_actions(one.game, LEARNER)
        assert {one.answer, *(other.action for other in one.alternatives)} <= set(allowed)


# in tricks -------------------------------------------------------------------------------


HEARTS: Final = 3


def solver(family: str, trump: int = HEARTS) -> Solver:
    """Return a solver: the learner plays under the family's duties, with open cards."""
    phase = deal_of(question(family, "trumps").game).phase
    assert isinstance(phase, TrickPlay)
    return Solver(SolverContract(LEARNER, trump, Aim.MOST, phase.following, -1, phase.bound))


def tricks_after(family: str, one: LessonQuestion, action: Action) -> int:
    """Return the learner's tricks at the end when everybody plays best from that answer on."""
    first, second, third = (int(hand) for hand in deal_of(one.game).hands)
    match action:
        case Play():
            after = deal_of(apply_action(one.game, LEARNER, action))
            left = Cards((int(after.hands[0]), second, third), after.leader, after.trick)
            return after.won[LEARNER] + solver(family).solve(left)
        case Discard(low, high):
            kept = first & ~(1 << low | 1 << high)
            return solver(family).solve(Cards((kept, second, third), LEARNER))
        case Declare(name):
            cards = Cards((first, second, third), LEADERS.get(name, LEARNER))
            return solver(family, STRAINS[name]).solve(cards)
        case _:
            raise AssertionError(action)


@pytest.mark.parametrize("family", LESSONS)
def test_what_is_told_in_tricks_is_what_they_come_to(family: str) -> None:
    lesson = LESSONS[family]
    for one in lesson.questions:
        for other in one.alternatives:
            if other.tricks is not None:
                assert (
                    tricks_after(family, one, other.action) == other.tricks < lesson.learner_tricks
                )
        talked = {one.answer, *(other.action for other in one.alternatives)}
        for action in legal_actions(one.game, LEARNER):
            if isinstance(action, Play) and action not in talked:
                assert tricks_after(family, one, action) == lesson.learner_tricks


# in words --------------------------------------------------------------------------------


def after(game: Game, *lines: str) -> Game:
    for line in lines:
        seat = to_act(game)
        assert seat is not None
        game = apply_action(game, seat, parse_action(line))
    return game


def test_what_three_passes_lead_to() -> None:
    passes = ("pass", "pass", "pass")
    russian = after(question("russian", "bid").game, *passes)
    assert stage_of(russian) is Stage.PLAY
    assert deal_of(russian).contract is None
    balkan = after(question("balkan", "bid").game, *passes)
    assert stage_of(balkan) is Stage.BETWEEN
    assert isinstance(balkan.carry, BalkanCarry)
    assert balkan.carry.refas == (1, 1, 1)
    austrian = after(question("austrian", "bid").game, *passes)
    assert stage_of(austrian) is Stage.PLAY
    assert deal_of(austrian).contract is None


@pytest.mark.parametrize("family", LESSONS)
def test_who_does_not_hold_leaves_the_talon_to_the_second(family: str) -> None:
    held = after(question(family, "hold").game, "pass")
    assert (stage_of(held), to_act(held)) == (Stage.EXCHANGE, 1)


def test_no_discard_and_no_trumps_make_seven() -> None:
    """Seven hearts are too much, whatever is discarded."""
    one = question("russian", "discard")
    hands = deal_of(one.game).hands
    laid_away = question("russian", "discard").answer
    solvers = {trump: solver("russian", trump) for trump in range(-1, 4)}
    for pair in combinations(tuple(hands[LEARNER]), 2):
        kept = int(hands[LEARNER]) & ~(1 << pair[0] | 1 << pair[1])
        cards = Cards((kept, int(hands[1]), int(hands[2])), 0)
        for trump in range(-1, 4) if Discard(*pair) == laid_away else (HEARTS,):
            assert not solvers[trump].makes(cards, 7)


ENDS: Final = {
    "russian": {("pool", 0, None, 2), ("whists", 1, 0, 8)},
    "balkan": {("main", 0, None, 8), ("side", 1, 0, 24), ("side", 2, 0, 8)},
    "austrian": {
        ("pot", 0, None, 10),
        ("cash", 1, 0, 3),
        ("cash", 2, 0, 1),
        ("pot", 2, None, -10),
    },
}


def test_the_advice_is_about_the_answers_alone() -> None:
    """The second step asks for pass, hold or seven: it explains no six."""
    spoken = "\n".join(texts(lesson_question_screen(LESSONS["russian"], 2, "Ana", EN)))
    assert "7⟦H⟧: made 4" in spoken
    assert "6⟦D⟧" not in spoken
    spoken = "\n".join(texts(lesson_question_screen(LESSONS["balkan"], 1, "Ana", EN)))
    assert "A game has been said" not in spoken


@pytest.mark.parametrize(
    ("preset", "word", "card"),
    [("croatian", "srce adut", "osmica srca"), ("slovenian", "herc adut", "osmica herc")],
)
def test_the_lesson_is_that_of_the_table(preset: str, word: str, card: str) -> None:
    lesson, words = lesson_for("balkan", preset), CATALOGUE.words("hr")
    assert lesson.preset == preset
    told = "\n".join(
        text
        for at in range(1, 10)
        for text in texts(lesson_question_screen(lesson, at, "A", words))
    )
    assert word in told
    assert card in told
    bid = lesson.questions[0]
    (misere,) = (one for one in bid.alternatives if "6B" in format_action(one.action))
    named = {"croatian": "betl: ne smiješ", "slovenian": "berač: ne smiješ"}
    assert named[preset] in answer_outcome(lesson, bid, misere, words)


def test_a_preset_that_writes_other_numbers_has_the_lesson_of_its_family() -> None:
    """Leningrad writes whists twice, an Austrian pot differs: the sentences would be untrue."""
    for family, preset in (("russian", "leningrad"), ("austrian", "austrian"), ("russian", "x")):
        assert lesson_for(family, preset) is LESSONS[family]


@pytest.mark.parametrize("family", LESSONS)
def test_the_end_tells_what_is_written(family: str) -> None:
    last = LESSONS[family].end.last
    assert last is not None
    assert {(p.account, p.seat, p.against, p.amount) for p in last.postings} == ENDS[family]


# on the screen ---------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en", "ru"])
@pytest.mark.parametrize("family", LESSONS)
def test_every_question_and_answer_has_its_sentence(family: str, locale: str) -> None:
    words, lesson = CATALOGUE.words(locale), LESSONS[family]
    for at, one in enumerate(lesson.questions, start=1):
        screen = lesson_question_screen(lesson, at, "Ana", words, "note")
        assert not faults(screen)
        said = {press_text(item.press) for item in items(screen)}
        assert all(press.startswith(f"learn {family} ") for press in said)
        assert len(said) >= 2
        told = {answer_outcome(lesson, one, other, words) for other in one.alternatives}
        assert all(sentence.endswith(".") for sentence in told)
        assert equal_answer_note(lesson, one, one.answer, words).endswith(".")
    end = lesson_end_screen(lesson, tuple(LESSONS), words)
    assert not faults(end)
    assert "6" in "".join(texts(end))
