"""``make season``: a club plays a season of a league, and its standing is added up again.

The real bot runs on a simulated Discord whose clock leaps from one round to the next; nobody does
anything but check in and play.  After the first round a deal is reported, made void and given back;
one evening outside the league is scheduled, becomes an event of the server, and has a kibitzer, who
is refused at a table of the league.  Each time the bot has nothing to do for hours it is killed,
and starts at the next date.  The sheet is made from the draws and the results of the matches alone,
by the rules of docs/leagues.md written a second time.
Ends with exit code 1 where something differs.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Final

from bot.engine.deal import Stage
from bot.model.enums import Status
from bot.model.refusals import Refusal
from tests.e2e.league_play import games_in, play_all
from tests.e2e.test_judging import fill
from tests.e2e.test_kibitzing import ask, tricks
from tests.e2e.test_server_events import close, grant, listed, rounds_over
from tests.support.naming import cards_in
from tests.support.room import Person, Room, evening, words_of

FORMATS: Final = ("serbian_league", "russian_tournament")
_HOUR: Final = 3600
_LOOKS: Final = 400  # at a season, each of a round or a leap of the clock
_SERBIAN_FREE: Final = 2
_SERBIAN_BY_LOT: Final = 8
_NO_PAIR_TWICE: Final = 21  # so many members can play eight rounds so
_RUSSIAN_ROUNDS: Final = 5
_RUSSIAN_WORST: Final = -500
_KIBITZER: Final = "Kibitzer"
_ROW: Final = re.compile(r"^\W*(\d+)\. (.+?)\s+(\u2212?[\d.,]+)\s+([+\u2212]?\d+)\W*$")


@dataclass
class Sheet:
    """The standing as somebody with a pencil makes it; all by the number of a member."""

    points: Counter[int] = field(default_factory=Counter)  # in tenths
    balance: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    finalists: set[int] = field(default_factory=set)
    carded: set[int] = field(default_factory=set)

    def places(self, kind: str) -> list[int]:
        """Return the numbers from the first place to the last; of equals the lower one first."""

        def key(number: int) -> tuple[int, ...]:
            if kind == "serbian_league":
                return -self.points[number], -self.balance[number], number
            is_out, is_finalist = number in self.carded, number in self.finalists
            own = -self.points[number], -self.wins[number], number
            return int(is_out or not is_finalist), int(is_out), *own

        return sorted(self.points, key=key)


class Club:
    """The members, and what the file of the bot says of their league."""

    def __init__(self, room: Room, kind: str, members: int) -> None:
        self.room, self.kind = room, kind
        self.manager = room.manager()
        self.people = [room.person(f"P{number}") for number in range(1, members + 1)]

    def lines(self) -> list[list[str]]:
        """Return the words of all lines of the log."""
        rows = self.room.read("SELECT text FROM league_line ORDER BY version")
        return [str(row["text"]).split(" ") for row in rows]

    def drawn(self) -> dict[int, tuple[list[list[int]], list[int]]]:
        """Return tables and free members of each round, as it was drawn last."""
        found = dict[int, tuple[list[list[int]], list[int]]]()
        for _, number, *rest in (line for line in self.lines() if line[0] == "draw"):
            tables = [[int(one) for one in table.split(".")] for table in rest[0].split("/")]
            free = [int(one) for one in rest[1].split(".")] if len(rest) > 1 else []
            found[int(number)] = tables, free
        return found

    def games(self) -> list[tuple[int, int, int]]:
        """Return round, table and game of every table that was opened."""
        opened = [line[1:] for line in self.lines() if line[0] == "open"]
        return [(int(one), int(table), int(game)) for one, table, game in opened]

    def balances(self, game: int) -> dict[int, int]:
        """Return what the members of a match have won, by number."""
        sql = (
            "SELECT number, balance FROM result JOIN league_member USING (user_id)"
            " WHERE game_id = ? AND part = 0"
        )
        return {int(row["number"]): int(row["balance"]) for row in self.room.read(sql, game)}

    def sheet(self) -> Sheet:
        """Add up the season from the draws and the matches."""
        sheet = Sheet(points=Counter(dict.fromkeys(range(1, len(self.people) + 1), 0)))
        played = {number for number, _, _ in self.games()}
        for _, _, game in self.games():
            own = self.balances(game)
            points = _serbian(own) if self.kind == "serbian_league" else _russian(own)
            for number, balance in own.items():
                sheet.points[number] += points[number]
                sheet.balance[number] += balance
                sheet.wins[number] += balance == max(own.values())
                if balance < _RUSSIAN_WORST and self.kind == "russian_tournament":
                    sheet.carded.add(number)
        for number, (tables, free) in self.drawn().items():
            if number in played and self.kind == "serbian_league":
                sheet.points.update(dict.fromkeys(free, 10 * _SERBIAN_FREE))
            if number > _RUSSIAN_ROUNDS and number in played:
                sheet.finalists.update(one for table in tables for one in table)
        return sheet


def _serbian(balances: Mapping[int, int]) -> dict[int, int]:
    """First 3, 4 if they alone are not negative; second 2 if not negative, else 1; third 0."""
    points = dict[int, int]()
    for number, balance in balances.items():
        better = sum(other > balance for other in balances.values())
        others = [other for one, other in balances.items() if one != number]
        if better == 0:
            points[number] = 40 if balance >= 0 and all(other < 0 for other in others) else 30
        else:
            points[number] = (20 if balance >= 0 else 10) if better == 1 else 0
    return points


def _russian(balances: Mapping[int, int]) -> dict[int, int]:
    """Up to 50 whole, from there to 100 by half, above a tenth; a minus whole."""

    def counted(balance: int) -> Fraction:
        parts = ((0, 50, Fraction(1)), (50, 100, Fraction(1, 2)), (100, balance, Fraction(1, 10)))
        plus = sum((max(min(balance, to) - since, 0) * by for since, to, by in parts), Fraction(0))
        return plus if balance > 0 else Fraction(balance)

    return {number: int(10 * counted(balance)) for number, balance in balances.items()}


# -- the season


async def play(club: Club, chance: Random) -> None:
    """Have an evening, check in, and let time pass until the league is over."""
    room = club.room
    await scheduled_evening(room)
    target = {"target": 20} if club.kind == "serbian_league" else {}
    await room.command(
        *(club.manager, "pref league", room.channel),
        **{"name": "Autumn", "start": "in 2 hours", "format": club.kind, **target},
    )
    invitation = room.public(room.channel)[-1]
    for who in club.people:
        await room.press(who, "league enter 1", invitation)
    is_disputed = is_refused = False
    for _ in range(_LOOKS):
        if club.lines()[-1] == ["end"]:
            check("somebody asked for a hand of the league", is_refused, True)
            return
        if not is_refused and (games := games_in(room, Status.PLAYING)):
            is_refused = True
            await refuse_kibitzer(room, games[0])
        if await play_all(room, chance):
            continue
        if not is_disputed and any(line[0] == "result" for line in club.lines()):
            is_disputed = True
            await dispute(club)
            continue
        await leap(room)
    raise AssertionError(club.lines()[-5:])


async def leap(room: Room) -> None:
    """Let the time come at which something is due; over hours the bot is killed and away."""
    starts = [room.row(game)["starts_at"] for game in games_in(room, Status.LOBBY)]
    due = min(starts, default=room.read("SELECT wake FROM league")[0]["wake"])
    if due > room.now() + _HOUR:
        await room.restart(kill=True, down=due - room.now() - 5)
    await room.later(max(due - room.now(), 5) + 5)


async def dispute(club: Club) -> None:
    """Report a deal, make it void and undo that; the league follows both times."""
    room, game = club.room, club.games()[0][2]
    seated = set(club.balances(game))
    member, room.table = club.people[min(seated) - 1], game
    before, result = club.balances(game), club.lines()
    await room.command(member, "pref history", room.channel)
    await room.press(member, f"open {game}")
    await room.press(member, "deal 1")
    await fill(room, member, f"report {game} 1", note="a slip of the finger")
    for number, kind in ((1, "void"), (2, "undo")):
        await room.command(club.manager, "pref fairplay", room.channel)
        await room.press(club.manager, "reports")
        await room.press(club.manager, f"judge {game} 1")
        await fill(room, club.manager, f"rule {game} 1 {number} {kind}", reason="all agree")
        await room.later(5)
        line = club.lines()[-1]
        told = {int(one): int(n) for one, n in re.findall(r"(\d+)=(-?\d+)", line[3])}
        check("the league follows the decision", (line[0], told), ("correct", club.balances(game)))
    check("what the undone decision has left", club.balances(game), before)
    check("lines of the dispute in the league", len(club.lines()), len(result) + 2)


async def scheduled_evening(room: Room) -> None:
    """A table for later is an event of the server until it has been played."""
    host = room.person("Host")
    before = len(listed(room))
    await room.open_table(host, start="in 2 hours", clock="none", target=1)
    await rounds_over(room)
    check("events of a scheduled table", len(listed(room)) - before, 1)
    for _ in range(2):
        await room.press(host, "robot")
    await room.later(2 * _HOUR + 5)
    check("the scheduled table", room.status(), "playing")
    await kibitz(room, host)
    await close(room, room.table)
    await rounds_over(room)


async def kibitz(room: Room, host: Person) -> None:
    """Follow the host's hand with their consent, until the table is closed."""
    kibitzer = room.person(_KIBITZER)
    await room.play_until(lambda room: room.stage() is Stage.PLAY)
    await ask(room, kibitzer, host.id)
    await room.hand(host)
    await room.press(host, f"kibitz yes one {kibitzer.id}")
    await tricks(room, 2)
    await room.press(kibitzer, "kibitz", kibitzer.private)
    deal, seat, page = room.game().deal, room.seat_of(host), words_of(kibitzer.private)
    follows = room.say("kibitz.follows", name=host.called)
    check("the kibitzer follows the hand", follows in page, True)
    held = set() if deal is None or seat is None else set(deal.hands[seat])
    check("the hand is shown", bool(held) and held <= cards_in(page), True)


