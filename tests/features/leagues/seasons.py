"""A season of a league on paper: the course is asked what is due, and matches are drawn by lot."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from zoneinfo import ZoneInfo

from bot.features.leagues import course, league_log
from bot.features.leagues.formats import LeagueFormat, LeaguePlan
from bot.features.leagues.league_log import LeagueEvent, LeagueLine, LeagueState, line_text
from tests.features.leagues.test_formats import plan

ZONE = ZoneInfo("Europe/Belgrade")
Balances = Callable[[int, tuple[int, ...]], dict[int, int]]  # of a round and a table's members


@dataclass
class PaperSeason:
    """The log of one league, with the clock that its course sees."""

    plan: LeaguePlan
    now: int = 1_799_000_000
    lines: list[LeagueLine] = field(default_factory=list)

    @classmethod
    def of(cls, kind: LeagueFormat, members: int, **changes: object) -> "PaperSeason":
        season = cls(plan(kind, **changes))
        for number in range(1, members + 1):
            season.add(league_log.Enter(number))
        return season

    @property
    def state(self) -> LeagueState:
        return league_log.replay(self.plan, self.lines)

    def add(self, event: LeagueEvent) -> None:
        text = line_text(event)
        assert league_log.read_line(text) == event
        self.lines.append(LeagueLine(len(self.lines), self.now, 0, text))

    def step(self, balances: Balances) -> bool:
        """Do what is due; False once nothing will be."""
        for one in course.next_steps(self.state, self.now, ZONE):
            match one:
                case course.Wait(until):
                    if until is None:
                        return False
                    assert until > self.now
                    self.now = until
                case course.DrawTables(number):
                    for drawn in course.draw(self.state, number):
                        self.add(drawn)
                case course.OpenTable(number, table, _):
                    self.add(league_log.Open(number, table, 100 * number + table))
                case course.WatchTable(number, table, _, until):
                    assert until > self.now
                    members = self.state.tables[number, table].members
                    self.add(league_log.Result(number, table, balances(number, members)))
                case event:
                    self.add(event)
        return True

    def play(self, balances: Balances) -> LeagueState:
        """Go through the whole season."""
        for _ in range(2000):
            if not self.step(balances):
                return self.state
        raise AssertionError("the season does not end")


def by_lot(seed: int) -> Balances:
    """Return matches that anybody may win."""
    chance = Random(seed)

    def balances(_: int, members: tuple[int, ...]) -> dict[int, int]:
        won = [chance.randint(-150, 150) for _ in members[1:]]
        return dict(zip(members, (-sum(won), *won), strict=True))

    return balances


def by_strength(_: int, members: tuple[int, ...]) -> dict[int, int]:
    """Return matches that the lower number wins."""
    ranked = sorted(members)
    amounts = {3: (60, 10, -70), 4: (60, 20, -10, -70)}[len(members)]
    return dict(zip(ranked, amounts, strict=True))
