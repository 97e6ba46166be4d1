"""What needs everybody's word: a pause, an early stop; and what a manager may do alone."""

from bot.engine.actions import STOP
from bot.engine.cards import TABLE
from bot.refusals import Refusal, Refused
from bot.tables.services import whole
from bot.tables.table import Table
from bot.tables.timing import deadline_of, plays_himself, wake_of
from bot.terms import ENDED, Status

STOP_VOTE, PAUSE_VOTE = "stop", "pause"


async def propose(table: Table, user_id: int, kind: str) -> None:
    """Put a stop or a pause to the seated humans; agreeing to a running one is the same."""
    await whole(_propose(table, user_id, kind))


async def _propose(table: Table, user_id: int, kind: str) -> None:
    async with table.lock:
        await table.settle_doubt()
        table.running()
        table.seat_needed(user_id)
        running = proposal(table)
        kind = kind or running
        if kind not in (STOP_VOTE, PAUSE_VOTE):
            raise Refused(Refusal.NO_VOTE)
        if running and running != kind:
            await table.services.store.clear_votes(table.id)
        await table.services.store.add_vote(table.id, user_id, kind, table.services.now())
        await table.reload()
        agreed = not waiting_for(table)
        if agreed and kind == PAUSE_VOTE:
            await _pause(table)
        elif not agreed:
            table.services.changed(table.id)
    if agreed and kind == STOP_VOTE:
        await stop(table)


def proposal(table: Table) -> str:
    """What is being proposed; "" for nothing."""
    return table.votes[0].kind if table.votes else ""


def waiting_for(table: Table) -> list[int]:
    """The humans at the table, present ones, who have not agreed."""
    agreed = {vote.user_id for vote in table.votes}
    there = [sitting.user_id for sitting in table.sittings if plays_himself(sitting)]
    return [user for user in there if user is not None and user not in agreed]


async def decline(table: Table, user_id: int) -> None:
    """One "no" ends the proposal."""
    await whole(_decline(table, user_id))


async def _decline(table: Table, user_id: int) -> None:
    async with table.lock:
        await table.settle_doubt()
        table.seat_needed(user_id)
        if not table.votes:
            raise Refused(Refusal.NO_VOTE)
        await table.services.store.clear_votes(table.id)
        await table.reload()
        table.services.changed(table.id)


async def _pause(table: Table) -> None:
    """Under the lock."""
    await table.services.store.set_status(table.id, Status.PAUSED, table.services.now())
    await table.services.store.clear_votes(table.id)
    await table.reload()
    table.services.changed(table.id)


async def resume(table: Table, user_id: int) -> None:
    """Any seated player goes on; the full time of the move begins again."""
    await whole(_resume(table, user_id))


async def _resume(table: Table, user_id: int) -> None:
    async with table.lock:
        await table.settle_doubt()
        table.seat_needed(user_id)
        if table.row.status is not Status.PAUSED or table.game is None:
            raise Refused(Refusal.NOT_PAUSED)
        store, now = table.services.store, table.services.now()
        await store.set_status(table.id, Status.PLAYING, now)
        deadline = deadline_of(table.game, table.sittings, table.row.clock, now)
        await store.set_deadline(table.id, deadline, wake_of(table.game, deadline, table.row.clock))
        await table.reload()
        table.services.changed(table.id)


async def stop(table: Table) -> None:
    """End the game now; what is written is settled, without a scored deal it is void."""
    if table.row.status is Status.PAUSED:
        await whole(_unpause(table))
    while not await table.act_for(TABLE, table.version, STOP, "table"):
        table.running()  # somebody moved in between: try again, unless it is over


async def _unpause(table: Table) -> None:
    async with table.lock:
        await table.services.store.set_status(table.id, Status.PLAYING, table.services.now())
        await table.reload()


async def annul(table: Table) -> None:
    """End the game or the lobby without a result."""
    await whole(_annul(table))


async def _annul(table: Table) -> None:
    async with table.lock:
        await table.settle_doubt()
        if table.row.status in ENDED:
            raise Refused(Refusal.TABLE_OVER)
        await table.services.store.set_status(table.id, Status.VOID, table.services.now())
        await table.reload()
        table.services.changed(table.id)


async def expire(table: Table) -> None:
    """A lobby whose time is over; nothing when it has started meanwhile."""
    if table.row.status is Status.LOBBY:
        await annul(table)
