"""One client on Discord: built, monitored, and run until it ends."""

import asyncio
import ctypes
import gc
import logging
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import discord

from bot.app.client import PreferansBot
from bot.app.overrides import BotOverrides
from bot.config.settings import Settings
from bot.discord_ui.failures import REQUEST_ERRORS, RETRYABLE, failure_of
from bot.monitoring import Metrics, MonitoringEndpoint, serve_monitoring
from bot.store import Store

log = logging.getLogger(__name__)

# An object is looked at twice, in generation 0 and in generation 1. A pause is as long as the
# objects of one look are many, 2 us each while all are in use: 6,000 at most, for generation 1.
_GENERATION_0: Final = 2_000  # new objects per collection of generation 0
_GENERATION_1: Final = 1  # generation 0 collections, and one more, per collection of generation 1
_GENERATION_2: Final = 850  # generation 1 collections per full one: a tenth of a second


class DiscordUnavailable(Exception):
    """Discord was unreachable or failing at startup; ``str()`` says which."""


class DiscordRefused(Exception):
    """Discord refuses this bot, and trying again would not help; ``str()`` says what would."""


_NEWER: Final = "install a newer version of the bot"
_REFUSED_TOKEN: Final = "make a new one on the page Bot of your application"
_CLOSE_CODES: Final = {  # after which Discord wants no other attempt
    4004: f"Discord withdrew the token while the bot ran: {_REFUSED_TOKEN}.",
    4010: "Discord does not know a shard of this process: put SHARDS right, or leave it out.",
    4011: "The bot is in too many servers for so few shards: raise the number behind the stroke of"
    " SHARDS in every process, or leave SHARDS out.",
    4012: f"Discord no longer speaks the version of its protocol that this bot uses: {_NEWER}.",
    4013: f"Discord does not know an intent of this bot: {_NEWER}.",
    4014: "Discord does not allow this application an intent of this bot, which needs no privileged"
    f" one: look at the page Bot of your application, or {_NEWER}.",
}


def tune_garbage_collector() -> None:
    """Freeze long-lived objects and make garbage collections rare.

    The garbage of an interaction is freed by reference counting, once its cycles are cut
    (``delivery.release``). With the default thresholds a full collection over all tables runs every
    few seconds and delays interactions; with these, none runs before some 40,000 interactions.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GENERATION_0, _GENERATION_1, _GENERATION_2)


# One pool of memory for all threads.
#
# The C library gives each thread that allocates a pool of its own, for threads that would wait for
# each other.  Those of the bot mostly wait for the interpreter's lock, and what one of them has
# freed another cannot use.

_M_ARENA_MAX: Final = -8  # of glibc; other libraries have no such pools


def share_memory_between_threads() -> None:
    """Let threads that are started later allocate from the pool of the first; it saves a MiB."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # no glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


# Large pages for what the start has left in memory.
#
# At the pace people play, the processor's caches hold other data when a click arrives, and a move
# reads objects from all over the memory. Each of their small pages then costs a walk through the
# page tables, which is slow above all in a virtual machine. Most systems give large pages only to
# programs that ask for them, and Python does not.

_LARGE_PAGE: Final = 2 << 20  # bytes, on x86 and on ARM with pages of 4 KiB
_MADV_COLLAPSE: Final = 25  # Linux 6.1; an older one refuses it, and nothing has changed
_LEAST_FILLED: Final = 0.75  # of a range: the stack of a thread is reserved and hardly used
OWN_RANGE: Final = re.compile(  # of /proc/self/smaps: private, writable, of no file
    r"^([0-9a-f]+)-([0-9a-f]+) rw-p 0+ 00:00 0.*\nSize: +(\d+) kB\n(?:.*\n){2}Rss: +(\d+) kB",
    re.MULTILINE,
)


def join_to_large_pages(ranges: Path = Path("/proc/self/smaps")) -> int:
    """Have the system copy the filled memory of this process to large pages; return their bytes.

    It takes two milliseconds of the processor for each, in the calling thread.  0 where the system
    has none, or does not show its ``ranges``.
    """
    if sys.platform != "linux":
        return 0
    try:
        told = ranges.read_text(errors="replace")  # a path in it may be of any encoding
    except OSError:
        return 0
    system, joined = ctypes.CDLL(None), 0
    for found in OWN_RANGE.finditer(told):
        begin, end = (int(edge, 16) for edge in found.group(1, 2))
        size, filled = map(int, found.group(3, 4))
        first, last = -(-begin // _LARGE_PAGE) * _LARGE_PAGE, end // _LARGE_PAGE * _LARGE_PAGE
        if last <= first or filled < _LEAST_FILLED * size:
            continue
        length = ctypes.c_size_t(last - first)
        is_done = system.madvise(ctypes.c_void_p(first), length, _MADV_COLLAPSE) == 0
        joined += is_done * (last - first)
    return joined


async def _join_once_ready(bot: PreferansBot) -> None:
    """Wait until the bot is ready: nobody should wait for this."""
    await bot.wait_until_ready()
    joined = await asyncio.to_thread(join_to_large_pages)
    log.debug("%d MiB lie in large pages", joined >> 20)


async def run_on_discord(bot: PreferansBot, token: str) -> None:
    """Run the client until it ends. Raises DiscordRefused, DiscordUnavailable.

    After the first connection the library reconnects by itself.
    """
    joining = asyncio.create_task(_join_once_ready(bot))
    try:
        await bot.start(token)
    except discord.LoginFailure as error:
        raise DiscordRefused(f"Discord refused the token: {_REFUSED_TOKEN}.") from error
    except discord.PrivilegedIntentsRequired as error:
        raise DiscordRefused(_CLOSE_CODES[4014]) from error
    except discord.ConnectionClosed as error:
        if error.code not in _CLOSE_CODES:
            raise
        raise DiscordRefused(_CLOSE_CODES[error.code]) from error
    except (*REQUEST_ERRORS, discord.GatewayNotFound) as error:
        if (said := _temporary_failure(error)) is None:  # a rejected request is a bug of ours
            raise
        raise DiscordUnavailable(said) from error
    finally:
        joining.cancel()


def _temporary_failure(error: Exception) -> str | None:
    cause = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if not isinstance(cause, REQUEST_ERRORS) or failure_of(cause) not in RETRYABLE:
        return None
    if isinstance(cause, discord.HTTPException):
        return f"Discord answered {cause.status} at the start: it has trouble or too many requests."
    return (
        f"Discord cannot be reached ({type(cause).__name__}): look at this machine's way to "
        "discord.com."
    )


def build_bot(settings: Settings, store: Store, overrides: BotOverrides) -> PreferansBot:
    """Build the client without starting it."""
    bot = PreferansBot(settings, store, overrides)
    tune_garbage_collector()
    return bot


def metrics_if_served(settings: Settings) -> Metrics:
    """Return metrics that are kept, if METRICS_PORT is set; else nobody can ask for them."""
    if settings.metrics_port is None:
        return Metrics()
    from bot.monitoring.prometheus import PrometheusMetrics

    return PrometheusMetrics()


@asynccontextmanager
async def serve_monitoring_if_configured(
    settings: Settings, endpoint: MonitoringEndpoint
) -> AsyncIterator[None]:
    """Serve the monitoring endpoint on METRICS_PORT, if that is set."""
    if settings.metrics_port is None:
        yield
        return
    async with serve_monitoring(settings.metrics_port, endpoint):
        yield
