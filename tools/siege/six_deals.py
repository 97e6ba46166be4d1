"""People at the six deals of a day: equal acts beside many tables, and a bot that is killed (G27).

Players come in groups, and everybody of a group does the same after the same answers.  So all
stored courses of a group must be equal, and equal to what the robots choose when nobody else asks.
"""

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.notation import format_action
from bot.features.daily.day_deals import DealInPlay, event_of_day, resumed_deal
from bot.model.periods import day_of
from bot.notation.deal_code import read_deal_code
from bot.presets import load_presets
from bot.robots import ROBOTS
from bot.store.queries.daily_deals import (
    DAILY_DEAL_COLUMNS,
    DEALS_A_DAY,
    DailyDeal,
    DailyEvent,
    EventKey,
)
from tests.support.thinkers import Thinkers
from tools.fleet.load import everybody_plays, open_tables
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.goals import Figure, Size, every, none
from tools.siege.players import Players, refusals
from tools.siege.shapes import Place
from tools.six_days import repeated

_TABLES: Final = 200
_SHORT_TABLES: Final = 4
_PACE: Final = 6.0  # seconds between two moves of a table, as among people
_GROUP: Final = 10  # players who do the same
_AT_ONCE: Final = 40  # players; sixteen questions may wait for a worker
_WITH_KILLS: Final = 6  # players at once while the bot is killed
_KILLED_GROUP: Final = 3
_SHORT_DEALS: Final = 1  # of each player
_LIFE: Final = (0.2, 2.5)  # seconds from READY to the kill
_PATIENCE: Final = 240.0  # seconds for an answer: robots wait for a worker, whatever that takes
_AFTER_A_KILL: Final = 15.0  # seconds for an answer of a bot that may be gone
_IN_VAIN: Final = 500  # presses of one player without a move
_ODD: Final = 0.2  # of a player's acts are drawn from all that is legal
_MOVE: Final = re.compile(r"^pref:d:0:0:today (?:move|mark) \S+ (\d) (\d+)")
_PRESETS: Final = load_presets()


class Deed(NamedTuple):
    """An act that somebody pressed: the deal, its place in the course, and if it was answered."""

    number: int
    place: int
    said: str
    is_acknowledged: bool


@dataclass
class Player:
    """Somebody at the six deals of one event; ``group`` decides what they do."""

    user: str
    place: Place
    key: EventKey
    group: int
    deeds: list[Deed] = field(default_factory=list)


@dataclass
class Field:
    """Everybody who has begun.

    ``size`` players are of one group, ``patience`` is in seconds; each plays ``deals`` of the six.
    """

    people: Players
    size: int
    patience: float
    deals: int
    players: list[Player] = field(default_factory=list)
    came: int = 0

    def come(self) -> Player:
        """Return a new player; the groups take the families of the day in turn."""
        group = self.came // self.size
        self.came += 1
        place = Place(group % self.people.fort.world.guilds, 19)
        key = EventKey(day_of(int(time.time())), event_of_day(group).preset)
        self.players.append(Player(self.people.somebody(), place, key, group))
        return self.players[-1]

    def event(self, key: EventKey) -> DailyEvent:
        """Return the event with the seed that the bot has stored."""
        sql = "SELECT seed FROM daily_event WHERE day = ? AND preset = ? AND code = ?"
        ((seed,),) = self.people.fort.read(sql, *key)
        return DailyEvent(key, bytes.fromhex(seed))

    def course(self, player: Player) -> list[DailyDeal]:
        """Return the deals that a player has begun, as stored."""
        sql = f"SELECT {DAILY_DEAL_COLUMNS} FROM daily_deal WHERE user_id = ? ORDER BY number"  # noqa: S608
        return [DailyDeal(*row) for row in self.people.fort.read(sql, int(player.user))]

    async def play(self, player: Player) -> bool:
        """Play to the end, whatever happens to the bot meanwhile; False if midnight came first."""
        for _ in range(_IN_VAIN * self.deals):
            if not await self.step(player):
                return True
            if day_of(int(time.time())) > player.key.day:
                self.players.remove(player)
                return False
        raise AssertionError(self.course(player))

    async def step(self, player: Player) -> bool:
        """Press one button of a player; return False once they have finished."""
        course, name = self.course(player), f"{player.key.day}.{player.key.preset}"
        current = next((deal for deal in course if deal.points is None), None)
        if current is None and len(course) == self.deals:
            return False
        now = resumed_deal(_PRESETS, self.event(player.key), current) if current else None
        if now is None or not now.is_my_turn:
            await self._press(player, f"today play {name}")
            return True
        said, number = format_action(_choice(player, now)), now.stored.number
        click = await self._press(player, f"today move {name} {number} {now.length} {said}")
        player.deeds.append(Deed(number, now.length, said, _is_taken(click, number, now.length)))
        return True

    async def _press(self, player: Player, said: str) -> Click:
        custom_id, world = f"pref:d:0:0:{said}", self.people.fort.world
        (click,) = await world.press(player.user, player.place, custom_id, self.patience)
        return click


def _choice(player: Player, now: DealInPlay) -> Action:
    """Return what everybody of the group does here: mostly what a plain robot would do."""
    chance, seen = Random(f"{player.group} {now.stored.number} {now.length}"), now.view(now.seat)
    if chance.random() < _ODD:
        return chance.choice(seen.legal)
    return ROBOTS["beginner"].choose(seen, chance)


