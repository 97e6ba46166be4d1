"""A thinker: ``python -m bot think`` answers requests for robots' moves with its processes.

It has no token, no database and no settings file of the bot.  Any program that reaches its port can
make it think; with TLS it answers only clients with a certificate of the host's own authority.
"""

import asyncio
import logging
import ssl
from enum import StrEnum
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.model.refusals import Refused
from bot.robots import EVERY_ROBOT
from bot.workers import code_digests, jobs, move_messages, pool, robot_moves

log = logging.getLogger(__name__)

VERSION_HEADER: Final = "X-Preferans-Version"
MOVE_PATH: Final = "/move"
READY_PATH: Final = "/ready"

_SHUTDOWN_SECONDS: Final = 2.0


class Thinker:
    """The answers of a thinker with a pool of processes."""

    def __init__(self, workers: pool.WorkerPool, processes: int) -> None:
        self._workers = workers
        self._readiness = move_messages.Readiness(code_digests.code_digest(), processes)

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(client_max_size=move_messages.LONGEST_REQUEST)
        application.router.add_get(READY_PATH, self._ready)
        application.router.add_post(MOVE_PATH, self._move)
        return application

    async def _ready(self, _: web.Request) -> web.Response:
        return web.Response(
            body=move_messages.readiness_text(self._readiness), content_type="application/json"
        )

    async def _move(self, request: web.Request) -> web.Response:
        """Answer with a move; 409 for another version, 503 if there is no time for it."""
        if request.headers.get(VERSION_HEADER) != self._readiness.version:
            raise web.HTTPConflict
        try:
            asked = move_messages.read_request(await request.read())
        except move_messages.BadMessage:
            raise web.HTTPBadRequest from None
        if asked.level not in EVERY_ROBOT or not asked.view.legal:
            raise web.HTTPBadRequest
        job = jobs.offer_or_choose if asked.offers else jobs.choose_move
        try:
            action = await self._workers.decide(
                robot_moves.MOVE_SECONDS, job, asked.level, asked.view, asked.seed
            )
        except (pool.TooSlow, Refused):
            raise web.HTTPServiceUnavailable from None
        except Exception as error:  # a robot's mistake; its message may name cards
            log.warning("a robot failed with %s", type(error).__name__)
            raise web.HTTPInternalServerError from None
        return web.Response(body=move_messages.answer_text(action), content_type="application/json")


async def run_thinker(host: str, port: int, processes: int, tls: ssl.SSLContext | None) -> None:
    """Answer at this address, and only there, until cancelled.  Raises OSError."""
    workers = pool.WorkerPool(processes)
    application = Thinker(workers, processes).application()
    runner = web.AppRunner(
        application,
        access_log=None,
        handler_cancellation=True,  # a client that hangs up frees the process
        shutdown_timeout=_SHUTDOWN_SECONDS,
    )
    try:
        await workers.warm()  # whoever finds the thinker may ask for a move at once
        await runner.setup()
        await web.TCPSite(runner, host, port, ssl_context=tls).start()
        log.info("%d processes think at %s:%d", processes, host, port)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
        await workers.stop()


# TLS between the bot and its thinkers: both show a certificate of the host's own authority.
#
# A folder has the authority's certificate and, for each side, a certificate and its key; ``python
# -m bot certificates`` writes them.


class Side(StrEnum):
    """The two ends of a connection; the value is the name of the certificate file."""

    BOT = "bot"
    THINKER = "thinker"


def tls_context(folder: Path, side: Side) -> ssl.SSLContext:
    """Return the context of one side.  Raises OSError, ssl.SSLError for missing or bad files."""
    is_server = side is Side.THINKER
    protocol = ssl.PROTOCOL_TLS_SERVER if is_server else ssl.PROTOCOL_TLS_CLIENT
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_verify_locations(folder / "ca.pem")
    context.load_cert_chain(folder / f"{side}.pem", folder / f"{side}.key")
    context.verify_mode = ssl.CERT_REQUIRED
    return context
