"""Plays the six deals of a day: the store keeps courses, robots think in a worker.

The same acts meet the same robots everywhere, so the plain move of a busy machine is never played
here: a robot's decision waits and is asked again, and a deal stands still rather than differs.
Robots' moves are stored when it is the player's turn; the next press goes on from there.
"""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final

from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.failures import REQUEST_ERRORS, UNKNOWN_OUTCOME, failure_of
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.public_posts import (
    counted_post,
    post_for_all,
    require_posting_permission,
    server_words,
)
from bot.discord_ui.handlers.registry import handles
from bot.engine.actions import Action
from bot.engine.cards import Card
from bot.engine.game import to_act
from bot.engine.shuffle import shuffled_deck
from bot.engine.view import SeatView
from bot.features.daily import comparison, day_deals, day_screens
from bot.features.daily.day_deals import DAILY_LEVEL, DealInPlay, resumed_deal
from bot.features.daily.server_days import (
    event_of_server,
    invitation_of,
    made_event,
    record_day_post,
    scores_of,
    visible_people,
    with_names,
)
from bot.features.daily.table_event_pages import show_tables_page, table_records, told_tables
from bot.model.periods import day_of, start_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import BadCode, deal_code
from bot.notation.single_deal import BadDeal
from bot.render import families
from bot.render.screen import safe_name
from bot.render.table.deck_fairness import PublishedDeck, fairness_record
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal, DailyEvent, EventKey
from bot.ui_commands.daily_commands import (
    CheckEvent,
    EventRef,
    MarkInEvent,
    MoveInEvent,
    PlayEvent,
    PostToday,
    ShowEvent,
    ShowEventRules,
    ShowToday,
    TellEvent,
)
from bot.workers import TooSlow
from bot.workers.code_digests import robots_digest
from bot.workers.jobs import choose_move

log = logging.getLogger(__name__)

_MOVE_SECONDS: Final = 20.0  # for one decision, which takes a tenth of a second in peace
_TRIES: Final = 30  # for one decision
_PAUSE: Final = 0.5  # seconds between two tries on a busy machine
_CLOSED: Final = (
    Refusal.DAILY_OVER,
    Refusal.DAILY_ROBOTS_CHANGED,
    Refusal.PRIVATE_NOT_YET,
    Refusal.PRIVATE_ROBOTS_CHANGED,
)


@handles(ShowToday)
async def show_today(context: Context, _: ShowToday) -> None:
    """Show the six deals of today, of the server's own family if it plays one."""
    await show_event_page(context, await server_event_of_day(context, day_of(_now(context))))


@handles(ShowEvent)
async def show_event(context: Context, command: ShowEvent) -> None:
    """Show the six deals of a day."""
    await show_event_page(context, _key(context, command.event))


@handles(PlayEvent)
async def play_event(context: Context, command: PlayEvent) -> None:
    """Begin the next deal, or go on with the one under way."""
    key = _key(context, command.event)
    await _unless_closed(context, key, _play_next(context, key))


async def _play_next(context: Context, key: EventKey) -> None:
    event = await _open_event(context, key)
    store = context.services.store
    course = await store.daily_deals.course(event.key, context.user_id)
    current = next((deal for deal in course if deal.points is None), None)
    if current is None and len(course) == DEALS_A_DAY:
        await show_event_page(context, event.key)
        return
    if current is None:
        current = await _begin(context, event, len(course) + 1)
    await _play_on(context, event, _in_play(context, event, current))


@handles(MoveInEvent)
async def move_in_event(context: Context, command: MoveInEvent) -> None:
    """Do an action of the player; an outdated button only shows the current position."""
    await _unless_closed(context, _key(context, command.event), _move(context, command))


async def _move(context: Context, command: MoveInEvent) -> None:
    event, now = await _deal_under_way(context, command)
    if now.length == command.length and now.is_my_turn:
        if command.action not in now.view(now.seat).legal:
            raise Refused(Refusal.NO_SUCH_BUTTON)
        now = now.after(command.action)
    await _play_on(context, event, now)


@handles(MarkInEvent)
async def mark_in_event(context: Context, command: MarkInEvent) -> None:
    """Show the hand with cards marked for the discard; the buttons alone carry the marks."""
    await _unless_closed(context, _key(context, command.event), _mark(context, command))


async def _mark(context: Context, command: MarkInEvent) -> None:
    _, now = await _deal_under_way(context, command)
    await _show_hand(context, now, command.cards if now.length == command.length else ())


