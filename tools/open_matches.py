"""Plays a match of every preset into a database and leaves it open: the fixture of a release.

``python -m tools.open_matches`` writes ``tests/releases/<version>.db.gz`` for the version in
``pyproject.toml``. Tests of every later version play on in these matches
(docs/releases.md, *Make a release*), so the code that is released makes the fixture, once.
"""

import asyncio
import gzip
import tempfile
import tomllib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from bot.background.driver import Driver, DriverCallbacks
from bot.engine.cards import TABLE_SEAT
from bot.engine.families import family_of
from bot.engine.game import to_act
from bot.engine.notation import format_action
from bot.engine.shuffle import SEED_BYTES
from bot.engine.view import build_view
from bot.model.enums import Clock
from bot.model.settings import GuildSettings
from bot.presets import load_presets
from bot.store import Store
from bot.tables import DeckSource, Table, TableRegistry, TableServices, changes, moves
from bot.workers import WorkerPool
from bot.workers.robot_moves import decision_seed, plain_move

HOME: Final = Path(__file__).parent.parent
FIXTURES: Final = HOME / "tests" / "releases"
OPEN_DEALS: Final = 4  # closed before the fixture is left; the match goes on for some more
_TARGETS: Final = {"russian": 10, "balkan": 40, "austrian": 10}
_NOW: Final = 1_790_000_000
_GUILD: Final = 1


def fixture_of(version: str) -> Path:
    """Return the place of a release's fixture."""
    return FIXTURES / f"{version}.db.gz"


class MatchPlayer:
    """Plays every seat of a store's tables as the plain robot would; no fixture needs skill."""

    def __init__(self, store: Store) -> None:
        chance = Random(1)
        decks = DeckSource(new_seed=lambda: chance.randbytes(SEED_BYTES))
        services = TableServices(
            store, load_presets(), lambda: _NOW, on_change=lambda _: None, decks=decks
        )
        self.tables = TableRegistry(services)
        nothing = DriverCallbacks(lambda _: None, lambda *_: None)
        self._driver = Driver(self.tables, WorkerPool(), nothing, rng=chance, pace=0)

    async def start(self, preset: str) -> Table:
        """Open a table of three people with a short match, and start it."""
        rules = self.tables.services.presets.rules(preset)
        rules = family_of(rules).with_target(rules, _TARGETS[rules.family])
        users = range(1, rules.players + 1)
        table = await self.tables.open(
            guild_id=_GUILD, channel_id=5, host_id=users[0], rules=rules, clock=Clock.NONE
        )
        for user in users[1:]:
            await table.change(changes.join, user)
        await table.change(moves.start_match, users[0], self._driver.draw(rules))
        return table

    async def play(self, table: Table, deals: int | None = None) -> None:
        """Play until so many deals are closed and the next is under way, or to the end."""
        while (game := table.game) is not None and (seat := to_act(game)) is not None:
            if seat == TABLE_SEAT:
                await self._driver.deal(table, table.version)
                continue
            if deals is not None and game.carry.number >= deals and game.deal is not None:
                return
            user = table.state.seat_holder(seat).user_id
            assert user is not None
            move = plain_move(build_view(game, seat), decision_seed(table.id, table.version))
            await table.change(moves.act, user, table.version, format_action(move))


@asynccontextmanager
async def match_player(path: Path) -> AsyncIterator[MatchPlayer]:
    """Yield a player of the matches in a file."""
    async with Store.session(path, _NOW) as store:
        yield MatchPlayer(store)


async def write_open_matches(path: Path, presets: Sequence[str] | None = None) -> None:
    """Make a file with an open match of each of these presets, or of all."""
    async with match_player(path) as player:
        presets = presets or player.tables.services.presets.names()
        limit = len(presets)
        limits = GuildSettings(_GUILD, max_tables=limit, max_user_tables=limit)
        await player.tables.services.store.preferences.set_guild(limits)
        for preset in presets:
            await player.play(await player.start(preset), OPEN_DEALS)


def main() -> None:
    """Write the fixture of the version in pyproject.toml."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    fixture = fixture_of(project["version"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "open.db"
        asyncio.run(write_open_matches(path))
        fixture.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    print(f"{fixture.relative_to(HOME)}: {fixture.stat().st_size} bytes")


if __name__ == "__main__":
    main()
