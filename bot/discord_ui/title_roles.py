"""Roles that Discord lets the bot give: what stands in the way, and the requests.

The bot sees members only when it asks for them.
"""

import discord

from bot.discord_ui.delivery import RateLimiter
from bot.discord_ui.failures import await_response
from bot.model.refusals import Refusal


def title_obstacle(server: discord.Guild, role_id: int) -> Refusal | None:
    """Return why the bot cannot give a role; None if it can."""
    if not server.me.guild_permissions.manage_roles:
        return Refusal.TITLE_PERMISSION
    role = server.get_role(role_id)
    if role is None:
        return Refusal.TITLE_ROLE_GONE
    if role.is_default() or role.managed:
        return Refusal.TITLE_ROLE_SPECIAL
    return None if role < server.me.top_role else Refusal.TITLE_ROLE_ABOVE


async def fetch_member(
    server: discord.Guild, user_id: int, limiter: RateLimiter
) -> discord.Member | None:
    """Return a member as Discord knows them now; None if they have left.

    Raises one of ``REQUEST_ERRORS``.
    """
    await limiter.acquire()
    try:
        return await await_response(server.fetch_member(user_id))
    except discord.NotFound:
        return None


async def give_role(
    member: discord.Member, role_id: int, reason: str, limiter: RateLimiter
) -> None:
    """Give a role to a member.  Raises one of ``REQUEST_ERRORS``; NotFound if either is gone."""
    await limiter.acquire(is_awaited=True)
    await await_response(member.add_roles(discord.Object(role_id), reason=reason))


async def take_role(
    member: discord.Member, role_id: int, reason: str, limiter: RateLimiter
) -> None:
    """Take a role from a member.  Raises one of ``REQUEST_ERRORS``; NotFound if either is gone."""
    await limiter.acquire(is_awaited=True)
    await await_response(member.remove_roles(discord.Object(role_id), reason=reason))