@handles(CheckEvent)
async def check_event(context: Context, command: CheckEvent) -> None:
    """Show the seal of an event, and the record of its decks once the day is over."""
    event = await event_named(context, command.event)
    is_past = day_deals.is_over(event, _now(context))
    records = [_record(event, n) for n in range(1, DEALS_A_DAY + 1)] if is_past else []
    if event.tables:
        records = await table_records(context, event)
        is_past = bool(records)
    seal = day_deals.seal_of(event)
    await context.show(
        day_screens.check_screen(command.event, seal, records, context.words, is_past=is_past)
    )


@handles(ShowEventRules)
async def show_event_rules(context: Context, command: ShowEventRules) -> None:
    """Show a page of the rules of the six deals."""
    event = await event_named(context, command.event)
    rules = day_deals.rules_of(context.services.presets, event.key)
    if event.tables:
        rules = day_deals.event_rules(context.services.presets, event.key.preset, event.deals)
    await context.show(
        day_screens.event_rules_screen(command.event, rules, command.page or 0, context.words)
    )


@handles(TellEvent)
async def tell_event(context: Context, command: TellEvent) -> None:
    """Post one public line about the own result; it tells nothing of the cards."""
    event = await event_named(context, command.event)
    words = await server_words(context)
    name = safe_name(context.interaction.user.display_name)
    if event.tables:
        post = await told_tables(context, event, name, words)
    else:
        page = await event_page(context, event)
        if page.own_score is None:
            raise Refused(Refusal.DAILY_UNFINISHED)
        post = day_screens.told_screen(name, page, words)
    require_posting_permission(context.interaction)
    nonce = nonce_of(f"six {command.event} {context.user_id} {context.interaction.channel_id}")
    async with counted_post(context):
        await post_for_all(context, post, words, nonce)
    context.mark_stored()
    await show_event_page(context, event.key, note=context.words.say("daily.was_told"))


@handles(PostToday)
async def post_today(context: Context, _: PostToday) -> None:
    """Post the six deals of today for everybody in the channel.  For managers."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    require_posting_permission(context.interaction)
    today, server = day_of(_now(context)), context.guild_id
    guild = await context.services.preferences.server(server)
    invitation = await invitation_of(context.services, guild, server, today)
    words = await server_words(context)
    post = day_screens.invitation_screen(invitation, words)
    nonce = nonce_of(f"day {today} here {context.interaction.channel_id}")
    is_day_channel = context.interaction.channel_id == guild.daily_channel
    try:
        async with counted_post(context):
            await post_for_all(context, post, words, nonce)
    except REQUEST_ERRORS as error:  # counted_post leaves those that a retry may mend
        if is_day_channel and failure_of(error) in UNKNOWN_OUTCOME:
            await record_day_post(context.services, server, today)
        raise
    if is_day_channel:
        await record_day_post(context.services, server, today)
    event = await _known_event(context, await server_event_of_day(context, today))
    page = await event_page(context, event)
    note = context.words.say("daily.was_posted")
    await context.show(day_screens.event_screen(page, context.words, note))


# Events: which one, and if it is open.


def _now(context: Context) -> int:
    return context.services.tables.services.now()


def _key(context: Context, ref: EventRef) -> EventKey:
    """Return the key of a button's event.  Raises Refused for a day to come, or other rules."""
    key = EventKey(ref.day, ref.preset, ref.code)
    is_gone = not day_deals.is_known(key) or key.day > day_of(_now(context))
    if is_gone if not key.code else key.preset not in context.services.presets.files:
        raise Refused(Refusal.DAILY_GONE)
    return key


async def event_named(context: Context, ref: EventRef) -> DailyEvent:
    """Return the event of a button.  Raises Refused."""
    return await _known_event(context, _key(context, ref))


async def server_event_of_day(context: Context, day: int) -> EventKey:
    """Return the event of a day on the server of the interaction."""
    server = context.server
    guild = None if server is None else await context.services.preferences.server(server)
    return event_of_server(context.services, guild, day)


async def _known_event(context: Context, key: EventKey) -> DailyEvent:
    """Return an event of today or of a past day, or a private one of this server.

    Raises Refused for one that never was.
    """
    found = await context.services.store.daily_deals.event(key)
    if found is not None and (not key.code or found.guild_id == context.server):
        return found
    if key.code:
        raise Refused(Refusal.PRIVATE_UNKNOWN)
    if day_of(_now(context)) != key.day:
        raise Refused(Refusal.DAILY_GONE)
    return await made_event(context.services, key)


async def _open_event(context: Context, key: EventKey) -> DailyEvent:
    """Return an event in which the user may act now.  Raises Refused."""
    event = await _known_event(context, key)
    if event.tables:  # it is played at its tables
        raise Refused(Refusal.NO_SUCH_BUTTON)
    if day_deals.is_over(event, _now(context)):
        raise Refused(Refusal.DAILY_OVER)
    if day_of(_now(context)) < key.day:
        raise Refused(Refusal.PRIVATE_NOT_YET, when=f"<t:{start_of(key.day)}:R>")
    if is_stopped(event):
        raise _robots_changed(key)
    return event


