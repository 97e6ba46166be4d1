"""A user's stored data: shown, exported and erased, visible to that user alone."""

import asyncio

from bot.front.desk.context import Caller
from bot.front.desk.export import packed
from bot.refusals import Refusal, Refused
from bot.render.names import safe_name
from bot.render.screen import Enclosed
from bot.render.server.privacy import (
    OpenTable,
    Stored,
    forget_screen,
    forgotten_screen,
    listed,
    privacy_screen,
)
from bot.store import WriteFault, WriteRefused


async def stored(caller: Caller, enclosed: Enclosed | None = None) -> None:
    """Show the amount of stored data, with buttons for export and erasure."""
    counts = await caller.office.store.privacy.counts(caller.user_id)
    person = counts.person
    found = Stored(
        name=safe_name(person.name) if person is not None and person.name else "",
        locale=(person.locale or "") if person is not None else "",
        games=counts.games,
        results=counts.results,
        reviews=counts.reviews,
        cuts=counts.cuts,
        votes=counts.votes,
        problems=counts.problems,
    )
    await caller.show(privacy_screen(found, caller.words, enclosed))


async def export(caller: Caller) -> None:
    """Export the user's data as a file, made in a thread outside the event loop."""
    await caller.office.limits.question(caller.user_id)
    await caller.office.answers.hold(caller.interaction)
    about = await caller.office.store.privacy.all_about(caller.user_id)
    file = await asyncio.to_thread(packed, about, caller.office.tables.services.now())
    await stored(caller, file)


async def forget(caller: Caller, *, is_sure: bool) -> None:
    """Erase the user's data after a confirmation that names the tables in the way."""
    if not is_sure:
        await caller.show(forget_screen(await _seated(caller), caller.words))
        return
    office, user_id = caller.office, caller.user_id
    try:
        games = await office.store.privacy.forget(user_id)
    except WriteRefused as refused:
        if refused.refusal is not WriteFault.STILL_SEATED:
            raise
        tables = listed(await _seated(caller))
        raise Refused(Refusal.STILL_SEATED, tables=tables) from refused
    caller.keep()
    office.forget([user_id], games)
    await office.tables.read_again(games)
    await caller.show(forgotten_screen(len(games), caller.words))


async def _seated(caller: Caller) -> tuple[OpenTable, ...]:
    """Return the user's open tables on all servers."""
    found = await caller.office.store.privacy.seated(caller.user_id)
    return tuple(
        OpenTable(one.game_id, f"https://discord.com/channels/{one.guild_id}/{one.place_id}")
        for one in found
    )