async def refuse_kibitzer(room: Room, game: int) -> None:
    """Ask at a table of the league, by a button that no message of it has."""
    kibitzer, room.table = room.person(_KIBITZER), game
    await room.press(kibitzer, "more", room.message(game))
    assert kibitzer.private is not None
    await room.raw((kibitzer, kibitzer.private, f"pref:d:{game}:0:kibitz"))
    said = room.sentence(Refusal.KIBITZ_LEAGUE) in words_of(kibitzer.private)
    check("a kibitzer is refused at a table of the league", said, True)


# -- what must be true afterwards

_found: list[str] = []  # what differs


def check(what: str, found: object, wanted: object) -> None:
    """Note a difference."""
    if found != wanted:
        _found.append(f"{what}: {found}, wanted {wanted}")


async def final_page(club: Club) -> str:
    """Return the standing in words, as a reader sees it who wishes no pictures."""
    room, reader = club.room, club.manager
    await room.command(reader, "pref me", room.channel)
    await room.press(reader, "me pictures no", reader.private)
    await room.command(reader, "pref league", room.channel)
    await room.press(reader, "league 1 standing", reader.private)
    return words_of(reader.private)


def judge(club: Club, page: str) -> None:
    """Compare the last page with the sheet, and the log with itself."""
    sheet, drawn, games = club.sheet(), club.drawn(), club.games()
    names = [f"P{number}" for number in sheet.places(club.kind)]
    posts = map(words_of, club.room.public(club.room.channel))
    last = [post for post in posts if "The league is over." in post]
    check("posts of the end", len(last), 1)
    told = list(_rows(page))
    wanted = [
        (name, sheet.points[number], sheet.balance[number])
        for name, number in zip(names, sheet.places(club.kind), strict=True)
    ]
    check("standing of the last post", told, wanted)
    tables = [(number, place) for number, place, _ in games]
    if told != wanted:
        print(page)
    check("tables opened", sorted(tables), _tables(drawn, tables))
    results = [tuple(map(int, line[1:3])) for line in club.lines() if line[0] == "result"]
    check("results, one for each table", sorted(results), sorted(tables))
    stored = club.room.read("SELECT game_id FROM league_game")
    check("games", sorted(int(row["game_id"]) for row in stored), sorted(g for *_, g in games))
    if club.kind == "serbian_league":
        by_lot = [drawn[number][0] for number in range(1, _SERBIAN_BY_LOT + 1)]
        fewest = 1 if len(club.people) >= _NO_PAIR_TWICE else _most_meetings(by_lot)
        check("most meetings of a pair in rounds 1 to 8", _most_meetings(by_lot), fewest)
    check("events left", len(listed(club.room)), 0)


