"""The status page of a fleet: its processes, shards, tables, acts a second, leases and thinkers."""

import json
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from html import escape
from typing import Final, NamedTuple

from aiohttp import web

from bot.fleet.schema import list_holders
from tools.fleet.processes import FleetMember, FleetProcesses

_HOST: Final = "127.0.0.1"
_AGAIN: Final = 2  # seconds until the page is asked for anew
_SPAN: Final = 10.0  # seconds over which acts are counted; from the look before, if that is longer
_STORED: Final = "SELECT coalesce(sum(version), 0) FROM game"
_TABLES: Final = re.compile(r'^preferans_tables\{status="playing"\} ([0-9.]+)', re.M)
_ACTS: Final = re.compile(r"^preferans_acts_total\{.*\} ([0-9.]+)", re.M)
_HEAD: Final = (
    f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="{_AGAIN}">'
    "<title>Fleet</title><style>body{font:16px system-ui;margin:2em}td,th{padding:.2em 1em .2em 0;"
    "text-align:left}</style>"
)


class FleetStatus(NamedTuple):
    """One process at a moment."""

    ship: FleetMember
    state: str
    tables: int
    acts: int


class StatusPage:
    """``thinkers`` says how many of them live."""

    def __init__(self, yard: FleetProcesses, thinkers: Callable[[], int]) -> None:
        self._yard, self._thinkers = yard, thinkers
        self._counted = [(time.monotonic(), 0)]

    async def show(self, _: web.Request) -> web.Response:
        """All of it, as it is now."""
        seen = [await _look(ship) for ship in self._yard.ships if ship.is_afloat]
        ((acts,),) = self._yard.read(_STORED)
        rows = [
            (one.ship.process.pid, one.ship.shard, one.state, one.tables, one.acts) for one in seen
        ]
        leases = await list_holders(self._yard.url)
        held = [(one.name, one.owned, f"{one.silent_seconds:.1f} s") for one in leases]
        tables = sum(one.tables for one in seen)
        said = (
            f"{len(seen)} processes, {len(leases)} of {self._yard.world.shards} shards held,"
            f" {tables} tables in play, {self._rate(int(acts)):.1f} acts a second,"
            f" {self._thinkers()} thinkers"
        )
        body = f"<h1>Fleet</h1><p>{said}</p>"
        body += _table(("process", "shard", "state", "tables in play", "acts"), rows)
        body += _table(("lease", "shards", "last sign of life"), held)
        return web.Response(text=_HEAD + body, content_type="text/html")

    def _rate(self, acts: int) -> float:
        """Acts a second, of all that are stored: who is killed takes what it counted along."""
        now = time.monotonic()
        while len(self._counted) > 1 and self._counted[1][0] <= now - _SPAN:
            self._counted.pop(0)
        began, before = self._counted[0]
        self._counted.append((now, acts))
        return (acts - before) / max(now - began, 1)


async def _look(ship: FleetMember) -> FleetStatus:
    health, numbers = await ship.ask("/health"), await ship.ask("/metrics")
    said = json.loads(health) if health else {}
    state = "ready" if said.get("ready") else "stands by" if said.get("standby") else "not ready"
    tables = sum(int(float(found)) for found in _TABLES.findall(numbers))
    return FleetStatus(
        ship, state, tables, sum(int(float(found)) for found in _ACTS.findall(numbers))
    )


def _table(head: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    lines = [head, *sorted(rows, key=lambda row: [str(cell) for cell in row[1:]])]
    cells = [
        "".join(f"<{'th' if row is head else 'td'}>{escape(str(cell))}" for cell in row)
        for row in lines
    ]
    return "<table>" + "".join(f"<tr>{row}" for row in cells) + "</table>"


@asynccontextmanager
async def shown(yard: FleetProcesses, port: int, thinkers: Callable[[], int]) -> AsyncIterator[str]:
    """The page is there while inside; its address, where the port is taken with another one."""
    app = web.Application()
    app.router.add_get("/", StatusPage(yard, thinkers).show)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, _HOST, port).start()
        except OSError:
            await web.TCPSite(runner, _HOST, 0).start()
        yield f"http://{_HOST}:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()
