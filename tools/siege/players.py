"""People who open tables and play, what they were told, and whether it was true."""

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final, NamedTuple

from babel.messages.pofile import read_po

from bot.engine.cards import TABLE_SEAT
from bot.engine.game import legal_actions, to_act
from bot.engine.notation import format_action
from bot.engine.rules import RuleReason
from bot.model.refusals import Refusal
from bot.render.words import LOCALE_FOLDER
from tests.properties.oracles import oracle_of
from tools.siege.bot_process import BotProcess
from tools.siege.discord_server import Click
from tools.siege.log_checks import LogChecks
from tools.siege.shapes import Place, stamps, words_of

PRESETS: Final = (
    *("sochi", "leningrad", "rostov", "online_classic", "croatian", "serbian", "slovenian"),
    *("guide", "viennese", "austrian"),
)
TARGETS: Final = {"croatian": 20, "serbian": 20, "slovenian": 20, "guide": 20, "austrian": 10}
SHORT_MATCH: Final = 4
DENIALS: Final = (Refusal.INTERNAL, Refusal.STORAGE_TROUBLE)  # each says that nothing is stored
_A_LOT: Final = 400  # tries of anything


class Act(NamedTuple):
    """One move somebody clicked, and its interactions."""

    game: int
    version: int
    seat: int
    text: str
    clicks: tuple[Click, ...]

    @property
    def acknowledged(self) -> int:
        """Return the number of clicks answered with the state after the move, not a refusal."""
        return sum(is_taken(click, self.game, self.version) for click in self.clicks)


@dataclass
class Table:
    """A table with its people by seat; None for a robot."""

    game: int
    preset: str
    place: Place
    users: tuple[str | None, ...]
    acts: list[Act] = field(default_factory=list)


@cache
def _sentences() -> tuple[tuple[Refusal | RuleReason, re.Pattern[str]], ...]:
    """Every refusal, as it is read in English."""
    with (LOCALE_FOLDER / "en.po").open("rb") as file:
        texts = {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id}
    keys: list[tuple[Refusal | RuleReason, str]] = [(one, f"table.{one}") for one in Refusal]
    keys += [(one, f"refused.{one}") for one in RuleReason]
    return tuple(
        (one, re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(texts[key]))))
        for one, key in keys
        if key in texts
    )


_MENTION: Final = re.compile(r"</([^:>]+):\d+>")  # of a command; the catalogues have its name


def refusals(click: Click) -> list[Refusal | RuleReason]:
    """Return the refusals shown in response to a click."""
    said = [_MENTION.sub(r"`/\1`", words_of(message)) for message in click.shown]
    return [reason for reason, told in _sentences() if any(told.search(text) for text in said)]


def is_taken(click: Click, game: int, version: int) -> bool:
    shown = [stamps(message).get(game, -1) for message in click.shown]
    return max(shown, default=-1) > version and not refusals(click)


class Players:
    """Everybody; ``chance`` decides what they play, ``robots`` is the level of all robots."""

    def __init__(
        self, fort: BotProcess, chance: Random, robots: str = "beginner", first: int = 10_000_000
    ) -> None:
        self.fort, self.chance, self.robots = fort, chance, robots
        self.book = LogChecks(fort)
        self.tables: list[Table] = []
        self._users = first

    def somebody(self) -> str:
        self._users += 1
        return str(self._users)

    async def open(
        self,
        place: Place,
        preset: str,
        people: int = 3,
        clock: str = "none",
        target: int | None = None,
    ) -> Table:
        """A table of three, the rest of them robots, with the match under way."""
        users = [self.somebody() for _ in range(people)]
        game = await self.lobby(place, preset, users[0], clock, target)
        for user in users[1:]:
            await self.deed(user, place, game, "join")
        for _ in range(3 - people):
            await self.deed(users[0], place, game, f"robot {self.robots}")
        await self.deed(users[0], place, game, "start")
        table = Table(game, preset, place, (*users, *[None] * (3 - people)))
        self.tables.append(table)
        return table

    async def lobby(
        self, place: Place, preset: str, host: str, clock: str, target: int | None = None
    ) -> int:
        """The number of the table opened by ``/table open``; without a target a short match."""
        before = self.newest(place)
        target = target or TARGETS.get(preset, SHORT_MATCH)
        wish: dict[str, str | int] = {"rules": preset, "target": target, "clock": clock}
        click = await self.fort.world.command(host, place, "open", wish)
        for _ in range(_A_LOT):
            if (game := self.newest(place)) != before:
                return game
            await asyncio.sleep(0.02)
        raise AssertionError([words_of(message) for message in click.shown])

    def newest(self, place: Place) -> int:
        sql = "SELECT coalesce(max(game_id), 0) FROM game WHERE channel_id = ?"
        ((game,),) = self.fort.read(sql, int(place.channel_id))
        return int(game)

    async def deed(
        self, user: str, place: Place, game: int, said: str, patience: float = 10
    ) -> Click:
        """A button beside the cards."""
        ((version,),) = self.fort.read("SELECT version FROM game WHERE game_id = ?", game)
        custom_id = f"pref:d:{game}:{version}:{said}"
        (click,) = await self.fort.world.press(user, place, custom_id, patience)
        return click

    async def step(self, table: Table, patience: float = 10, times: int = 1) -> bool:
        """One move, or a wait for one; False when the match is over."""
        game = self.book.game(table.game)
        seat = to_act(game)
        if seat is None:
            return False
        user = table.users[seat] if seat != TABLE_SEAT else None
        if user is not None:
            action = oracle_of(game.rules).choose(legal_actions(game, seat), self.chance)
            await self.act(table, seat, game.version, format_action(action), patience, times)
        elif seat == TABLE_SEAT and game.carry.number and any(table.users):
            for reader in filter(None, table.users):
                await self.deed(reader, table.place, table.game, "next")
        else:
            await asyncio.sleep(0.02)
        return True

    async def act(
        self, table: Table, seat: int, version: int, said: str, patience: float, times: int = 1
    ) -> Act:
        """A move by a button, pressed so many times at once."""
        user = table.users[seat]
        assert user is not None
        custom_id = f"pref:a:{table.game}:{version}:{said}"
        world = self.fort.world
        made = await world.press(user, table.place, custom_id, patience, times)
        act = Act(table.game, version, seat, said, tuple(made))
        table.acts.append(act)
        return act

    # -- what they may say of it

    def acts(self) -> Iterator[Act]:
        for table in self.tables:
            yield from table.acts

    def lost(self) -> int:
        """Moves that were acknowledged and are not in the log, or not after those made before."""
        lost = 0
        for table in self.tables:
            newest = -1
            for act in table.acts:
                if act.acknowledged:
                    lost += act.version <= newest or not self.is_stored(act)
                    newest = act.version
        return lost

    def lies(self) -> int:
        """People who were told that nothing was stored, and it was.

        Whoever is told the truth tries again at the same state: only the last try can be a lie.
        """
        last = {(act.game, act.version): act for act in self.acts()}
        return sum(any(map(denied, act.clicks)) and self.is_stored(act) for act in last.values())

    def is_stored(self, act: Act) -> bool:
        return self.book.lines(act.game, act.version)[:1] == [(act.seat, act.text)]


def denied(click: Click) -> bool:
    return any(reason in DENIALS for reason in refusals(click))


def places(count: int, each: int = 10) -> Sequence[Place]:
    """Channels of their own for so many tables, ten to a server."""
    return [Place(n // each, n % each) for n in range(count)]
