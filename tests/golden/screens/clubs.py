"""Moments of leagues, from the list to the posts, and of tables with the same cards."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from bot.analysis.postmortem import PlayKind
from bot.discord_ui.table_data import single_deal_of
from bot.engine.view import build_view
from bot.features.daily.comparison import (
    DealAtTable,
    DealScore,
    PlaceResult,
    course_of,
    table_scores,
)
from bot.features.daily.day_places import NamedScore
from bot.features.daily.table_event_screens import (
    ComparedTable,
    TableDealPage,
    TableRow,
    TablesPage,
    TablesSetUp,
    table_deal_screen,
    tables_invitation,
    tables_screen,
    tables_set_up_screen,
    told_tables_screen,
)
from bot.features.leagues import course, league_log, league_screens
from bot.features.leagues.formats import LeagueFormat, LeaguePlan
from bot.features.leagues.league_log import DrawnRound, Enter, LeagueEvent, LeagueLine, Open, Result
from bot.features.leagues.league_screens import (
    LeaguePageData,
    LeagueReader,
    ListedLeague,
    league_screen,
)
from bot.features.leagues.pairings import Round
from bot.model.enums import Status
from bot.model.table_events import TableEvent
from bot.model.values import replace
from bot.notation.single_deal import active_seats
from bot.render.deal_results import DealVerdict
from bot.render.table.board import (
    sealed_board_screen,
    sealed_end_screen,
    sealed_past_screen,
    sealed_result_screen,
)
from bot.render.table.lobby_screens import lobby_screen
from bot.render.words import Words
from bot.ui_commands.daily_commands import EventRef, SetUpTables
from bot.ui_commands.server_commands import LeaguePage
from tests.golden.screens.deals import facts_of, games
from tests.golden.screens.telling import Shown
from tests.support import builders
from tests.support.deal_records import logged

_NAMES = ("Ana", "Boris", "Vera", "Gleb", "Dora", "Egor", "Žana")
_START = 1_800_000_000
_MEMBER = LeagueReader(takes_part=True, can_enter=False, can_manage=False, channel_id=5)
_STRANGER = LeagueReader(takes_part=False, can_enter=True, can_manage=False, channel_id=5)
_MANAGER = LeagueReader(takes_part=False, can_enter=True, can_manage=True, channel_id=6)
_AUTHOR = 99


def _plan(kind: LeagueFormat) -> LeaguePlan:
    return LeaguePlan(kind, "{}", "{}", _START, 7, 5, 240, 6, False, "0123456789abcdef")


def _league(kind: LeagueFormat, *events: LeagueEvent) -> LeaguePageData:
    entered = tuple(Enter(number) for number in range(1, len(_NAMES) + 1))
    lines = tuple(
        LeagueLine(version, _START, _AUTHOR, league_log.line_text(event))
        for version, event in enumerate((*entered, *events))
    )
    names = {number: name for number, name in enumerate(_NAMES, start=1) if number != 6}
    state = league_log.replay(_plan(kind), lines)
    zone = ZoneInfo("Europe/Belgrade")
    return LeaguePageData(3, "Jesen", state, lines, 5, names, {_AUTHOR: "Marta"}, zone, _START)


_FIRST = (
    DrawnRound(1, Round(((3, 1, 2), (6, 4, 5)), (7,))),
    Open(1, 1, 11),
    Open(1, 2, 12),
)
_PLAYED = (*_FIRST, Result(1, 1, {3: -100, 1: 120, 2: -20}))
_FINISHED = (*_PLAYED, league_log.Walkover(1, 2, (4, 5)))
_CORRECTED = (
    *_FINISHED,
    Result(1, 1, {3: -90, 1: 120, 2: -30}, frozenset({3}), reason="a substitute for Vera"),
    league_log.Grant(4, -5, "late twice"),
    league_log.Leave(5, "moved away"),
)
_CHANGED = (
    *_FINISHED,
    Result(1, 1, {3: -80, 1: 120, 2: -40}, reason=course.BY_RULING),
    league_log.Replace(1, 7, "a year abroad"),
    league_log.Move(6, "the old channel is gone"),
    league_log.Postpone(2, _START + 2_000_000, "holidays"),
)


def of_leagues(words: Words) -> Iterator[Shown]:
    """Yield the list, invitations, pages for readers, the question, posts."""
    listed = [
        ListedLeague(4, "Autumn", LeagueFormat.RUSSIAN, 24, False),
        ListedLeague(3, "Jesen", LeagueFormat.SERBIAN, 7, True),
    ]
    yield "the list", league_screens.leagues_screen(listed, words)
    yield "no league", league_screens.leagues_screen([], words)
    for kind in LeagueFormat:
        yield f"invitation, {kind}", league_screens.invitation_post(_league(kind), words)
    serbian = LeagueFormat.SERBIAN
    new, standing = _league(serbian), LeaguePage.STANDING
    yield "checked in", league_screen(new, standing, _MEMBER, words, words.say("league.entered"))
    playing = _league(serbian, *_PLAYED)
    yield "a round is played", league_screen(playing, standing, _STRANGER, words)
    yield "its tables", league_screen(playing, LeaguePage.ROUNDS, _STRANGER, words)
    two = _league(serbian, *_FINISHED, DrawnRound(2, Round(((7, 1, 5), (4, 2, 3)), (6,))))
    yield "a round ahead", league_screen(two, LeaguePage.ROUNDS, _MEMBER, words, round_number=2)
    yield "no round yet", league_screen(new, LeaguePage.ROUNDS, _MEMBER, words)
    corrected = _league(serbian, *_CORRECTED)
    yield "for a manager", league_screen(corrected, LeaguePage.LOG, _MANAGER, words)
    changed = _league(serbian, *_CHANGED)
    yield "changed by a manager", league_screen(changed, LeaguePage.LOG, _MANAGER, words)
    yield "after corrections", league_screen(corrected, standing, _MEMBER, words)
    russian = _league(LeagueFormat.RUSSIAN, *_FINISHED, league_log.Leave(6, "yellow card"))
    yield "with a yellow card", league_screen(russian, standing, _MEMBER, words)
    yield "withdraw", league_screens.leave_question(playing, words)
    yield from _posts(words)


def _posts(words: Words) -> Iterator[Shown]:
    entered = len(_NAMES)
    serbian = LeagueFormat.SERBIAN
    told = (
        ("a round opens", _FIRST, entered),
        ("a round is over", _FINISHED, entered + len(_PLAYED)),
        ("corrections", _CORRECTED, entered + len(_FINISHED)),
        ("changes", _CHANGED, entered + len(_FINISHED)),
        ("the end", (*_FINISHED, league_log.End()), entered + len(_PLAYED)),
        ("cancelled", (league_log.Cancel("too few members"),), entered),
    )
    for name, events, posted in told:
        screen = league_screens.news_screen(_league(serbian, *events), posted, words)
        assert screen is not None
        yield f"post: {name}", screen
    assert league_screens.news_screen(_league(serbian), 0, words) is None


_CODE = "kx7q2m"
_REF = EventRef(20_781, "sochi", _CODE)
_KINDS = (PlayKind.CONTRACT, PlayKind.CONTRACT, PlayKind.ALL_PASS)
_EVENT = TableEvent(_CODE, 20_781, 20_782, 6)


def of_event_tables(words: Words) -> Iterator[Shown]:
    """Yield a duplicate event: made, joined, sealed at its tables, compared."""
    set_up = TablesSetUp(SetUpTables("sochi"), 20_781, ("sochi", "serbian", "viennese"), _CODE)
    yield "to be made", tables_set_up_screen(set_up, words)
    new = TablesPage(
        *(_REF, _EVENT, 2, (), 0, "1a" * 32, (), 1),
        by_share=False,
        may_open=True,
        may_begin=True,
    )
    yield "made", tables_screen(new, words, words.say("private.made", code=_CODE))
    rows = (
        TableRow(12, "<#5>", "playing", 4, ("Ana", "Boris", "Aleksandra")),
        TableRow(13, "<#6>", "lobby", 0, ("Vera",)),
    )
    yield "on the way", tables_screen(replace(new, rows=rows, may_open=False), words)
    results = [
        [PlaceResult(seat + 3 * table, seat, 40 * table - 11 * seat) for seat in range(3)]
        for table in range(2)
    ]
    field = table_scores([[*results[0], *results[1]]] * 3, 100)
    names = ("Ana", "Boris", "Aleksandra", "Vera", "Константин", "Žana")
    here = tuple(NamedScore(names[one.user_id], one) for one in field)
    played = (rows[0], TableRow(13, "<#6>", "stopped", 3, names[3:]))
    some = replace(new, rows=played, opened=3, here=here, may_open=False)
    yield "some deals open", tables_screen(some, words)
    done = replace(some, opened=6, may_begin=False)
    yield "all deals open", tables_screen(done, words)
    by_share = replace(done, by_share=True)
    yield "all deals open, by percent", tables_screen(by_share, words)
    yield "a result shared", told_tables_screen("Boris", done, words)
    yield "posted", tables_invitation(_REF, _EVENT, 3, "1a" * 32, words)
    yield from _compared_tables(names, words)
    yield from _sealed_table(words)


def _compared_tables(names: tuple[str, ...], words: Words) -> Iterator[Shown]:
    """Yield a deal at three tables with names as long as they come, and at one table."""
    deals = [
        single_deal_of(builders.PRESETS, logged(name)[0])
        for name in ("sochi-3-six-spades", "sochi-3-remise", "sochi-3-raspasy")
    ]
    tables = list[ComparedTable]()
    for number, deal in enumerate(deals):
        seats = active_seats(deal.rules, deal.dealer)
        one = DealAtTable(deal, seats, tuple(course_of(deal, seat) for seat in seats))
        people = (names[2 * number], names[2 * number + 1], "")
        score = DealScore(1, 12, 9.5, 14.5 - 29 * number, 100.0)
        verdict = DealVerdict(_KINDS[number], (4, 7 - number, 3))
        tables.append(ComparedTable(12 + number, one, people, (score,) * 3, verdict))
    page = TableDealPage(_REF, 1, 3, deals[0], tuple(tables), 100)
    yield "a deal of three tables", table_deal_screen(page, words)
    yield "a deal of two tables", table_deal_screen(replace(page, tables=tuple(tables[:2])), words)
    alone = replace(tables[0], scores=(None,) * 3, verdict=None)
    yield "a deal of one table", table_deal_screen(replace(page, tables=(alone,)), words)


def _sealed_table(words: Words) -> Iterator[Shown]:
    course = games("russian", "sochi-3-six-spades")
    facts = facts_of(course[0], event=_EVENT, friendly=True)
    played, seen = build_view(course[20], None), build_view(course[-1], None)
    yield "sealed, during a deal", sealed_board_screen(played, facts, _EVENT, words)
    yield "sealed, between two deals", sealed_result_screen(seen, facts, _EVENT, words)
    yield "sealed, a past deal", sealed_past_screen(seen, facts, _EVENT, words)
    yield "sealed, at the end", sealed_end_screen(seen, facts, _EVENT, words)
    paused = replace(facts, status=Status.PAUSED)
    yield "sealed, paused", sealed_board_screen(played, paused, _EVENT, words)
    lobby = replace(facts, status=Status.LOBBY, seats=(facts.seats[0], None, None))
    yield "its lobby", lobby_screen(lobby, course[0].rules, (), words)
