"""Discord checks: the token, and the permissions on every server.

It sends ordinary requests without connecting to the gateway, so it does not disturb a running bot.
Channel overrides are not checked.
"""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.cli.doctor.checks import CheckResult, fail, ok, warn

_DISCORD_TIMEOUT: Final = 30.0  # seconds for all requests together
_PAGE_SIZE: Final = 200  # servers per response
_MAX_NAMED_SERVERS: Final = 10  # servers listed by name
_FEW_STARTS: Final = 50  # Discord resets the token of a bot that has used them all


@dataclass
class DiscordCheck:
    """Discord's responses as verdicts; ``clock_ahead``: seconds its clock is ahead of ours."""

    results: list[CheckResult] = field(default_factory=list)
    clock_ahead: float | None = None


async def check_discord(token: str, permissions: int) -> DiscordCheck:
    """Check the application, its session starts and servers; one line if Discord fails."""
    check = DiscordCheck()
    client = discord.Client(intents=discord.Intents.none(), http_trace=_clock_trace(check))
    try:
        async with asyncio.timeout(_DISCORD_TIMEOUT), client:
            await client.login(token)
            check.results += await _check_application(client, permissions)
    except discord.LoginFailure:
        advice = "make a new one on the page Bot of your application"
        check.results.append(fail("discord", f"It refuses the token: {advice}."))
    except (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException) as error:
        why = type(error).__name__
        advice = "look at this machine's way to discord.com and ask again"
        check.results.append(warn("discord", f"It could not be asked ({why}): {advice}."))
    return check


async def _check_application(client: discord.Client, permissions: int) -> list[CheckResult]:
    assert client.user is not None
    found = [ok("discord", f"It knows the bot as {client.user.name}.")]
    _, _, starts = await client.http.get_bot_gateway()
    found.append(_check_session_starts(starts["remaining"]))
    servers, after = list[tuple[str, int]](), 0
    while True:
        page = await client.http.get_guilds(_PAGE_SIZE, after=after or None, with_counts=False)
        servers += [(one["name"], int(one["permissions"])) for one in page]
        if len(page) < _PAGE_SIZE:
            break
        after = int(page[-1]["id"])
    return [*found, *check_servers(servers, permissions)]


def _check_session_starts(remaining: int) -> CheckResult:
    said = f"{remaining} connections are left for today"
    if remaining < _FEW_STARTS:
        advice = "find out why the bot starts so often; Discord resets the token after the last"
        return warn("starts", f"{said}: {advice}.")
    return ok("starts", f"{said}.")


def check_servers(servers: list[tuple[str, int]], wanted: int) -> Iterator[CheckResult]:
    """Yield a result per server that lacks ``wanted`` permissions, else one for all servers.

    A server is its name and the bot's permissions there, as Discord sends them.  Beyond
    ``_MAX_NAMED_SERVERS`` the rest share one result.
    """
    if not servers:
        yield warn("servers", "The bot is in none: open what 'python -m bot invite-url' prints.")
        return
    short = [
        (name, missing) for name, has in servers if (missing := _missing_permissions(has, wanted))
    ]
    for name, missing in short[:_MAX_NAMED_SERVERS]:
        advice = "allow it to the bot's role, or invite the bot again"
        yield warn("servers", f"{name} does not allow {missing}: {advice}.")
    if len(short) > _MAX_NAMED_SERVERS:
        yield warn(
            "servers", f"{len(short) - _MAX_NAMED_SERVERS} more do not allow all that is asked for."
        )
    if not short:
        yield ok("servers", f"{len(servers)}, all allow what is asked for.")


def _missing_permissions(has: int, wanted: int) -> str:
    given = discord.Permissions(has)
    if given.administrator:
        return ""
    return ", ".join(
        name.replace("_", " ")
        for name, asked in discord.Permissions(wanted)
        if asked and not getattr(given, name)
    )


def _clock_trace(check: DiscordCheck) -> aiohttp.TraceConfig:
    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if date := end.response.headers.get("Date"):
            check.clock_ahead = parsedate_to_datetime(date).timestamp() - time.time()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    return trace
