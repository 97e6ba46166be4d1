"""Handlers that change a table, or propose a change of it."""

from typing import assert_never

from bot.deeds.table import Ending, GetUp, Leave, Vote
from bot.engine.refusal import IllegalAction
from bot.front.answers import is_private_click
from bot.front.desk import giving, showing
from bot.front.desk.context import Visit
from bot.front.rights import refuse_unless_heard
from bot.front.zones import zone_of
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.tables import changes, lobby, moves, parting, takeback, voting
from bot.tables.state import refuse_if_over, refuse_unless_host_in_lobby
from bot.terms import ENDED, Clock, Leaving, Status


async def join(visit: Visit) -> None:
    await visit.office.names.remember(visit.interaction.user)
    if visit.table.state.kept_seat(visit.user_id) is not None:
        await back(visit)
        return
    await visit.change(changes.join, visit.user_id)
    await showing.after_sitting_down(visit)


async def come(visit: Visit) -> None:
    """Accept an invitation; a user already seated sees their lobby page or hand."""
    refuse_if_over(visit.table.state)
    if visit.table.seat_of(visit.user_id) is not None:
        await showing.hand(visit)
    elif visit.table.row.status is not Status.LOBBY:
        await join(visit)
    else:
        await visit.office.names.remember(visit.interaction.user)
        await visit.change(changes.join, visit.user_id)
        await showing.hand(visit, visit.words.say("done.come"))


async def leave(visit: Visit, deed: Leave | GetUp) -> None:
    """Leave after a confirmation that names the consequence; ask again if it has changed."""
    how = _comes_of_leaving(visit)
    if how is not None and deed not in (GetUp(how), Leave(is_sure=True)):
        await showing.ask_leave(visit, how)
        return
    try:
        await visit.change(changes.leave, visit.user_id, how)
    except Refused as refused:
        if refused.reason is not Refusal.STALE or (by_now := _comes_of_leaving(visit)) is None:
            raise
        await showing.ask_leave(visit, by_now)
        return
    visit.office.hands.got_up(visit.table.id, visit.user_id)
    await showing.after_leaving(visit, how)


def _comes_of_leaving(visit: Visit) -> Leaving | None:
    return parting.leaving(visit.table.state, visit.table.seat_needed(visit.user_id))


async def add_robot(visit: Visit, level: str) -> None:
    """Add a robot, for a command perhaps with its level."""
    await visit.change(changes.add_robot, visit.user_id, level)
    await showing.after_lobby(visit)


async def set_level(visit: Visit, level: str) -> None:
    """Set the level of all robots in the lobby."""
    await visit.change(changes.set_level, visit.user_id, level)
    await showing.after_lobby(visit)


async def start(visit: Visit, *, filled: bool = False) -> None:
    """Start the game, in a thread where permitted; the host's hand is the response.

    ``filled``: with robots on the free seats; otherwise the host is asked about them.
    """
    table, office = visit.table, visit.office
    async with table.placing:
        refuse_unless_host_in_lobby(table.state, visit.user_id)
        if changes.free_seats(table.state) and not filled:
            await showing.ask_fill(visit)
            return
        if visit.interaction.channel_id == (table.row.place_id or table.row.channel_id):
            refuse_unless_heard(visit.interaction)
        rights, channel = visit.interaction.app_permissions, visit.interaction.channel
        if (room := await office.threads.room_for(table, channel, rights)) is not None:
            await visit.hold()
        draw = office.driver.draw(parse_rules(table.row.rules))
        guild = await office.store.wishes.guild(table.row.guild_id)
        begin = lobby.start_filled if filled else moves.start
        await office.crier.starts(table, visit.user_id)
        async with office.threads.opened(table, room) as left:
            await visit.change(begin, visit.user_id, draw, zone_of(guild.zone))
    try:
        await visit.show_hand()
    finally:
        if left is not None:
            await office.painter.close_lobby(table, table.row.channel_id, left)


async def set_clock(visit: Visit, clock: Clock | None) -> None:
    """Set the time per move; without a value, ask the host."""
    if clock is not None:
        await visit.change(changes.set_clock, visit.user_id, clock)
    await showing.ask_clock(visit)


