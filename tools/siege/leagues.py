"""A bot that is killed while it runs leagues: at random moments, and at every gap of a season.

A season goes from check-in to the last post.  While its matches are played the kills come at
random; otherwise every process dies right after the first thing it has stored or posted for the
league, so there is a kill in each gap between two steps.  The clock leaps to the next date while
the bot is dead.
"""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import SimulatedDiscord
from tools.siege.goals import Figure, Size, every, none
from tools.siege.players import Players, Table, refusals
from tools.siege.shapes import Place, words_of

_MEMBERS: Final = 7  # a table of three, and one of four
_ROUNDS: Final = 2
_SHORT: Final = (3, 1)  # members and rounds
_LIFE: Final = (0.1, 1.5)  # seconds from READY to a kill at random
_PATIENCE: Final = 60.0
_LOOK: Final = 0.05
_MANAGER: Final = str(1 << 5 | 1 << 10 | 1 << 11)
_LEAGUE: Final = "SELECT league_id, wake, posted FROM league WHERE channel_id = ?"
_LINES: Final = "SELECT text FROM league_line WHERE league_id = ? ORDER BY version"
_GAMES: Final = "SELECT game_id, starts_at FROM game WHERE channel_id = ? AND status = ?"
_SEATS: Final = (
    "SELECT player.user_id FROM sitting JOIN player ON player.game_id = sitting.game_id"
    " AND number = player WHERE sitting.game_id = ? AND until IS NULL ORDER BY seat"
)
_OVER: Final = "The league is over."


@dataclass
class Season:
    """The league of one channel after another, until the bot was killed often enough."""

    people: Players
    chance: Random
    kills: int  # that are still to come
    members: int
    rounds: int
    place: Place
    patience: float  # seconds in which a process has done what is due
    ahead: int = 0  # seconds by which the bot's clock is fast
    killed: Counter[str] = field(default_factory=Counter)  # by "gap" and "random"
    told: Counter[Place] = field(default_factory=Counter)  # members who were told they take part
    tables: dict[int, Table] = field(default_factory=dict)

    @property
    def fort(self) -> BotProcess:
        return self.people.fort

    def league(self) -> tuple[int, int | None, int] | None:
        """Return id, wake-up time, and number of posted lines of this channel's league."""
        rows = self.fort.read(_LEAGUE, int(self.place.channel_id))
        return tuple(rows[0]) if rows else None

    def lines(self) -> list[str]:
        found = self.league()
        return [text for (text,) in self.fort.read(_LINES, found[0])] if found else []

    def games(self, status: str) -> list[tuple[int, int]]:
        """Return games of this channel in a status, with the time of their start."""
        return self.fort.read(_GAMES, int(self.place.channel_id), status)

    def is_over(self) -> bool:
        """Return True once all is stored and posted."""
        found = self.league()
        return found is not None and found[1:] == (None, len(self.lines()))

    def due(self) -> float:
        """Return when something is due next by the bot's clock.

        While tables wait for their players it looks at them every half a minute, and nothing comes
        of that.
        """
        found = self.league()
        wake = found[1] if found and found[1] is not None else float("inf")
        lobbies = [starts_at for _, starts_at in self.games("lobby")]
        return min(lobbies) if lobbies and wake > self.now() else wake

    def now(self) -> float:
        return time.time() + self.ahead

    # -- lives of the process

    async def live(self, act: Callable[[], Awaitable[object]], how: str) -> None:
        """Let people act; the process dies in the next gap, or is killed at random, or neither."""
        if not self.kills:
            if self.fort.process is None or self.fort.process.returncode is not None:
                await self._start(dies=False)
            await asyncio.wait_for(act(), self.patience)
            return
        await self._start(dies=how == "gap")
        acting = asyncio.ensure_future(act())
        assert self.fort.process is not None
        ends = asyncio.create_task(self.fort.process.wait())
        most = self.patience if how == "gap" else self.chance.uniform(*_LIFE)
        await asyncio.wait({acting, ends}, timeout=most, return_when=asyncio.FIRST_COMPLETED)
        await self.fort.kill()
        self.kills -= 1
        self.killed[how] += 1
        acting.cancel()
        for end in await asyncio.gather(acting, ends, return_exceptions=True):
            if isinstance(end, Exception):
                raise end

    async def _start(self, *, dies: bool) -> None:
        """Start the process; one that dies may do so before READY, with its first step."""
        self.fort.settings |= {"AHEAD": str(self.ahead), "DIES": "1" if dies else ""}
        if not dies:
            await self.fort.start()
            return
        is_ready = await self.fort.starts()
        assert self.fort.process is not None
        is_killed = self.fort.process.returncode == -signal.SIGKILL
        assert is_ready or is_killed, self.fort.log.read_text()[-3000:]

    async def leap(self) -> None:
        """Let the time come at which something is due; nobody needs the bot until then."""
        if self.fort.process is not None and self.fort.process.returncode is None:
            await self.fort.stop()
        self.ahead += max(0, int(self.due() - self.now())) + 1

    # -- a season

    async def play(self) -> None:
        """Play one season from its command to its last post."""
        users = [self.people.somebody() for _ in range(self.members)]
        while self.league() is None:
            await self.live(self._make, "gap")
        for user in users:
            while not await self._enters(user):
                pass
        while not self.is_over():
            if self.games("playing"):
                await self.live(self._play_tables, "random")
            elif self.due() > self.now():
                await self.leap()
            else:
                await self.live(self._wait, "gap")

    async def _make(self) -> None:
        """Type the command of a manager."""
        typed = {"name": f"League {self.place.channel}", "start": "in 2 hours"}
        given = [{"name": key, "value": value, "type": 3} for key, value in typed.items()]
        given += [{"name": "preset", "value": "sochi", "type": 3}]
        given += [
            {"name": key, "value": value, "type": 4}
            for key, value in (("target", 1), ("rounds", self.rounds))
        ]
        said = {"name": "league", "type": 1, "options": given}
        data = {"id": "2", "name": "pref", "type": 1, "options": [said]}
        click = await self.fort.world.send(
            self.people.somebody(), self.place, 2, data, None, permissions=_MANAGER
        )
        await asyncio.wait([click.answer])

    async def _enters(self, user: str) -> bool:
        """Press *Check in*; return True once the person was told that they take part."""
        found, answers = self.league(), list[bool]()
        assert found is not None

        async def press() -> None:
            said = f"pref:d:0:0:league enter {found[0]}"
            (click,) = await self.fort.world.press(user, self.place, said)
            answers.append(bool(click.shown) and not refusals(click))

        await self.live(press, "gap")
        self.told[self.place] += any(answers)
        return any(answers)

    async def _wait(self) -> None:
        """Wait until nothing is due any more, or a match has begun."""
        while self.due() <= self.now() and not self.games("playing"):
            await self.rest()

    async def rest(self) -> None:
        """Do nothing for a moment."""
        await asyncio.sleep(_LOOK)

    async def _play_tables(self) -> None:
        """Play all matches that are under way to their end."""
        await asyncio.gather(*(self._play_table(game) for game, _ in self.games("playing")))

    async def _play_table(self, game: int) -> None:
        if game not in self.tables:
            users = tuple(str(user) for (user,) in self.fort.read(_SEATS, game))
            self.tables[game] = Table(game, "sochi", self.place, users)
        while await self.people.step(self.tables[game]):
            pass