def _is_taken(click: Click, number: int, place: int) -> bool:
    """Return True if the answer shows the course after the act."""
    if not click.shown or refusals(click):
        return False
    texts = [text for message in click.shown for text in _buttons(message)]
    places = [found.groups() for text in texts if (found := _MOVE.match(text))]
    newest = max((int(at) for deal, at in places if int(deal) == number), default=None)
    return bool(texts) and (newest is None or newest > place)


def _buttons(message: object) -> Iterator[str]:
    """Yield the texts of all buttons of a message."""
    if isinstance(message, dict):
        if "custom_id" in message:
            yield str(message["custom_id"])
        for value in message.values():
            yield from _buttons(value)
    elif isinstance(message, list):
        for value in message:
            yield from _buttons(value)


# -- beside two hundred tables


async def run_courses(size: Size) -> list[Figure]:
    """Play so many deals beside 200 tables, the last third of them with two thinkers.

    At least three groups of two play, so that a course can differ.
    """
    tables = _SHORT_TABLES if size.is_short else _TABLES
    deals = _SHORT_DEALS if size.is_short else DEALS_A_DAY
    wanted = size.times // deals
    with ExitStack() as stack:
        fort = BotProcess(SimulatedDiscord(guilds=max(2, tables // 10)), size.folder)
        async with running_bot(fort):
            people = Players(fort, Random(size.seed), robots="club")
            await fort.start()
            played = Field(people, min(_GROUP, wanted // 3), _PATIENCE, deals)
            await open_tables(people, tables, people_each=1)
            alone = wanted - wanted // 3
            async with everybody_plays(people, _PACE):
                await _play_all(played, alone)
            thinkers = Thinkers(size.folder, stack, "one", "two")
            fort.settings["THINKERS"] = thinkers.addresses
            await fort.stop()
            await fort.start()
            async with everybody_plays(people, _PACE):
                await _play_all(played, wanted - alone)
            return [*_figures(played, wanted), *_in_peace(played)]


async def _play_all(played: Field, players: int) -> None:
    """Let so many new players come, some at once, and play all six.

    In the place of one whose day has ended somebody plays the new day.
    """
    left = players

    async def one_after_the_other() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            if not await played.play(played.come()):
                left += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(min(_AT_ONCE, players))))


# -- killed


async def run_kills(size: Size) -> list[Figure]:
    """Kill the bot again and again while some play; all of them finish afterwards."""
    fort = BotProcess(SimulatedDiscord(guilds=2), size.folder)
    async with running_bot(fort):
        chance = Random(size.seed)
        people = Players(fort, chance)
        await fort.start()
        deals, at_once = (
            (_SHORT_DEALS, _KILLED_GROUP) if size.is_short else (DEALS_A_DAY, _WITH_KILLS)
        )
        played, ends = Field(people, _KILLED_GROUP, _AFTER_A_KILL, deals), asyncio.Event()
        playing = [asyncio.create_task(_until(played, ends)) for _ in range(at_once)]
        for _ in range(size.times):
            await asyncio.sleep(chance.uniform(*_LIFE))
            await fort.kill()
            await fort.start()
        ends.set()
        await asyncio.gather(*playing)
        tracebacks = fort.tracebacks()
        await fort.kill()
        verdict = await fort.command("verify")
        return [
            every("G27", "kills during a course", size.times, size.times),
            *_figures(played, len(played.players)),
            none("G27", "tracebacks in the log", tracebacks, size.times),
            Figure("G27", "verify afterwards", "clean", verdict.text[-40:], verdict.code == 0),
        ]


async def _until(played: Field, ends: asyncio.Event) -> None:
    """Play all six, one player after the other, until it ends; the last one finishes."""
    while not ends.is_set():
        await played.play(played.come())


# -- what must be true of what is stored


def _figures(played: Field, players: int) -> Iterator[Figure]:
    """Yield what was finished, what differs within a group, and what was lost."""
    by_group, finished = defaultdict[tuple[int, EventKey], list[tuple[str, ...]]](list), 0
    lost = acknowledged = 0
    for player in played.players:
        course = played.course(player)
        finished += sum(deal.points is not None for deal in course)
        by_group[player.group, player.key].append(tuple(deal.course for deal in course))
        stored = {
            deal.number: [
                format_action(one.action) for one in read_deal_code(_PRESETS, deal.course).course
            ]
            for deal in course
        }
        taken = [deed for deed in player.deeds if deed.is_acknowledged]
        acknowledged += len(taken)
        lost += sum(
            stored.get(deed.number, [])[deed.place : deed.place + 1] != [deed.said]
            for deed in taken
        )
    compared = [
        (own, courses[0]) for courses in by_group.values() if len(courses) > 1 for own in courses
    ]
    differing = sum(own != first for pair in compared for own, first in zip(*pair, strict=True))
    yield every("G27", "deals finished", finished, players * played.deals)
    yield none("G27", "deals that differ for equal acts", differing, len(compared) * played.deals)
    yield none("G27", "acts acknowledged and lost", lost, acknowledged)


def _in_peace(played: Field) -> Iterator[Figure]:
    """Yield how many different courses the robots play otherwise when nobody else asks."""
    found = {
        (player.key, deal.number, deal.course)
        for player in played.players
        for deal in played.course(player)
    }
    differing = sum(
        repeated(_PRESETS, played.event(key), number, code) != code for key, number, code in found
    )
    yield none("G27", "different courses not equal in peace", differing, len(found))