async def set_friendly(visit: Visit, *, friendly: bool) -> None:
    """Make the table friendly or rated; a friendly one counts in no ranking and allows hints."""
    await visit.change(changes.set_friendly, visit.user_id, friendly)
    await showing.after_lobby(visit)


async def next_deal(visit: Visit) -> None:
    with visit.office.crier.asked_to_deal(visit.table, visit.user_id):
        await visit.office.driver.next_deal(visit.table, visit.user_id)
    visit.keep()
    await visit.show_hand_or_nothing()


async def back(visit: Visit) -> None:
    await visit.change(parting.come_back, visit.user_id)
    await visit.show_hand()


async def pause(visit: Visit) -> None:
    await visit.change(changes.propose, visit.user_id, changes.PAUSE_VOTE)
    await showing.after_vote(visit)


async def resume(visit: Visit) -> None:
    await visit.change(changes.resume, visit.user_id)
    await visit.show_hand_or_nothing()


async def stop(visit: Visit, *, is_sure: bool) -> None:
    """Propose an early end after a confirmation, because it cannot be undone."""
    visit.table.seat_needed(visit.user_id)
    if not is_sure:
        await showing.ask_stop(visit)
        return
    await visit.change(changes.propose, visit.user_id, changes.STOP_VOTE)
    await showing.after_vote(visit)


async def vote(visit: Visit, deed: Vote) -> None:
    """Vote on the proposal that the button names; by now another one may be open."""
    in_the_hand = visit.table.state.takes_back() and is_private_click(visit.interaction)
    try:
        if deed.agrees:
            await giving.agree(visit, deed.about)
        else:
            await visit.change(voting.decline, visit.user_id, deed.about)
    except Refused as refused:
        if refused.reason is not Refusal.STALE:
            raise
        await _ask_anew(visit, deed, refused)
        return
    await (visit.show_hand() if in_the_hand else showing.after_vote(visit))


async def _ask_anew(visit: Visit, deed: Vote, refused: Refused) -> None:
    """Show the current proposal; redraw a table with buttons that do not name theirs."""
    if deed.about is None:
        await visit.office.painter.look_again(visit.table)
    if not is_private_click(visit.interaction):
        raise refused
    note = visit.office.answers.sentence(refused, visit.words)
    if visit.table.state.takes_back() and visit.table.seat_of(visit.user_id) is not None:
        await visit.show_hand(note=note)
    else:
        await showing.more(visit, note)


async def take_back(visit: Visit, line: int | None) -> None:
    """Take back the user's last action; a refusal appears in their hand."""
    note = ""
    try:
        await visit.change(takeback.take_back, visit.user_id, line)
    except (Refused, IllegalAction) as error:
        if visit.table.seat_of(visit.user_id) is None or visit.table.game is None:
            raise
        note = visit.office.answers.sentence(error, visit.words)
    await visit.show_hand(note=note)


async def close(visit: Visit, how: Ending | None) -> None:
    """Close a table: a host their lobby, a manager any table; players propose an end."""
    row = visit.table.row
    if row.status in ENDED:
        raise Refused(Refusal.TABLE_OVER)
    if row.status is Status.LOBBY and (row.host_id == visit.user_id or visit.manages()):
        await _end(visit, Ending.VOID)
    elif not visit.manages():
        await stop(visit, is_sure=False)
    elif how is None:
        await showing.ask_close(visit)
    else:
        await _end(visit, how)


async def set_aside(visit: Visit) -> None:
    """End an unreadable table, on behalf of a manager."""
    await visit.office.tables.set_aside(visit.table)
    visit.keep()
    await showing.after_close(visit)


async def _end(visit: Visit, how: Ending) -> None:
    match how:
        case Ending.SCORED:
            await visit.change(moves.stop)
        case Ending.VOID:
            await visit.change(changes.annul)
        case _:
            assert_never(how)
    await showing.after_close(visit)


async def rematch(visit: Visit) -> None:
    visit.table.seat_needed(visit.user_id)
    await visit.office.limits.table(visit.user_id, visit.table.row.guild_id)
    await visit.office.tables.rematch(visit.table, visit.user_id)
    visit.keep()
    await visit.acknowledge()