async def run(size: Size) -> list[Figure]:
    """Kill the bot so many times; the season under way is then played to its end."""
    fort = BotProcess(SimulatedDiscord(guilds=1), size.folder)
    fort.child = Path(__file__).with_name("league_child.py")
    async with running_bot(fort):
        people, (members, rounds) = Players(fort, Random(size.seed)), (_MEMBERS, _ROUNDS)
        if size.is_short:
            members, rounds = _SHORT
        season = Season(
            *(people, Random(size.seed), size.times, members, rounds, Place(0, 0)),
            patience=_PATIENCE * size.patience,
        )
        await season.live(season.rest, "random")  # makes the file
        while season.kills or not season.is_over():
            await season.play()
            if season.kills:
                season.place = Place(0, season.place.channel + 1)
        tracebacks = fort.tracebacks()
        await fort.kill()
        verdict = await fort.command("verify")
        return [
            every(
                "35", f"kills, {season.killed['gap']} in gaps", season.killed.total(), size.times
            ),
            *_figures(season),
            none("35", "tracebacks in the log", tracebacks, size.times),
            Figure("35", "verify afterwards", "clean", verdict.text[-60:], verdict.code == 0),
        ]


# -- what must be true of what is stored and posted


def _figures(season: Season) -> list[Figure]:
    fort, leagues = season.fort, season.place.channel + 1
    ((stored,),) = fort.read("SELECT count(*) FROM league")
    lines = [
        (league, *text.split(" "))
        for league, text in fort.read("SELECT league_id, text FROM league_line")
    ]
    words = Counter(line[1] for line in lines)
    opened = Counter((league, one, table) for league, word, one, table, *_ in _of(lines, "open"))
    results = Counter((league, one, table) for league, word, one, table, *_ in _of(lines, "result"))
    tables = len(opened)
    games = {int(line[4]) for line in _of(lines, "open")}
    ((made,),) = fort.read("SELECT count(*) FROM game")
    posts = [post for post in map(words_of, fort.world.posted) if "### League " in post]
    wrong = sum(_balances(fort, line) for line in _of(lines, "result"))
    entered = {line for line in lines if line[1] == "enter"}
    return [
        every("35", "leagues made once", stored, leagues),
        every("35", "members told, each with one number", len(entered), season.told.total()),
        none("35", "members who checked in twice", words["enter"] - len(entered), words["enter"]),
        every("35", "tables opened once", sum(n == 1 for n in opened.values()), tables),
        every("35", "tables with one result", sum(results[one] == 1 for one in opened), tables),
        every("35", "games that belong to an opened table", len(games), made),
        none("35", "results that are not those of the match", wrong, tables),
        every("35", "leagues with one last post", sum(_OVER in post for post in posts), leagues),
        none("35", "posts made twice", len(posts) - len(set(posts)), len(posts)),
    ]


def _of(lines: list[tuple[Any, ...]], word: str) -> list[tuple[Any, ...]]:
    return [line for line in lines if line[1] == word]


def _balances(fort: BotProcess, line: tuple[Any, ...]) -> bool:
    """Return True if a result of the league is not what the match has stored."""
    sql = (
        "SELECT number, balance FROM league_line JOIN league_member USING (league_id)"
        " JOIN result USING (user_id) WHERE league_id = ?1 AND text LIKE ?2"
        " AND game_id = CAST(substr(text, ?3) AS INTEGER)"
    )
    head = f"open {line[2]} {line[3]} "
    won = fort.read(sql, line[0], f"{head}%", len(head) + 1)
    told = {tuple(map(int, one.replace("~", "=").split("="))) for one in line[4].split(",")}
    return told != {(number, balance) for number, balance in won}
