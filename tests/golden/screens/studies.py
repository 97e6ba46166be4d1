"""What cards are worth and how one learns: post-mortem, hint, set problems, lessons, help."""

from collections.abc import Iterator
from functools import cache

from bot.analysis.advice import Advice, Option, Reason, Why
from bot.analysis.etudes.collection import shipped
from bot.analysis.etudes.reply import Solution, solution
from bot.analysis.postmortem import Record, post_mortem, strains
from bot.analysis.review import shown_hands
from bot.deeds.etudes import EtudeRef
from bot.deeds.server import Topic
from bot.engine.actions import PASS, Play
from bot.engine.cards import CARD_NAMES
from bot.engine.families import FAMILIES
from bot.engine.game import legal
from bot.engine.view import scored_view, view
from bot.lessons import LEARNER, lessons
from bot.render.server.help import general_help_screen, help_screen
from bot.render.study.daily import daily_screen
from bot.render.study.daily import shared_screen as shared_day
from bot.render.study.etude_facts import DayFacts, EtudeFacts, SolverRow
from bot.render.study.etudes import confirm_screen, etude_screen, solution_screen
from bot.render.study.hint import hint_screen
from bot.render.study.lesson import answered, as_good, end_screen, question_screen
from bot.render.study.postmortem import Study, line_screen, overview_screen
from bot.render.study.walk import walk_screen
from bot.render.words import Words
from tests.golden.screens.deals import facts, facts_of, moments
from tests.golden.screens.telling import Shown
from tests.support.recorded import MISERE, MISERE_BID, logged, sochi

DAY = 20454
WRONG = CARD_NAMES.index("KS")
QUEEN = CARD_NAMES.index("QH")
REASONS = (
    Reason(Why.SAFE, 41, 50),
    Reason(Why.FALLS, 28, 50, card=QUEEN),
    Reason(Why.DEARER, 14, 50, card=QUEEN),
    Reason(Why.DRAWS, 20, 50),
    Reason(Why.TRUMPLESS, 50, 50),
    Reason(Why.BEST, 46, 50),
    Reason(Why.RUFFS, 30, 50, seat=1),
    Reason(Why.PARTNER, 31, 50, seat=1),
    Reason(Why.SURE, 20, 20, tricks=5),
    Reason(Why.KEEPS, 50, 50, seat=1),
    Reason(Why.FORCES, 22, 50, seat=1),
    Reason(Why.UNDER, 50, 50),
    Reason(Why.FORCES, 33, 50),
    Reason(Why.MAKES, 31, 40),
    Reason(Why.DODGES, 7, 9),
    Reason(Why.TALON, 26, 40, suit=3, worth=-3.2, other=6.1),
    Reason(Why.WHISTED, worth=-1.25),
    Reason(Why.NO_MORE, 34, 40, action=PASS),
    Reason(Why.STOPS, 12, 30),
    Reason(Why.CATCHES, 5, 30),
    Reason(Why.TAKES, 24, 30, tricks=2),
    Reason(Why.PASSED, 22, 40),
    Reason(Why.LEFT, 15, 40, seat=2),
    Reason(Why.ACE, 22, 30, seat=1),
    Reason(Why.EMPTY, suit=1),
    Reason(Why.NO_MORE, 28, 30),
)


@cache
def studies() -> dict[str, Study]:
    return {
        "a contract": study_of(logged("sochi-3-six-spades")[0]),
        "a misere": study_of(sochi(MISERE, f"{MISERE_BID}, play AH")),
        "all passed": study_of(logged("sochi-3-raspasy")[0]),
        "a Balkan game": study_of(logged("guide-bells-fail")[0]),
        "an Austrian game": study_of(logged("viennese-3-five-and-six")[0]),
    }


def study_of(record: Record, deals: int = 3) -> Study:
    """What a post-mortem of it shows, to somebody who sat there."""
    found = post_mortem(record)
    shown = shown_hands(record.rules, found)
    return Study(
        rules=record.rules,
        version=40,
        scored=scored_view(record.rules, found.result),
        found=found,
        shown=shown,
        makes=strains(record) if len(shown) == 3 else (),
        deals=deals,
        is_seated=True,
    )


def of_postmortems(words: Words) -> Iterator[Shown]:
    """The overview, the best line, the first card and the one after it."""
    for name, study in studies().items():
        known = facts(study.rules.players)
        yield f"{name}: the overview", overview_screen(study, known, words)
        yield f"{name}: the best line", line_screen(study, known, words)
        for step in (0, 1):
            yield f"{name}: card {step + 1}", walk_screen(study, step, known, words)