def _robots_changed(key: EventKey) -> Refused:
    """Return the refusal of an event whose robots are no longer those it was begun with."""
    return Refused(Refusal.PRIVATE_ROBOTS_CHANGED if key.code else Refusal.DAILY_ROBOTS_CHANGED)


def is_stopped(event: DailyEvent) -> bool:
    """Return True if the robots were updated since the first deal of the event."""
    return bool(event.robots) and event.robots != robots_digest()


async def _unless_closed(context: Context, key: EventKey, play: Awaitable[None]) -> None:
    """Play; where nobody can play on, show the day in place of a hand whose buttons do nothing."""
    try:
        await play
    except Refused as refused:
        if refused.reason not in _CLOSED:
            raise
        note = context.services.responder.render_refusal(refused, context.words)
        await show_event_page(context, key, note=note)


# A course.


async def _begin(context: Context, event: DailyEvent, number: int) -> DailyDeal:
    """Begin a deal; a repeated press finds it begun.  The first one names the robots' code."""
    store, services = context.services.store.daily_deals, context.services
    named = await store.name_robots(event.key, robots_digest())
    if named.robots != robots_digest():
        raise _robots_changed(event.key)
    await services.names.remember(context.interaction.user)
    bare = day_deals.bare_deal(services.presets, event, number)
    code = deal_code(services.presets, bare)
    server = context.server or await store.last_server(context.user_id)  # a reminder has no server
    new = DailyDeal(*event.key, context.user_id, number, server, code, None, _now(context))
    begun = await store.begin(new)
    context.mark_stored()
    return begun


async def _deal_under_way(
    context: Context, command: MoveInEvent | MarkInEvent
) -> tuple[DailyEvent, DealInPlay]:
    """Return the deal that a button names, at its last action.  Raises Refused."""
    event = await _open_event(context, _key(context, command.event))
    stored = await _stored_deal(context, event, command.number)
    return event, _in_play(context, event, stored)


def _in_play(context: Context, event: DailyEvent, stored: DailyDeal) -> DealInPlay:
    try:
        return resumed_deal(context.services.presets, event, stored)
    except (BadCode, BadDeal) as error:  # the rules have changed since
        raise _robots_changed(event.key) from error


async def _play_on(context: Context, event: DailyEvent, now: DealInPlay) -> None:
    """Let the robots play up to the player's turn or the score, store it, and show it.

    A press while they think for an earlier one shows the stored position: it asks nothing twice.
    """
    thinking, user = context.services.playing_daily, context.user_id
    if user in thinking:
        await _show_hand(context, _in_play(context, event, now.stored))
        return
    thinking.add(user)
    try:
        now, note = await _advance(context, event, now)
    finally:
        thinking.discard(user)
    await _show_hand(context, now, note=note)


async def _advance(context: Context, event: DailyEvent, now: DealInPlay) -> tuple[DealInPlay, str]:
    """Return the deal at the player's turn or at the score, stored, and a note on a pause.

    Where a faster press has changed it meanwhile, it is the deal as that press left it.
    """
    before, note = now.stored, ""
    newest = await _stored_deal(context, event, before.number)
    if newest.course != before.course:
        return _in_play(context, event, newest), ""
    try:
        while not now.is_over and not now.is_my_turn:
            now = now.after(await _robot_action(context, event, now))
    except Refused as waiting:  # what was played so far is kept
        note = context.services.responder.render_refusal(waiting, context.words)
    course = deal_code(context.services.presets, now.deal)
    if course != before.course:
        after = replace(before, course=course, points=now.points(), touched_at=_now(context))
        now = await _save(context, event, replace(now, stored=after), before)
    return now, note


async def _stored_deal(context: Context, event: DailyEvent, number: int) -> DailyDeal:
    """Return the player's deal.  Raises Refused for one that was forgotten."""
    course = await context.services.store.daily_deals.course(event.key, context.user_id)
    found = next((deal for deal in course if deal.number == number), None)
    if found is None:
        raise Refused(Refusal.DAILY_GONE)
    return found


async def _save(
    context: Context, event: DailyEvent, now: DealInPlay, before: DailyDeal
) -> DealInPlay:
    """Store a course; return it, or the deal as a faster press left it."""
    store = context.services.store.daily_deals
    if day_deals.is_over(event, _now(context)):  # midnight came while the robots thought
        raise Refused(Refusal.DAILY_OVER)
    if await store.change(before, now.stored):
        context.mark_stored()
        return now
    return _in_play(context, event, await _stored_deal(context, event, before.number))


