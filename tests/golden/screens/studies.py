"""Screens for learning: post-mortem, hint, set problems, lessons, help."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from bot.analysis.advice import Advice, JudgedCall, Reason, ReasonKind, WeighedAction
from bot.analysis.postmortem import DealRecord, double_dummy_table, post_mortem
from bot.analysis.problems.collection import shipped_problems
from bot.analysis.problems.opponent import Solution, opening_line, solve_problem
from bot.analysis.problems.posing import WeighedCards, deal_in_play
from bot.analysis.problems.problem import FirstTries, Problem
from bot.analysis.review import revealed_hands
from bot.discord_ui.table_data import single_deal_of
from bot.engine.actions import PASS, Action, Play
from bot.engine.cards import CARD_NAMES
from bot.engine.families import FAMILIES
from bot.engine.game import apply_action, between_deals, legal_actions, to_act
from bot.engine.notation import parse_action
from bot.engine.view import SeatView, build_view, result_view
from bot.features.daily.comparison import compare_courses, course_scores, week_scores
from bot.features.daily.day_deals import resumed_deal
from bot.features.daily.day_places import NamedScore
from bot.features.daily.day_screens import (
    EventPage,
    Invitation,
    check_screen,
    event_rules_screen,
    event_screen,
    invitation_screen,
    play_screen,
    reminder_screen,
    seals_screen,
    told_screen,
)
from bot.features.daily.deal_comparison_screens import (
    CourseRow,
    DealComparison,
    deal_comparison_screen,
    event_line_screen,
)
from bot.features.daily.private_events import (
    PrivateSetUp,
    private_invitation,
    private_set_up_screen,
)
from bot.features.daily.week_screens import (
    WeekPage,
    everywhere_screen,
    places_screen,
    week_screen,
)
from bot.features.deals.attempt_screens import (
    AttemptSetUp,
    attempt_screen,
    comparison_screen,
    set_up_screen,
)
from bot.features.deals.attempts import attempt_of, compare_with_source, kept_course
from bot.features.deals.deal_screens import (
    deal_page_screen,
    drop_screen,
    export_screen,
    form_faults_screen,
    own_deals_screen,
)
from bot.features.deals.own_deal_handlers import deal_page
from bot.features.deals.typed_hands import FoundFault, HandFault
from bot.features.lessons.lesson_logs import LEARNER, load_lessons
from bot.features.lessons.lesson_screens import (
    answer_outcome,
    equal_answer_note,
    lesson_end_screen,
    lesson_question_screen,
)
from bot.features.problems.daily_screens import (
    DailyProblem,
    SolverRow,
    daily_problem_screen,
    shared_solve_screen,
)
from bot.features.problems.own_problems import DealPlace, OwnProblem
from bot.features.problems.problem_screens import (
    ProblemProgress,
    confirm_solution_screen,
    holding_screen,
    problem_screen,
    shared_problem_screen,
    solution_screen,
    was_shared_screen,
)
from bot.model.values import replace
from bot.notation.deal_code import deal_code, read_deal_code
from bot.notation.reading import read_deals
from bot.notation.single_deal import ImportedDeal, SingleDeal, replayed
from bot.render.screen import AttachedFile
from bot.render.server.help_screens import general_help_screen, help_screen
from bot.render.study.hint_screens import CalledDeal, calls_screen, hint_screen
from bot.render.study.postmortem_screens import (
    AnalysedDeal,
    best_line_screen,
    overview_screen,
    walk_screen,
)
from bot.render.words import Words
from bot.robots.call_judging import open_calls
from bot.store.queries.daily_deals import DailyDeal, DailyEvent, EventKey
from bot.store.queries.own_deals import DealOrigin, OwnDeal
from bot.ui_commands.daily_commands import EventRef, SetUpPrivateEvent
from bot.ui_commands.practice_commands import ProblemRef, SetUpAttempt
from bot.ui_commands.server_commands import HelpTopic
from bot.workers.jobs import pose_problem
from tests.golden.screens.deals import facts, facts_of, moments
from tests.golden.screens.telling import Shown
from tests.support import builders
from tests.support.deal_records import MISERE, MISERE_BID, logged, sochi
from tests.support.published_deals import PPN

DAY = 20454
WEEK = 1_002_921
WRONG = CARD_NAMES.index("KS")
QUEEN = CARD_NAMES.index("QH")
REASONS = (
    Reason(ReasonKind.SAFE, 41, 50),
    Reason(ReasonKind.FALLS, 28, 50, card=QUEEN),
    Reason(ReasonKind.DEARER, 14, 50, card=QUEEN),
    Reason(ReasonKind.DRAWS, 20, 50),
    Reason(ReasonKind.TRUMPLESS, 50, 50),
    Reason(ReasonKind.BEST, 46, 50),
    Reason(ReasonKind.RUFFS, 30, 50, seat=1),
    Reason(ReasonKind.PARTNER, 31, 50, seat=1),
    Reason(ReasonKind.SURE, 20, 20, tricks=5),
    Reason(ReasonKind.KEEPS, 50, 50, seat=1),
    Reason(ReasonKind.FORCES, 22, 50, seat=1),
    Reason(ReasonKind.UNDER, 50, 50),
    Reason(ReasonKind.FORCES, 33, 50),
    Reason(ReasonKind.MAKES, 31, 40),
    Reason(ReasonKind.DODGES, 7, 9),
    Reason(ReasonKind.TALON, 26, 40, suit=3, value=-3.2, value_otherwise=6.1),
    Reason(ReasonKind.WHISTED, value=-1.25),
    Reason(ReasonKind.NO_MORE, 34, 40, action=PASS),
    Reason(ReasonKind.STOPS, 18, 30),
    Reason(ReasonKind.CATCHES, 17, 30),
    Reason(ReasonKind.TAKES, 24, 30, tricks=2),
    Reason(ReasonKind.PASSED, 22, 40),
    Reason(ReasonKind.LEFT, 15, 40, seat=2),
    Reason(ReasonKind.ACE, 22, 30, seat=1),
    Reason(ReasonKind.EMPTY, suit=1),
    Reason(ReasonKind.NO_MORE, 28, 30),
    Reason(ReasonKind.VOID, seat=1, suit=1),
    Reason(ReasonKind.STANDS, 24, 30),
    Reason(ReasonKind.ESCAPES, 20, 30),
    Reason(ReasonKind.RETURNED, seat=1, suit=3),
    Reason(ReasonKind.LOST),
    Reason(ReasonKind.BEST, 41, 50),
)


@cache
def studies() -> dict[str, AnalysedDeal]:
    return {
        "a contract": study_of(logged("sochi-3-six-spades")[0]),
        "a misere": study_of(sochi(MISERE, f"{MISERE_BID}, play AH")),
        "all passed": study_of(logged("sochi-3-raspasy")[0]),
        "a Balkan game": study_of(logged("guide-bells-fail")[0]),
        "an Austrian game": study_of(logged("viennese-3-five-and-six")[0]),
    }


def study_of(record: DealRecord, deals: int = 3) -> AnalysedDeal:
    """Return the post-mortem of a deal for a player of it."""
    found = post_mortem(record)
    shown = revealed_hands(record.rules, found)
    return AnalysedDeal(
        rules=record.rules,
        version=40,
        scored=result_view(record.rules, found.result),
        postmortem=found,
        shown=shown,
        makes=double_dummy_table(record) if len(shown) == 3 else (),
        deals=deals,
        is_seated=True,
    )


def of_postmortems(words: Words) -> Iterator[Shown]:
    """Yield the overview, the best line, the first card and the one after it."""
    for name, study in studies().items():
        known = facts(study.rules.players)
        yield f"{name}: the overview", overview_screen(study, known, words)
        yield f"{name}: the best line", best_line_screen(study, known, words)
        for step in (0, 1):
            yield f"{name}: card {step + 1}", walk_screen(study, step, known, words)
    busy = replace(studies()["a contract"], hurried=2)
    yield "a contract on a busy machine: the overview", overview_screen(busy, facts(3), words)
    forced = replace(studies()["a contract"], forced=((0, 1), (2, 2)))
    yield "a contract with forced cards: the overview", overview_screen(forced, facts(3), words)


def of_calls(words: Words) -> Iterator[Shown]:
    """Yield the calls of a deal of each family, some of them, many, none, and a late one."""
    for name in ("sochi-3-six-spades", "guide-bells-fail", "viennese-3-five-and-six"):
        deal = called(logged(name)[0])
        yield f"{name}: the calls", calls_screen(deal, facts(3), words)
    deal = called(logged("sochi-3-six-spades")[0])
    half = replace(deal, calls=deal.calls[:3], waiting=len(deal.calls) - 3)
    yield "three calls weighed", calls_screen(half, facts(3), words)
    yield "a late call", calls_screen(replace(deal, calls=(*deal.calls[:4], None)), facts(3), words)
    many = replace(deal, calls=deal.calls * 4)
    for page in (1, 2):
        yield f"many calls, page {page}", calls_screen(many, facts(3), words, page)
    yield "nothing to choose", calls_screen(replace(deal, calls=()), facts(3), words)


def called(record: DealRecord) -> CalledDeal:
    """Return the calls of a deal with made-up numbers; every third one gave something away."""
    game, calls = between_deals(record.rules, record.carry, 0, None), list[JudgedCall]()
    for number, (seat, line) in enumerate(record.lines):
        action = parse_action(line)
        if isinstance(action, Play):
            break
        if number in open_calls(record):
            calls.append(_weighed(build_view(game, seat), action, number))
        game = apply_action(game, seat, action)
    result = post_mortem(record).result
    return CalledDeal(record.rules, 40, result_view(record.rules, result), tuple(calls), 0)


def _weighed(view: SeatView, action: Action, number: int) -> JudgedCall:
    worth, dear = 3.25 - number, number % 3 == 0
    other = next(each for each in view.legal if each != action)
    given = 4.5 if dear else -0.25
    return JudgedCall(view, action, 60, worth, 1.5, other, worth + given, given, 1.25)


def of_hints(words: Words) -> Iterator[Shown]:
    """Yield hints for the first lead of each family and for the first call.

    All other reasons follow, three in a hint.
    """
    for family in FAMILIES:
        for stage in ("play", "auction"):
            name, game, seat = next(
                one for one in moments(family) if build_view(one.game, one.seat).stage == stage
            )
            found = legal_actions(game, seat)[:6]
            holds = -1 if stage == "auction" else 40
            options = tuple(
                WeighedAction(action, 3.25 - n, max(holds - 9 * n, -1))
                for n, action in enumerate(found)
            )
            advice = Advice(found[0], options, 50)
            screen = hint_screen(
                build_view(game, seat), facts_of(game, friendly=True), advice, words
            )
            yield f"{name}: a hint", screen
    yield from _reasons(words)


def _reasons(words: Words) -> Iterator[Shown]:
    name, game, seat = next(
        one for one in moments("russian") if build_view(one.game, one.seat).stage == "play"
    )
    seen, known = build_view(game, seat), facts_of(game, friendly=True)
    option = WeighedAction(legal_actions(game, seat)[0], 3.25, 40)
    for start in range(0, len(REASONS), 3):
        told = REASONS[start : start + 3]
        advice = Advice(option.action, (option,), 50, reasons=told)
        yield f"{name}: a hint with {told[0].kind}", hint_screen(seen, known, advice, words)
    for word, holds in (("doubtful", 40), ("certain", 50)):
        doubted = option._replace(holds=holds, doubt=2.1)
        second = WeighedAction(legal_actions(game, seat)[1], 3.4, 31, doubt=1.9)
        advice = Advice(option.action, (doubted, second), 50)
        yield f"{name}: a {word} hint", hint_screen(seen, known, advice, words)
    for why in (ReasonKind.KEEPS, ReasonKind.SURE):
        told = (Reason(why, 30, 50, seat, tricks=2 if why is ReasonKind.SURE else -1),)
        other = seen._replace(seat=seat if why is ReasonKind.KEEPS else (seat + 1) % 3)
        advice = Advice(option.action, (option,), 50, reasons=told)
        yield f"{name}: a hint with {why} of another", hint_screen(other, known, advice, words)
    for plain in (seen, build_view(next(iter(moments("russian"))).game, seat)):
        advice = Advice(option.action, (), 0)
        if len(plain.legal) > 1:
            yield (
                f"{name}: nothing weighed in the {plain.stage}",
                hint_screen(plain, known, advice, words),
            )


@cache
def _solution(key: str) -> Solution:
    return solve_problem(shipped_problems().problems[key], ())


def of_etudes(words: Words) -> Iterator[Shown]:
    """Yield a problem: open, lost, solved, before its solution, with it, and on its day."""
    for key in ("k2", "k3"):
        etude, ref = shipped_problems().problems[key], ProblemRef(key)
        fresh = ProblemProgress(etude, ref, ())
        yield f"{key} as it begins", problem_screen(fresh, words)
        done = ProblemProgress(etude, ref, _solution(key).line, is_solved=True)
        yield f"{key} solved", problem_screen(done, words)
        yield f"{key}: its solution", solution_screen(fresh, _solution(key), (), words)
    etude, ref = shipped_problems().problems["k1"], ProblemRef("k1")
    tries = FirstTries(12, 5)
    lost = ProblemProgress(etude, ref, (WRONG,), tricks_after_mistake=7, tries=2, first_tries=tries)
    yield "k1 lost", problem_screen(lost, words)
    yield (
        "k1: is the solution wanted",
        confirm_solution_screen(ProblemProgress(etude, ref, ()), words),
    )
    yield from _day(words)


def _day(words: Words) -> Iterator[Shown]:
    rows = tuple(SolverRow(n, f"Player {n}", n, DAY * 86400 + n, n) for n in range(1, 4))
    etude = shipped_problems().problems["k3"]
    mine = ProblemProgress(etude, ProblemRef("k3", DAY), ())
    own = SolverRow(40, "Ana", 9, DAY * 86400 + 999, 1)
    new = DailyProblem(mine, DAY, False, (), 0, None, False)
    yield "the day, new", daily_problem_screen(new, words)
    mine = replace(mine, first_tries=FirstTries(61, 21))
    solved = DailyProblem(mine, DAY, True, rows, 60, own, True)
    yield "the day, solved", daily_problem_screen(solved, words)
    yield "the day, shared", shared_solve_screen("Ana", 3, DAY, words)
    yield from _own_day_and_week(replace(mine, is_solved=True, tries=3), words)


def _own_day_and_week(mine: ProblemProgress, words: Words) -> Iterator[Shown]:
    alone = DailyProblem(mine, DAY, True, (), 0, None, False, streak=4)
    yield "the day, outside of servers", daily_problem_screen(alone, words)
    own = replace(mine, ref=ProblemRef("k3", WEEK), is_solved=False, tries=1)
    row = SolverRow(1, "Ana", 2, DAY * 86400, 3)
    week = DailyProblem(own, WEEK, True, (row,), 1, None, False)
    yield "the week", daily_problem_screen(week, words)
    yield "the week, shared", shared_solve_screen("Ana", 2, WEEK, words)


def of_lessons(words: Words) -> Iterator[Shown]:
    """Yield every question, the first wrong answer with its consequence, and the end."""
    families = tuple(load_lessons())
    for family, lesson in load_lessons().items():
        for at, question in enumerate(lesson.questions, start=1):
            yield f"{family}, question {at}", lesson_question_screen(lesson, at, "Ana", words)
            if question.alternatives:
                note = answer_outcome(lesson, question, question.alternatives[0], words)
                again = lesson_question_screen(lesson, at, "Ana", words, note, is_again=True)
                yield f"{family}, question {at} again", again
        played = next(one for one in lesson.questions if isinstance(one.answer, Play))
        named = {played.answer, *(other.action for other in played.alternatives)}
        same = next(
            (a for a in legal_actions(played.game, LEARNER) if a not in named), played.answer
        )
        note = equal_answer_note(lesson, played, same, words)
        yield f"{family}, the end", lesson_end_screen(lesson, families, words, note)


def of_help(words: Words) -> Iterator[Shown]:
    """Yield each page of each family, and the page of the actions that are legal now."""
    for family in FAMILIES:
        for topic in HelpTopic:
            yield f"{family}, {topic}", general_help_screen(words, family, topic)
        for name, game, seat in moments(family):
            yield f"{name}: what now", help_screen(build_view(game, seat), facts_of(game), words)


def of_deal_pages(words: Words) -> Iterator[Shown]:
    """Yield a deal of a table, played to its score, and one imported up to a wrong card."""
    presets = builders.PRESETS
    played = single_deal_of(presets, logged("sochi-3-six-spades")[0])
    page = deal_page(presets, ImportedDeal(played), "https://example.org/replay.html#l=en&d=abc")
    yield "of a table", deal_page_screen(replace(page, game=7, version=40, number=3), words)
    found = read_deals(presets, PPN.encode()).deals
    other = replace(deal_page(presets, found[0], ""), more=len(found) - 1)
    mine = replace(_OWN, code=other.code, origin=DealOrigin.IMPORT, name="The squeeze", tries=2)
    yield "imported", deal_page_screen(replace(other, own=mine), words)


_OWN: Final = OwnDeal(
    *(12, 1, "", "", DealOrigin.MATCH, 0, "club", 0, "", 0), shared=False, touched_at=9
)
_LEVELS: Final = ("beginner", "club", "expert")


def of_six_deals(words: Words) -> Iterator[Shown]:
    """Yield a day from the first page to the comparison, and the past day."""
    presets = builders.PRESETS
    played = single_deal_of(presets, logged("sochi-3-six-spades")[0])
    code, ref = deal_code(presets, played), EventRef(20_781, "sochi")
    deals = tuple(DailyDeal(*_EVENT, 1, n, 1, code, 4 * n, 9) for n in range(1, 7))
    points = {1: [4, 8, 12, 16, 20, 24], 2: [30, 8, -40, 16, 20, 24], 3: [0, 0, 0, 0, 0, 300]}
    field = course_scores(points, 100)
    here = tuple(NamedScore(f"Ana{'!' * one.user_id}", one) for one in field if one.user_id < 3)
    new = EventPage(ref, (), 1, False, "1a" * 32, EventRef(20_780, "viennese"), "2b" * 32)
    done = replace(new, own=deals, field=field, here=here, streak=3)
    yield "a new day", event_screen(new, words)
    yield "on the way", event_screen(replace(new, own=deals[:2]), words)
    yield (
        "finished first",
        event_screen(replace(done, field=course_scores({1: points[1]}, 100), here=here[:1]), words),
    )
    yield "finished", event_screen(done, words, words.say("daily.was_told"))
    yield "places", places_screen(done, words)
    yield "places by matchpoints", places_screen(done, words, by_share=True)
    yield from _of_many(done, words)
    yield "on all servers", everywhere_screen(done, words)
    yield (
        "cut short",
        event_screen(replace(done, own=deals[:2], user_id=9, is_over=True, next_seal=""), words),
    )
    yield "nobody finished", event_screen(replace(new, is_over=True, next_seal=""), words)
    alone = replace(done, field=course_scores({1: points[1]}, 100), here=here[:1], is_over=True)
    yield "finished alone", event_screen(replace(alone, next_seal=""), words)
    stopped = replace(new, own=deals[:2], is_stopped=True, before=None)
    yield "other robots", event_screen(stopped, words)
    event = DailyEvent(_EVENT, bytes(32))
    for length in (0, 14, len(played.course)):
        course = deal_code(presets, kept_course(played, length))
        now = resumed_deal(presets, event, replace(deals[0], course=course))
        yield f"after {length} actions", play_screen(now, "Ana", words)
    found = compare_courses(presets, 0, (code,), code)
    rows = (CourseRow(found.courses[code], ("Ana",), 2),)
    page = DealComparison(
        ref, 1, 0, found.deal, code, rows, 3.3, 100, found.courses[code], 0.7, found.found
    )
    yield "a deal compared", deal_comparison_screen(page, "Ana", words)
    yield "best play of a deal", event_line_screen(page, "Ana", words)
    both = replace(page, rows=(CourseRow(found.courses[code], ("Ana",), 1),))
    yield "a deal of two", deal_comparison_screen(both, "Ana", words)
    yield "sealed", check_screen(ref, "1a" * 32, (), words, is_past=False)
    yield "open", check_screen(ref, "1a" * 32, ("game 20781\ndeal 1",), words, is_past=True)
    presets_ahead = ("sochi", "serbian", "viennese")
    ahead = [(EventRef(20_781 + n, presets_ahead[n % 3]), f"{n}a" * 32) for n in range(8)]
    yield "the rules", event_rules_screen(ref, presets.rules("sochi", players=3), 0, words)
    yield "seals", seals_screen(ahead, EventRef(20_780, "viennese"), words)
    yield "first seals", seals_screen(ahead[:1], None, words)
    week = week_scores([{1: 40.0, 2: 12.5, 3: -3.0}, {1: -2.0, 3: 90.0}])
    names = {1: "Ana", 3: "Boris"}
    first = WeekPage(1_002_970, 1, week, names, everywhere=False, is_open=True, has_before=True)
    yield "a week here", week_screen(first, words)
    past = replace(first, everywhere=True, is_open=False, has_before=False)
    yield "a week on all servers", week_screen(past, words)
    yield "a week of nobody", week_screen(replace(first, field=(), has_before=False), words)
    yield "told", told_screen("Ana", done, words)
    yield "reminded", reminder_screen(ref, 0, words)
    yield "reminded on the way", reminder_screen(ref, 2, words)
    yield "not reminded", event_screen(replace(new, is_unreachable=True), words)
    yield "to be reminded", event_screen(replace(new, may_wish=True), words)
    post = Invitation(ref, here, "1a" * 32, "2b" * 32)
    yield "posted", invitation_screen(post, words)
    three = (("Ana", 81.5), ("Boris", 81.5), ("Vera", -3.0), ("Gleb", -9.0))
    yield "posted on a Monday", invitation_screen(replace(post, week=three), words)
    yield "posted first", invitation_screen(replace(post, before=()), words)
    yield "for a manager", event_screen(replace(new, can_post=True), words)
    yield from _of_private_event(done, words)


def _of_many(done: EventPage, words: Words) -> Iterator[Shown]:
    """Yield a day that forty have finished, with every button there can be, and its places."""
    points = {n: [4 * n, 8, 160 - 12 * n, 3 * n, 2 * n - 20, 24 - n] for n in range(1, 41)}
    field = course_scores(points, 100)
    here = tuple(NamedScore(_LONG_NAMES[one.user_id % 4], one) for one in field[::2])
    reader = here[17].score.user_id
    private = tuple(EventRef(20_781, "serbian", f"kx7q2{end}") for end in "mnpq")
    many = replace(done, field=field, here=here, user_id=reader, streak=128, private=private)
    many = replace(many, can_post=True)
    yield "finished, with every button", event_screen(replace(many, may_wish=True), words)
    yield "places of many", places_screen(many, words)
    yield "places of many by matchpoints", places_screen(many, words, by_share=True)
    yield "many on all servers", everywhere_screen(many, words)


_LONG_NAMES: Final = ("Константин", "Aleksandra", "Maximiliana", "Wolfgang W.")


def _of_private_event(done: EventPage, words: Words) -> Iterator[Shown]:
    """Yield a private event from its making to its end."""
    key = EventKey(20_783, "serbian", "kx7q2m")
    ref = EventRef(*key)
    chosen = SetUpPrivateEvent("serbian", 2, 3)
    set_up = PrivateSetUp(chosen, 20_781, ("sochi", "serbian", "viennese"), ref.code)
    yield "a private event, to be made", private_set_up_screen(set_up, words)
    page = EventPage(ref, (), 1, False, "1a" * 32, None, can_post=True, is_begun=False, days=3)
    made = words.say("private.made", code=ref.code)
    yield "a private event, made", event_screen(page, words, made)
    yield "a private event, open", event_screen(replace(page, is_begun=True), words)
    field = replace(done, ref=ref, streak=0, next_seal="", before=None, days=3)
    yield "a private event, finished", event_screen(field, words)
    yield "a private event, over", event_screen(replace(field, is_over=True), words)
    stopped = replace(page, is_begun=True, is_stopped=True, own=done.own[:2])
    yield "a private event, other robots", event_screen(stopped, words)
    cut = replace(page, is_over=True, own=done.own[:2])
    yield "a private event, cut short", event_screen(cut, words)
    yield "a private event, sealed", check_screen(ref, "1a" * 32, (), words, is_past=False)
    yield "a private event, told", told_screen("Ana", field, words)
    event = DailyEvent(key, bytes(32), days=3, guild_id=1)
    yield "a private event, posted", private_invitation(event, words)
    beside = replace(done, private=(ref,))
    yield "a day with a private event", event_screen(beside, words)


_EVENT: Final = EventKey(20_781, "sochi")


def of_own_deals(words: Words) -> Iterator[Shown]:
    """Yield the list of own deals, and a deal played again from the choices to the comparison."""
    presets = builders.PRESETS
    played = single_deal_of(presets, logged("sochi-3-six-spades")[0])
    code = deal_code(presets, played)
    mine = replace(_OWN, code=code, name="The squeeze", course=code, tries=2)
    opened = replace(_OWN, code=code, origin=DealOrigin.IMPORT)
    yield "the list", own_deals_screen([(mine, played), (opened, played)], words)
    yield "no deals", own_deals_screen([], words, note=words.say("own.dropped"))
    yield "deleting", drop_screen(mine, words)
    for start in (0, 3, 12):
        chosen = AttemptSetUp(12, "The squeeze", played, start, 0, "club", _LEVELS, start == 3)
        yield f"from action {start}", set_up_screen(chosen, words)
    for length in (0, 14):
        course = deal_code(presets, kept_course(played, length))
        attempt = attempt_of(presets, replace(mine, course=course))
        attempt = replace(attempt, own=replace(attempt.own, seat=to_act(attempt.game) or 0))
        yield f"after {length} actions", attempt_screen(attempt, "Ana", words)
    over = attempt_of(presets, replace(mine, seat=1))
    found = compare_with_source(over.deal, over.source)
    yield "compared", comparison_screen(over, found, "Ana", words)
    typed = ("AS KS", "foo", "8S 8S", "")
    yield "a faulty form", form_faults_screen(FORM_FAULTS, "Ana", typed, words)
    hearts = read_deal_code(presets, "BcsfEB0rndT48fsPJJr5DJ7X")
    yield "files", export_screen(2, 14, (AttachedFile("match-7.txt", b""),), words)
    yield from _problems_of_deals(hearts, words)


def _problems_of_deals(source: SingleDeal, words: Words) -> Iterator[Shown]:
    """Yield a problem from a deal: shared, open, solved, and a place where several cards hold."""
    place = DealPlace(12, 13)
    deal = deal_in_play(replayed(source)[13])
    assert deal is not None
    problem = pose_problem(deal, place.key)
    assert isinstance(problem, Problem)
    own = OwnProblem(problem, place, 1, DealOrigin.IMPORT)
    yield "a problem", shared_problem_screen(own, "Ana", words)
    ref, line = ProblemRef(place.key), opening_line(problem)
    yield "the problem, open", problem_screen(ProblemProgress(problem, ref, line, own=own), words)
    whole = solve_problem(problem, problem.opening)
    done = ProblemProgress(problem, ref, whole.line, is_solved=True, own=own)
    yield "the problem, solved", problem_screen(done, words)
    yield "its solution", solution_screen(done, whole, problem.opening, words)
    here = SetUpAttempt(12, 13, 1, "expert")
    yield "the problem was shared", was_shared_screen(own, here, words)
    yield "no problem", holding_screen(WeighedCards((3, 9), 4, 6), here, words)


FORM_FAULTS: Final = (
    FoundFault(HandFault.UNKNOWN, 1, "foo"),
    FoundFault(HandFault.DOUBLED, cards=(1, 9)),
    FoundFault(HandFault.COUNT, 0, count=9),
    FoundFault(HandFault.COUNT, 3, count=1),
    FoundFault(HandFault.MISSING, cards=(2, 31)),
)
