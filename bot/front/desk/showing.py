"""Read-only handlers: hands, sheets, tricks, rules, help, and confirmations."""

from bot.engine.actions import Action
from bot.engine.barred import barred
from bot.engine.game import new_game
from bot.engine.refusal import IllegalAction, RuleReason
from bot.engine.view import View, view
from bot.front.answers import is_private_click
from bot.front.desk.agreements import need_host
from bot.front.desk.context import Visit
from bot.presets import parse_rules
from bot.refusals import Refusal, Refused
from bot.render.agreements.choosing import clock_screen
from bot.render.agreements.code import code_of
from bot.render.agreements.page import rules_screen
from bot.render.alert import alert_screen, left_screen
from bot.render.hand.claim import claim_screen, may_claim
from bot.render.hand.more import leave_screen, more_screen, stop_screen
from bot.render.hand.twice import twice_screen
from bot.render.hand.why import why_screen
from bot.render.screen import Screen, Tone
from bot.render.server.help import general_help_screen, help_screen
from bot.render.sheet.settlement import settlement_screen
from bot.render.sheet.sheet import score_screen
from bot.render.table.ended import close_screen
from bot.render.table.last import last_screen
from bot.render.table.lobby_more import fill_screen, lobby_more_screen, seats_screen
from bot.tables.state import refuse_if_over, refuse_unless_lobby
from bot.terms import Leaving, Status


def view_for(visit: Visit) -> View:
    """Return the user's view: their own hand, or the spectator's public side."""
    seen = visit.table.view_of(visit.table.seat_of(visit.user_id))
    return seen or view(new_game(parse_rules(visit.table.row.rules)), None)


async def hand(visit: Visit, note: str = "") -> None:
    """Show the user's hand, or in a lobby its page, or after leaving the way back."""
    table = visit.table
    if table.game is None:
        refuse_if_over(table.state)
    if table.row.status is Status.LOBBY and table.seat_of(visit.user_id) is not None:
        await _lobby(visit, note)
    elif table.row.status is Status.PLAYING and table.state.kept_seat(visit.user_id) is not None:
        await visit.show(left_screen(table.id, visit.words))
    else:
        await visit.show_hand(note=note)


async def score(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    written = await visit.office.facts.written(visit.table)
    await visit.show(score_screen(view_for(visit), facts, visit.words, written))


async def settlement(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    shares = await visit.office.facts.shares(visit.table, visit.words)
    await visit.show(settlement_screen(view_for(visit), facts, visit.words, shares))


async def last(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(last_screen(view_for(visit), facts, visit.words))


async def rules(visit: Visit, page: int) -> None:
    agreed = parse_rules(visit.table.row.rules)
    differences = visit.office.presets.differences(agreed)
    code = code_of(visit.office.presets, agreed)
    screen = rules_screen(agreed, differences, visit.words, page, visit.table.id, code)
    await visit.show(screen)


async def help_here(visit: Visit) -> None:
    if visit.table.game is None:
        family = parse_rules(visit.table.row.rules).family
        await visit.show(general_help_screen(visit.words, family))
        return
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(help_screen(view_for(visit), facts, visit.words))


async def why(visit: Visit) -> None:
    """Show the actions that the rules bar for the seat to act."""
    visit.table.seat_needed(visit.user_id)
    deal, seen = visit.table.running().deal, view_for(visit)
    if deal is None or not seen.my_turn:
        raise IllegalAction(RuleReason.NOT_YOUR_TURN)
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(why_screen(seen, barred(deal), facts, visit.words))


async def more(visit: Visit, note: str = "") -> None:
    """Show the page of rarely needed commands."""
    if visit.table.row.status is Status.LOBBY:
        await _lobby(visit, note)
        return
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(more_screen(view_for(visit), facts, visit.words, note))


async def ask_leave(visit: Visit, how: Leaving) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(leave_screen(view_for(visit), facts, visit.words, how))


async def ask_stop(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(stop_screen(view_for(visit), facts, visit.words))


async def ask_close(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(close_screen(facts, visit.words))


async def claim(visit: Visit, taken: int | None) -> None:
    """Ask for the claimer's tricks first, then for the split of the rest."""
    visit.table.running()
    visit.table.seat_needed(visit.user_id)
    facts = await visit.office.facts.of(visit.table, visit.words)
    seen = view_for(visit)
    if not may_claim(seen):
        raise Refused(Refusal.NO_CLAIM)
    await visit.show(claim_screen(seen, facts, visit.words, taken))


async def twice(visit: Visit, action: Action) -> None:
    """Ask for confirmation of an action and state its cost; if it is stale, show the hand."""
    visit.table.running()
    visit.table.seat_needed(visit.user_id)
    seen = view_for(visit)
    if action not in seen.legal:
        stale = visit.office.answers.sentence(Refused(Refusal.STALE), visit.words)
        await visit.show_hand(note=stale)
        return
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(twice_screen(seen, action, facts, visit.words))


# -- the lobby's private pages


async def ask_clock(visit: Visit) -> None:
    need_host(visit)
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(clock_screen(facts, visit.words))


# -- screens after a command


async def _lobby(visit: Visit, note: str = "") -> None:
    row = visit.table.row
    facts = await visit.office.facts.of(visit.table, visit.words)
    is_here = visit.interaction.channel_id == (row.place_id or row.channel_id)
    where = "" if is_here else visit.words.say("hand.place", place=f"<#{row.channel_id}>")
    await visit.show(lobby_more_screen(facts, visit.user_id, visit.words, note or where))


async def seats(visit: Visit) -> None:
    """Show the seat assignment and the changes this user may make to it."""
    refuse_unless_lobby(visit.table.state)
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(seats_screen(facts, visit.user_id, visit.words))


async def ask_fill(visit: Visit) -> None:
    facts = await visit.office.facts.of(visit.table, visit.words)
    await visit.show(fill_screen(facts, visit.words))


async def after_lobby(visit: Visit, said: str = "") -> None:
    """Acknowledge a lobby change: a command gets a line, a private page the new state."""
    is_lobby = visit.table.row.status is Status.LOBBY
    if is_lobby and not said and is_private_click(visit.interaction):
        await _lobby(visit)
    elif visit.is_command() or is_private_click(visit.interaction):
        await visit.show(_done(visit, said or "done.lobby"))
    else:
        await visit.acknowledge()


async def after_vote(visit: Visit) -> None:
    if is_private_click(visit.interaction) or visit.is_command():
        is_open = bool(visit.table.state.running_votes())
        await visit.show(_done(visit, "done.vote" if is_open else "done.voted"))
    else:
        await visit.acknowledge()


async def after_sitting_down(visit: Visit) -> None:
    """Confirm joining; in a match with the seat's situation and any open vote."""
    if visit.table.row.status is Status.LOBBY:
        await after_lobby(visit)
    else:
        await after_lobby(visit, "done.seated_vote" if visit.table.votes else "done.seated")


async def after_leaving(visit: Visit, how: Leaving | None) -> None:
    await after_lobby(visit, "done.left" if how is None else f"done.left.{how}")


async def after_close(visit: Visit) -> None:
    await after_lobby(visit, "done.closed")


def _done(visit: Visit, key: str) -> Screen:
    return alert_screen(visit.words.say(key), Tone.PRIVATE, visit.table.id)
