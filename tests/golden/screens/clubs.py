"""Moments of leagues: the list, an invitation, a season on paper, its log and its posts."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

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
from bot.render.words import Words
from bot.ui_commands.server_commands import LeaguePage
from tests.golden.screens.telling import Shown

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
