"""People who left or blocked, and places that are closed: refusals for some, play for all (G10).

Discord answers for a person who is gone, for a token it has forgotten and for a channel that was
closed with codes of its own.  Who is not concerned may notice nothing, nobody may be asked without
end, and what was closed is shown again once it is open.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tools.fleet.load import everybody_plays, some_moves
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Refused, SimulatedDiscord
from tools.siege.goals import Figure, Size, at_most, every, none
from tools.siege.move_figures import slowest_answer, stored_figures
from tools.siege.players import PRESETS, Players, Table, places

_TABLES: Final = 9
_SHORT: Final = 3
_PACE: Final = 0.5  # seconds between two moves of a table
_ASKED: Final = 3  # requests that are refused, for each move that somebody makes
_IDLE: Final = 10.0  # seconds without a move, in which nothing is asked again and again
_RESTS: Final = 1  # request to each in that time
_DRAWN: Final = 60.0  # seconds until an open channel shows its table again
REFUSALS: Final = {  # status and code, for a channel or for a person's own messages
    "channel": ((403, 50001), (403, 50013), (403, 50007), (404, 10003), (403, 20029)),
    "person": ((404, 10013), (404, 10007), (404, 10015), (401, 50027), (403, 50278), (403, 240000)),
}
"""<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json>"""


@dataclass
class Refusing(SimulatedDiscord):
    """Refuses what is sent to some channels, and all messages behind the answer to some people."""

    closed: dict[str, tuple[int, int]] = field(default_factory=dict)
    gone: dict[str, tuple[int, int]] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)

    def _answer(self, method: str, path: list[str], body: Any) -> Any:
        match path:
            case ["channels", channel, *_] if channel in self.closed:
                self._refuse(channel, self.closed[channel])
            case ["webhooks", _, token, *_]:
                click = self.clicks.get(token.removeprefix("token-"))
                if click is not None and click.user in self.gone:
                    self._refuse(click.user, self.gone[click.user])
        return super()._answer(method, path, body)

    def _refuse(self, name: str, how: tuple[int, int]) -> None:
        self.asked[name] += 1
        raise Refused(*how)


async def run(size: Size) -> list[Figure]:
    world = Refusing()
    async with running_bot(BotProcess(world, size.folder)) as fort:
        people = Players(fort, Random(size.seed))
        await fort.start()
        for n, place in enumerate(places(_SHORT if size.is_short else _TABLES, each=5)):
            await people.open(place, PRESETS[n % len(PRESETS)])
        concerned = set[str]()
        rounds = max(map(len, REFUSALS.values()))
        for number in range(1 if size.is_short else rounds):
            concerned |= _close(world, people.tables, number)
            async with everybody_plays(people, _PACE):
                await asyncio.sleep(size.times / rounds)
                await some_moves(people)
        figures = _figures(people, concerned, size)
        idle = await _asked_idly(world, _IDLE / 4 if size.is_short else _IDLE)
        world.closed.clear()
        world.gone.clear()
        for table in people.tables:  # a click at the table shows that somebody is there
            await people.deed(str(table.users[0]), table.place, table.game, "hand")
        drawn = at_most("G10", "all tables drawn once it is open", await fort.shown(_DRAWN), _DRAWN)
        return [*figures, idle, drawn, *stored_figures(people)]


async def _asked_idly(world: Refusing, seconds: float) -> Figure:
    """While nobody does anything."""
    before = Counter(world.asked)
    await asyncio.sleep(seconds)
    most = max((world.asked - before).values(), default=0)
    return at_most("G10", "requests to one while nobody acts", most, _RESTS, "requests")


def _close(world: Refusing, tables: Sequence[Table], number: int) -> set[str]:
    """Refuse one place and one person in each three tables; who is concerned."""
    channels, persons = (REFUSALS[kind] for kind in ("channel", "person"))
    world.closed = {
        table.place.channel_id: channels[number % len(channels)] for table in tables[::3]
    }
    world.gone = {
        str(table.users[number % 3]): persons[number % len(persons)] for table in tables[1::3]
    }
    return set(world.gone)


def _figures(people: Players, concerned: set[str], size: Size) -> list[Figure]:
    world = people.fort.world
    assert isinstance(world, Refusing)
    clicks = [click for act in people.acts() for click in act.clicks]
    others = [click for click in clicks if click.user not in concerned]
    silent, refused = sum(not click.shown for click in others), world.asked.total()
    most = 2.5 * size.patience
    return [
        every("G10", "requests that were refused", refused, refused),
        none("G10", "clicks of all others without an answer", silent, len(others)),
        at_most("G10", "the slowest of these answers", slowest_answer(people, concerned), most),
        at_most("G10", "refused requests for each move", refused / len(clicks), _ASKED, "requests"),
    ]
