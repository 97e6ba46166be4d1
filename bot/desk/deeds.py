"""Deeds of a table: what a button says that is no action of the rules.

Each deed is a function of a visit and its words; the table at the end is the whole list.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.desk import showing
from bot.desk.hint import hint
from bot.desk.office import Visit
from bot.desk.postmortem import analyse, walk
from bot.desk.threads import open_thread
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.tables import changes, moves
from bot.tables.state import refuse_start
from bot.terms import ENDED, Clock, Status

Deed = Callable[[Visit, tuple[str, ...]], Awaitable[None]]


async def join(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.office.present.remember_name(visit.interaction.user)
    await visit.table.change(changes.join, visit.user_id)
    await showing.after_lobby(visit)


async def leave(visit: Visit, words: tuple[str, ...]) -> None:
    """Two clicks in a running game; the first says what will happen."""
    visit.table.seat_needed(visit.user_id)
    running = visit.table.row.status not in (Status.LOBBY, *ENDED)
    if running and words != ("yes",):
        await showing.ask_leave(visit)
        return
    await visit.table.change(changes.leave, visit.user_id)
    await showing.after_leaving(visit)


async def robot(visit: Visit, words: tuple[str, ...]) -> None:
    """One more robot; typed, perhaps with its level."""
    await visit.table.change(changes.add_robot, visit.user_id, "".join(words[:1]))
    await showing.after_lobby(visit)


async def level(visit: Visit, words: tuple[str, ...]) -> None:
    """How all robots of the lobby play."""
    await visit.table.change(changes.set_level, visit.user_id, " ".join(words))
    await showing.after_lobby(visit)


async def start(visit: Visit, words: tuple[str, ...]) -> None:
    table = visit.table
    async with table.starting:
        refuse_start(table.state, visit.user_id)
        lobby = await open_thread(visit)
        draw = visit.office.driver.draw(parse_rules(table.row.rules))
        await table.change(moves.start, visit.user_id, draw)
    if lobby is None:
        await visit.show_hand_or_nothing()
    else:
        await visit.office.painter.close_lobby(table, visit.table.row.channel_id, lobby)
        await showing.after_lobby(visit)


async def clock(visit: Visit, words: tuple[str, ...]) -> None:
    """Time per move; without a value the host is asked."""
    if words and words[0] in list(Clock):
        await visit.table.change(changes.set_clock, visit.user_id, Clock(words[0]))
    await showing.ask_clock(visit)


async def friendly(visit: Visit, words: tuple[str, ...]) -> None:
    """``friendly on``: the table counts in no ranking, and hints are given."""
    if words not in (("on",), ("off",)):
        raise Refused(Refusal.UNREADABLE, text=" ".join(words)[:40])
    await visit.table.change(changes.set_friendly, visit.user_id, words == ("on",))
    await showing.after_lobby(visit)


async def hand(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.show_hand()


async def next_deal(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.office.driver.next_deal(visit.table, visit.user_id)
    await visit.show_hand_or_nothing()


async def back(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.table.change(changes.come_back, visit.user_id)
    await visit.show_hand()


async def pause(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.table.change(changes.propose, visit.user_id, changes.PAUSE_VOTE)
    await showing.after_vote(visit)


async def resume(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.table.change(changes.resume, visit.user_id)
    await visit.show_hand_or_nothing()


async def stop(visit: Visit, words: tuple[str, ...]) -> None:
    """An early end is asked twice, because it cannot be taken back."""
    visit.table.seat_needed(visit.user_id)
    if words != ("yes",):
        await showing.ask_stop(visit)
        return
    await visit.table.change(changes.propose, visit.user_id, changes.STOP_VOTE)
    await showing.after_vote(visit)


async def vote(visit: Visit, words: tuple[str, ...]) -> None:
    if words == ("no",):
        await visit.table.change(changes.decline, visit.user_id)
    else:
        await visit.table.change(changes.propose, visit.user_id, "")
    await showing.after_vote(visit)


async def close(visit: Visit, words: tuple[str, ...]) -> None:
    """A host closes his lobby, a manager any table; players propose an end."""
    row = visit.table.row
    if row.status in ENDED:
        raise Refused(Refusal.TABLE_OVER)
    if row.status is Status.LOBBY and (row.host_id == visit.user_id or visit.manages()):
        await visit.table.change(changes.annul)
        await showing.after_close(visit)
    elif not visit.manages():
        await stop(visit, ())
    elif words == ("scored",):
        await visit.table.change(moves.stop)
        await showing.after_close(visit)
    elif words == ("void",):
        await visit.table.change(changes.annul)
        await showing.after_close(visit)
    else:
        await showing.ask_close(visit)


async def rematch(visit: Visit, words: tuple[str, ...]) -> None:
    await visit.office.tables.rematch(visit.table, visit.user_id)
    await visit.acknowledge()


async def confirm(visit: Visit, words: tuple[str, ...]) -> None:
    """Pressed before two cards were picked: a stale hand."""
    await visit.show_hand()


DEEDS: Final[dict[str, Deed]] = {
    "join": join,
    "leave": leave,
    "robot": robot,
    "level": level,
    "start": start,
    "clock": clock,
    "hand": hand,
    "next": next_deal,
    "back": back,
    "pause": pause,
    "resume": resume,
    "stop": stop,
    "vote": vote,
    "close": close,
    "rematch": rematch,
    "confirm": confirm,
    "friendly": friendly,
    "hint": hint,
    "analyse": analyse,
    "walk": walk,
    **showing.DEEDS,
}
