"""A disk that takes seconds for a sync: every click is answered, once, and with what is so."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.engine.cards import TABLE_SEAT
from bot.engine.game import to_act
from tools.siege.bot_process import BotProcess, running_bot
from tools.siege.discord_server import Click, SimulatedDiscord
from tools.siege.players import Players, Table, places
from tools.siege.shapes import Json, stamps, words_of

pytestmark = [pytest.mark.slow, pytest.mark.process]
DEFERRED, DEFERRED_UPDATE = 5, 6
PATIENCE = 60  # seconds


@dataclass
class Witness(SimulatedDiscord):
    """Records the types of all first responses, also of those that Discord refuses."""

    responses: dict[str, list[int]] = field(default_factory=dict)

    def _called(self, number: str, body: Json) -> Json:
        self.responses.setdefault(number, []).append(body["type"])
        return super()._called(number, body)

    def responses_to(self, click: Click) -> list[int]:
        return self.responses[next(key for key, one in self.clicks.items() if one is click)]


@pytest.fixture
async def world() -> Witness:
    return Witness()


@pytest.fixture
async def people(world: Witness, tmp_path: Path) -> AsyncIterator[Players]:
    fort = BotProcess(world, tmp_path)
    fort.child = Path(__file__).with_name("slow_disk_child.py")
    async with running_bot(fort):
        await fort.start()
        yield Players(fort, Random(1))


async def move(people: Players, table: Table) -> Click:
    while to_act(people.book.game(table.game)) in (TABLE_SEAT, None):
        await people.step(table, PATIENCE)
    await people.step(table, PATIENCE)
    return table.acts[-1].clicks[0]


async def test_clicks_and_commands_are_deferred_and_then_answered(
    people: Players, world: Witness, tmp_path: Path
) -> None:
    place, other = places(2)
    table = await people.open(place, "sochi")
    await move(people, table)
    version = people.book.game(table.game).version
    tmp_path.joinpath("slow").touch()

    click = await move(people, table)
    assert world.responses_to(click) == [DEFERRED_UPDATE], "the hand stays as it is meanwhile"
    assert people.book.game(table.game).version > version
    assert stamps(click.shown[0])[table.game] > version, "then it shows the stored move"

    host = people.somebody()
    opened = await world.command(host, other, "open", {"rules": "sochi"}, PATIENCE)
    assert world.responses_to(opened) == [DEFERRED]
    assert "is stored" in words_of(opened.shown[0])
    assert people.fort.read("SELECT count(*) FROM game") == [(2,)]
    tmp_path.joinpath("slow").unlink()
    assert await people.fort.shown(PATIENCE) is not None, "the painter posts the lobby"