def of_hints(words: Words) -> Iterator[Shown]:
    """For the first card of each family that somebody leads, and for the first call.

    Then every reason there is, three in a hint.
    """
    for family in FAMILIES:
        for stage in ("play", "auction"):
            name, game, seat = next(
                one for one in moments(family) if view(one.game, one.seat).stage == stage
            )
            found = legal(game, seat)[:6]
            holds = -1 if stage == "auction" else 40
            options = tuple(
                Option(action, 3.25 - n, max(holds - 9 * n, -1)) for n, action in enumerate(found)
            )
            advice = Advice(found[0], options, 50)
            screen = hint_screen(view(game, seat), facts_of(game, friendly=True), advice, words)
            yield f"{name}: a hint", screen
    yield from _reasons(words)


def _reasons(words: Words) -> Iterator[Shown]:
    name, game, seat = next(
        one for one in moments("russian") if view(one.game, one.seat).stage == "play"
    )
    seen, known = view(game, seat), facts_of(game, friendly=True)
    option = Option(legal(game, seat)[0], 3.25, 40)
    for start in range(0, len(REASONS), 3):
        told = REASONS[start : start + 3]
        advice = Advice(option.action, (option,), 50, reasons=told)
        yield f"{name}: a hint with {told[0].why}", hint_screen(seen, known, advice, words)
    for why in (Why.KEEPS, Why.SURE):
        told = (Reason(why, 30, 50, seat, tricks=2 if why is Why.SURE else -1),)
        other = seen._replace(seat=seat if why is Why.KEEPS else (seat + 1) % 3)
        advice = Advice(option.action, (option,), 50, reasons=told)
        yield f"{name}: a hint with {why} of another", hint_screen(other, known, advice, words)
    for plain in (seen, view(next(iter(moments("russian"))).game, seat)):
        advice = Advice(option.action, (), 0)
        if len(plain.legal) > 1:
            yield (
                f"{name}: nothing weighed in the {plain.stage}",
                hint_screen(plain, known, advice, words),
            )


@cache
def _solution(key: str) -> Solution:
    return solution(shipped().etudes[key], ())


def of_etudes(words: Words) -> Iterator[Shown]:
    """Open, lost, solved, the question before its solution, the solution, its day."""
    for key in ("k2", "k3"):
        etude, ref = shipped().etudes[key], EtudeRef(key)
        fresh = EtudeFacts(etude, ref, ())
        yield f"{key} as it begins", etude_screen(fresh, words)
        done = EtudeFacts(etude, ref, _solution(key).line, is_solved=True)
        yield f"{key} solved", etude_screen(done, words)
        yield f"{key}: its solution", solution_screen(fresh, _solution(key), (), words)
    etude, ref = shipped().etudes["k1"], EtudeRef("k1")
    lost = EtudeFacts(etude, ref, (WRONG,), lost=7, tries=2)
    yield "k1 lost", etude_screen(lost, words)
    yield "k1: is the solution wanted", confirm_screen(EtudeFacts(etude, ref, ()), words)
    yield from _day(words)


def _day(words: Words) -> Iterator[Shown]:
    rows = tuple(SolverRow(n, f"Player {n}", n, DAY * 86400 + n, n) for n in range(1, 4))
    etude = shipped().etudes["k3"]
    mine = EtudeFacts(etude, EtudeRef("k3", DAY), (), day_at=DAY * 86400)
    own = SolverRow(40, "Ana", 9, DAY * 86400 + 999, 1)
    later = (DAY + 1) * 86400
    yield "the day, new", daily_screen(DayFacts(mine, False, (), 0, None, False, later), words)
    solved = DayFacts(mine, True, rows, 60, own, True, later)
    yield "the day, solved", daily_screen(solved, words)
    yield "the day, shared", shared_day("Ana", 3, words)


def of_lessons(words: Words) -> Iterator[Shown]:
    """Every question, the first wrong answer to each with what it would come to, and the end."""
    families = tuple(lessons())
    for family, lesson in lessons().items():
        for at, question in enumerate(lesson.questions, start=1):
            note = ""
            if question.others:
                note = answered(lesson, question, question.others[0], words)
            yield f"{family}, question {at}", question_screen(lesson, at, "Ana", words, note)
        played = next(one for one in lesson.questions if isinstance(one.answer, Play))
        named = {played.answer, *(other.action for other in played.others)}
        same = next((a for a in legal(played.game, LEARNER) if a not in named), played.answer)
        note = as_good(lesson, played, same, words)
        yield f"{family}, the end", end_screen(lesson, families, words, note)


def of_help(words: Words) -> Iterator[Shown]:
    """Each page of each family, and what can be done now."""
    for family in FAMILIES:
        for topic in Topic:
            yield f"{family}, {topic}", general_help_screen(words, family, topic)
        for name, game, seat in moments(family):
            yield f"{name}: what now", help_screen(view(game, seat), facts_of(game), words)