async def _robot_action(context: Context, event: DailyEvent, now: DealInPlay) -> Action:
    """Return the action of the robot on turn, however long it waits for a worker.

    Raises Refused where the machine stays busy, or the robot fails: the deal stands still then.
    """
    seat = to_act(now.game)
    assert seat is not None
    seen = now.view(seat)
    if len(seen.legal) == 1:
        return seen.legal[0]
    seed = day_deals.daily_decision_seed(event, now.stored.number, now.deal.course)
    for _ in range(_TRIES):
        try:
            return await _one_try(context, seen, seed)
        except TooSlow:
            log.warning("a robot of the six deals is asked again")
        except Refused as full:
            if full.reason is not Refusal.BUSY:
                raise
            await asyncio.sleep(_PAUSE)
    raise Refused(Refusal.DAILY_QUEUE)


async def _one_try(context: Context, seen: SeatView, seed: int) -> Action:
    """Return the robot's action.  Raises TooSlow, and Refused for a queue or a robot that fails."""
    workers = context.services.workers
    try:
        action = await workers.run(_MOVE_SECONDS, choose_move, DAILY_LEVEL, seen, seed)
    except (TooSlow, Refused):
        raise
    except Exception as error:  # a robot's mistake must not become another move
        log.error("a robot of the six deals failed with %s", type(error).__name__)
        raise Refused(Refusal.DAILY_STUCK) from error
    if action not in seen.legal:
        log.error("a robot of the six deals chose something illegal at stage %s", seen.stage)
        raise Refused(Refusal.DAILY_STUCK)
    return action


async def _show_hand(
    context: Context, now: DealInPlay, picked: tuple[Card, ...] = (), note: str = ""
) -> None:
    words = families.with_table_faces(now.deal.rules, context.words)
    name = safe_name(context.interaction.user.display_name)
    screen = day_screens.play_screen(now, name, words, picked, note)
    await replace(context, words=words).show(screen)


# The overview.


async def show_event_page(context: Context, key: EventKey, *, note: str = "") -> None:
    """Show the overview of an event.  Raises Refused for one that never was."""
    event = await _known_event(context, key)
    if event.tables:
        await show_tables_page(context, event, note=note)
        return
    page = await event_page(context, event)
    note = "" if page.is_over or page.is_stopped or not page.is_begun else note  # the page says it
    await context.show(day_screens.event_screen(page, context.words, note))


async def event_page(context: Context, event: DailyEvent) -> day_screens.EventPage:
    """Return all that the overview of an event shows."""
    store, now, key = context.services.store.daily_deals, _now(context), event.key
    person = await context.services.preferences.person(context.user_id)
    own = await store.course(key, context.user_id)
    finished = await store.finished(key)
    field = scores_of(context.services, key, finished)
    people = await visible_people(context.services, finished, context.server)
    page = day_screens.EventPage(
        ref=EventRef(*key),
        own=own,
        user_id=context.user_id,
        is_over=day_deals.is_over(event, now),
        seal=day_deals.seal_of(event),
        before=None,
        field=field,
        here=await with_names(context.services, field, people | {context.user_id}),
        in_server=context.server is not None,
        can_post=context.server is not None and (bool(key.code) or context.can_manage()),
        is_stopped=is_stopped(event),
        is_begun=key.day <= day_of(now),
        days=event.days,
        is_unreachable=person.remind_at is not None and person.refused,
        may_wish=person.remind_at is None and not key.code,
    )
    return page if key.code else await _with_neighbours(context, page)


async def _with_neighbours(context: Context, page: day_screens.EventPage) -> day_screens.EventPage:
    """Return the page of a day with the days beside it, and the reader's private events."""
    store, today = context.services.store.daily_deals, day_of(_now(context))
    before = await server_event_of_day(context, page.ref.day - 1)
    is_before_known = await store.event(before) is not None
    next_seal = ""
    if not page.is_over:
        tomorrow = await server_event_of_day(context, page.ref.day + 1)
        next_seal = day_deals.seal_of(await made_event(context.services, tomorrow))
    server = context.server
    private = (
        () if server is None else await store.private_events_of(context.user_id, server, today)
    )
    return replace(
        page,
        before=EventRef(*before) if is_before_known else None,
        next_seal=next_seal,
        streak=comparison.streak_of(await store.days_finished(context.user_id), today),
        private=tuple(EventRef(*event.key) for event in private),
    )


def _record(event: DailyEvent, number: int) -> str:
    """Return the record of a deck for the checker (docs/fairness.md)."""
    day = event.key.day
    deck = shuffled_deck(event.seed, day, number, "")
    return fairness_record(PublishedDeck(day, number, event.seed, "", deck))
