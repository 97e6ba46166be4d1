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

from bot.doctor.verdict import Verdict, fail, ok, warn

_PATIENCE: Final = 30.0  # seconds for all requests together
_PAGE: Final = 200  # servers per response
_TOLD: Final = 10  # servers listed by name
_FEW_STARTS: Final = 50  # Discord resets the token of a bot without any left


@dataclass
class Visit:
    """Discord's responses as verdicts; ``ahead``: seconds its clock is ahead of ours."""

    verdicts: list[Verdict] = field(default_factory=list)
    ahead: float | None = None


async def ask(token: str, permissions: int) -> Visit:
    """Check the application, its session starts and servers; one line if Discord fails."""
    visit = Visit()
    client = discord.Client(intents=discord.Intents.none(), http_trace=_clock(visit))
    try:
        async with asyncio.timeout(_PATIENCE), client:
            await client.login(token)
            visit.verdicts += await _answers(client, permissions)
    except discord.LoginFailure:
        advice = "make a new one on the page Bot of your application"
        visit.verdicts.append(fail("discord", f"It refuses the token: {advice}."))
    except (TimeoutError, OSError, aiohttp.ClientError, discord.DiscordException) as error:
        why = type(error).__name__
        advice = "look at this machine's way to discord.com and ask again"
        visit.verdicts.append(warn("discord", f"It could not be asked ({why}): {advice}."))
    return visit


async def _answers(client: discord.Client, permissions: int) -> list[Verdict]:
    assert client.user is not None
    found = [ok("discord", f"It knows the bot as {client.user.name}.")]
    _, _, starts = await client.http.get_bot_gateway()
    found.append(_starts(starts["remaining"]))
    servers, after = list[tuple[str, int]](), 0
    while True:
        page = await client.http.get_guilds(_PAGE, after=after or None, with_counts=False)
        servers += [(one["name"], int(one["permissions"])) for one in page]
        if len(page) < _PAGE:
            break
        after = int(page[-1]["id"])
    return [*found, *servers_of(servers, permissions)]


def _starts(remaining: int) -> Verdict:
    said = f"{remaining} connections are left for today"
    if remaining < _FEW_STARTS:
        advice = "find out why the bot starts so often; Discord resets the token after the last"
        return warn("starts", f"{said}: {advice}.")
    return ok("starts", f"{said}.")


def servers_of(servers: list[tuple[str, int]], wanted: int) -> Iterator[Verdict]:
    """Yield servers that lack ``wanted`` permissions; names and permissions as Discord sends."""
    if not servers:
        yield warn("servers", "The bot is in none: open what 'python -m bot invite-url' prints.")
        return
    short = [(name, missing) for name, has in servers if (missing := _missing(has, wanted))]
    for name, missing in short[:_TOLD]:
        advice = "allow it to the bot's role, or invite the bot again"
        yield warn("servers", f"{name} does not allow {missing}: {advice}.")
    if len(short) > _TOLD:
        yield warn("servers", f"{len(short) - _TOLD} more do not allow all that is asked for.")
    if not short:
        yield ok("servers", f"{len(servers)}, all allow what is asked for.")


def _missing(has: int, wanted: int) -> str:
    given = discord.Permissions(has)
    if given.administrator:
        return ""
    return ", ".join(
        name.replace("_", " ")
        for name, asked in discord.Permissions(wanted)
        if asked and not getattr(given, name)
    )


def _clock(visit: Visit) -> aiohttp.TraceConfig:
    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        if date := end.response.headers.get("Date"):
            visit.ahead = parsedate_to_datetime(date).timestamp() - time.time()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    return trace
