"""The status page of a fleet: its processes, shards, tables, acts a second, leases and thinkers."""

import json
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from html import escape
from typing import Final, NamedTuple

from aiohttp import web

from bot.fleet.ground import holders
from tests.tools.fleet.yard import Ship, Yard

_AGAIN: Final = 2  # seconds until the page is asked for anew
_SPAN: Final = 10.0  # seconds over which acts are counted
_TABLES: Final = re.compile(r'^preferans_tables\{status="playing"\} ([0-9.]+)', re.M)
_ACTS: Final = re.compile(r"^preferans_acts_total\{.*\} ([0-9.]+)", re.M)
_HEAD: Final = (
    f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="{_AGAIN}">'
    "<title>Fleet</title><style>body{font:16px system-ui;margin:2em}td,th{padding:.2em 1em .2em 0;"
    "text-align:left}</style>"
)


class Seen(NamedTuple):
    """One process at a moment."""

    ship: Ship
    state: str
    tables: int
    acts: int


class Page:
    """``thinkers`` says how many of them live."""

    def __init__(self, yard: Yard, thinkers: Callable[[], int]) -> None:
        self._yard, self._thinkers = yard, thinkers
        self._counted: list[tuple[float, int]] = []

    async def show(self, _: web.Request) -> web.Response:
        """All of it, as it is now."""
        seen = [await _look(ship) for ship in self._yard.ships if ship.is_afloat]
        rate = self._rate(sum(one.acts for one in seen))
        rows = [
            (one.ship.process.pid, one.ship.shard, one.state, one.tables, one.acts) for one in seen
        ]
        held = [
            (one.name, one.owned, f"{one.silent:.1f} s") for one in await holders(self._yard.url)
        ]
        tables = sum(one.tables for one in seen)
        said = (
            f"{len(seen)} processes, {self._yard.world.shards} shards, {tables} tables in play,"
            f" {rate:.1f} acts a second, {self._thinkers()} thinkers"
        )
        body = f"<h1>Fleet</h1><p>{said}</p>"
        body += _table(("process", "shard", "state", "tables in play", "acts"), rows)
        body += _table(("lease", "shards", "last sign of life"), held)
        return web.Response(text=_HEAD + body, content_type="text/html")

    def _rate(self, acts: int) -> float:
        """Acts a second; who was killed takes what it counted along, and is left out."""
        now = time.monotonic()
        self._counted = [one for one in self._counted if one[0] > now - _SPAN] + [(now, acts)]
        (began, before), (ended, after) = self._counted[0], self._counted[-1]
        return max(0, after - before) / (ended - began) if ended > began else 0.0


async def _look(ship: Ship) -> Seen:
    health, numbers = await ship.ask("/health"), await ship.ask("/metrics")
    said = json.loads(health) if health else {}
    state = "ready" if said.get("ready") else "stands by" if said.get("standby") else "not ready"
    tables = sum(int(float(found)) for found in _TABLES.findall(numbers))
    return Seen(ship, state, tables, sum(int(float(found)) for found in _ACTS.findall(numbers)))


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    lines = [head, *sorted(rows, key=lambda row: [str(cell) for cell in row[1:]])]
    cells = [
        "".join(f"<{'th' if row is head else 'td'}>{escape(str(cell))}" for cell in row)
        for row in lines
    ]
    return "<table>" + "".join(f"<tr>{row}" for row in cells) + "</table>"


@asynccontextmanager
async def shown(yard: Yard, port: int, thinkers: Callable[[], int]) -> AsyncIterator[str]:
    """The page is there while inside; its address.  Raises OSError."""
    app = web.Application()
    app.router.add_get("/", Page(yard, thinkers).show)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", port).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()