def _rows(post: str) -> Iterable[tuple[str, int, int]]:
    """Yield name, tenths of points and balance of every row of a standing."""
    for line in post.splitlines():
        if found := _ROW.match(line):
            points, balance = (found[n].replace("\u2212", "-").replace(",", "") for n in (3, 4))
            yield found[2], int(10 * Fraction(points)), int(balance)


def _tables(
    drawn: Mapping[int, tuple[list[list[int]], list[int]]], opened: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    rounds = sorted({number for number, _ in opened})
    return [(number, n) for number in rounds for n in range(1, len(drawn[number][0]) + 1)]


def _most_meetings(rounds: Iterable[list[list[int]]]) -> int:
    pairs = Counter(
        pair for one in rounds for table in one for pair in combinations(sorted(table), 2)
    )
    return max(pairs.values())


async def season(kind: str, members: int, seed: int) -> None:
    """Play one season and print its figures."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="season-") as folder:
        async with evening(Path(folder), seed=seed) as room:
            grant(room)
            club = Club(room, kind, members)
            await play(club, Random(seed))
            await rounds_over(room)
            judge(club, await final_page(club))
            rounds, matches = len({one for one, _, _ in club.games()}), len(club.games())
            cards = len(club.sheet().carded)
    print(
        f"{kind}, {members} members: {rounds} rounds, {matches} matches, {cards} yellow cards,"
        f" {time.monotonic() - began:.0f} s",
        flush=True,
    )


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="season", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("members", nargs="*", type=int, default=[24, 23])
    parser.add_argument("--format", choices=FORMATS, action="append")
    parser.add_argument("--seed", type=int, default=1, help="default %(default)s")
    chosen = parser.parse_args(words)
    for kind in chosen.format or FORMATS:
        for members in chosen.members:
            asyncio.run(season(kind, members, chosen.seed))
    print(*_found, f"{len(_found)} differences", sep="\n")
    return bool(_found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
