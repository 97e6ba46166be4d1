"""Private events: made and joined by code, for the people of one server.

Six deals over some days, or a duplicate: two or three tables with the same cards.  Any member may
make one, because only people who were given the code find it, and no leaderboard counts it.  Seals,
robots, seats and comparison of the six deals are those of a day's; a table of a duplicate is opened
on its page and plays like any other.
"""

from secrets import choice, token_bytes
from typing import Final

from bot.discord_ui.channels import require_posting_rights
from bot.discord_ui.delivery import nonce_of
from bot.discord_ui.handlers import public_posts
from bot.discord_ui.handlers.context import Context, Services
from bot.discord_ui.handlers.registry import handles
from bot.engine.rules import BadRules
from bot.engine.shuffle import SEED_BYTES
from bot.features.daily import day_deals
from bot.features.daily.daily_handlers import show_event_page
from bot.features.daily.day_screens import date_of, event_title, say_of
from bot.features.daily.table_event_pages import show_tables_page
from bot.features.daily.table_event_screens import (
    TablesSetUp,
    tables_invitation,
    tables_set_up_screen,
)
from bot.model.enums import Clock
from bot.model.periods import day_of, start_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import Record, replace
from bot.presets import Presets
from bot.render.formatting import bold, command_button, join_lines, small_print, text_blocks
from bot.render.screen import ButtonRow, Screen, Select, SelectChoice, Style, Tone
from bot.render.words import Words
from bot.store.queries.daily_deals import DailyEvent, EventKey
from bot.ui_commands.daily_commands import (
    CODE_LENGTH,
    CODE_LETTERS,
    MAX_AHEAD,
    EventRef,
    JoinPrivateEvent,
    MakePrivateEvent,
    MakeTables,
    OpenEventTable,
    PostPrivateEvent,
    SetUpPrivateEvent,
    SetUpTables,
    ShowEvent,
    ShowToday,
)

MOST_OPEN: Final = 10  # private events of a server that are not over
_LENGTHS: Final = (1, 2, 3, 7, 14)  # days on offer
_MOST_CHOICES: Final = 25  # of a select


@handles(SetUpPrivateEvent)
async def set_up_private_event(context: Context, command: SetUpPrivateEvent) -> None:
    """Show the choice of preset, first day and length."""
    presets, today = context.services.presets, _today(context)
    if command.preset not in playable_presets(presets):
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    set_up = PrivateSetUp(command, today, playable_presets(presets), new_code())
    await context.show(private_set_up_screen(set_up, context.words))


@handles(MakePrivateEvent, once=True)
async def make_private_event(context: Context, command: MakePrivateEvent) -> None:
    """Make the event and show it; the maker gets its code, and is not stored.

    A second press shows the event of the first.
    """
    if command.preset not in playable_presets(context.services.presets):
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    key = EventKey(_today(context) + command.ahead, command.preset, command.code)
    seed = token_bytes(SEED_BYTES)
    await _stored(context, DailyEvent(key, seed, days=command.days, guild_id=context.guild_id))
    await show_event_page(context, key, note=context.words.say("private.made", code=key.code))


@handles(JoinPrivateEvent)
async def join_private_event(context: Context, command: JoinPrivateEvent) -> None:
    """Show the event of this server that has the code."""
    store = context.services.store.daily_deals
    found = await store.private_event(command.code, context.guild_id)
    if found is None:
        raise Refused(Refusal.PRIVATE_UNKNOWN)
    await show_event_page(context, found.key)


@handles(PostPrivateEvent)
async def post_private_event(context: Context, command: PostPrivateEvent) -> None:
    """Post the event with its code, for everybody in the channel."""
    store, ref = context.services.store.daily_deals, command.event
    found = await store.private_event(ref.code, context.guild_id)
    if found is None or found.key != EventKey(ref.day, ref.preset, ref.code):
        raise Refused(Refusal.PRIVATE_UNKNOWN)
    if day_deals.is_over(found, _now(context)):
        raise Refused(Refusal.DAILY_OVER)
    public_posts.require_posting_permission(context.interaction)
    words = await public_posts.server_words(context)
    nonce = nonce_of(f"private {ref} {context.interaction.channel_id}")
    async with public_posts.counted_post(context):
        await public_posts.post_for_all(context, _invitation(found, words), words, nonce)
    context.mark_stored()
    await show_event_page(context, found.key, note=context.words.say("private.was_posted"))


@handles(SetUpTables)
async def set_up_tables(context: Context, command: SetUpTables) -> None:
    """Show the choice of rules, tables, deals and length."""
    playable = playable_presets(context.services.presets)
    if command.preset not in playable:
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    page = TablesSetUp(command, _today(context), playable, new_code())
    await context.show(tables_set_up_screen(page, context.words))


@handles(MakeTables, once=True)
async def make_tables(context: Context, command: MakeTables) -> None:
    """Make the duplicate and show it, as a private event is."""
    if command.preset not in playable_presets(context.services.presets):
        raise Refused(Refusal.PRESET_UNKNOWN, preset=command.preset)
    new = DailyEvent(
        EventKey(_today(context), command.preset, command.code),
        token_bytes(SEED_BYTES),
        days=command.days,
        guild_id=context.guild_id,
        tables=command.tables,
        deals=command.deals,
    )
    made = await _stored(context, new)
    note = context.words.say("private.made", code=made.key.code)
    await show_tables_page(context, made, note=note)


@handles(OpenEventTable, once=True)
async def open_event_table(context: Context, command: OpenEventTable) -> None:
    """Open a lobby of the event in this channel; the painter posts it."""
    services, channel = context.services, context.interaction.channel_id
    event = await services.store.daily_deals.private_event(command.event.code, context.guild_id)
    if event is None or not event.tables or channel is None:
        raise Refused(Refusal.PRIVATE_UNKNOWN)
    require_posting_rights(context.interaction)
    guild = await services.store.preferences.guild(context.guild_id)
    rules = day_deals.event_rules(services.presets, event.key.preset, event.deals)
    await services.quotas.count_table(context.user_id, context.guild_id)
    await services.names.remember(context.interaction.user)
    table = await services.tables.open_event_table(
        *(event, rules),
        guild_id=context.guild_id,
        channel_id=channel,
        host_id=context.user_id,
        clock=Clock(guild.clock or Clock.NORMAL),
    )
    context.mark_stored()
    services.tables.services.on_change(table.id)
    await show_tables_page(context, event, note=context.words.say("event_tables.opened_here"))


async def redraw_opened_boards(services: Services) -> None:
    """Redraw boards of deals that opened with the time alone, or just before a kill.

    Else the painter sees to it when it draws the table whose play opens a deal.  Raises
    StorageTrouble.
    """
    today, owned = day_of(services.tables.services.now()), services.tables.services.owned
    store = services.store.daily_deals
    for event in {*await store.open_events(today - 1), *await store.open_events(today)}:
        if event.tables and owned.covers(event.guild_id):
            await services.painter.redraw_opened(event.table_event)


async def _stored(context: Context, new: DailyEvent) -> DailyEvent:
    """Store the event, unless an earlier press did; Refused where another one has its code."""
    services, store = context.services, context.services.store.daily_deals
    if await store.event(new.key) is None:
        if await store.count_private_events(context.guild_id, _today(context)) >= MOST_OPEN:
            raise Refused(Refusal.PRIVATE_ENOUGH, limit=MOST_OPEN)
        await services.quotas.count_question(context.user_id)
        await store.make_private_event(new)
    found = await store.private_event(new.key.code, context.guild_id)
    if found is None or found.key != new.key:
        raise Refused(Refusal.STALE)
    context.mark_stored()
    return found


def new_code() -> str:
    """Return a random code: nobody can foresee it, and 800 million others are as likely."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def playable_presets(presets: Presets) -> tuple[str, ...]:
    """Return the presets that three can play, the default first."""
    return tuple(name for name in presets.names() if _allows_three(presets, name))


def _allows_three(presets: Presets, name: str) -> bool:
    try:
        return presets.rules(name, players=3).players == 3
    except BadRules:
        return False


def _now(context: Context) -> int:
    return context.services.tables.services.now()


def _today(context: Context) -> int:
    return day_of(_now(context))


# Screens.


class PrivateSetUp(Record):
    """The choices so far, the day they count from, the presets on offer, and the code to be."""

    chosen: SetUpPrivateEvent
    today: int
    presets: tuple[str, ...]
    code: str


def private_set_up_screen(page: PrivateSetUp, words: Words) -> Screen:
    """Return the page on which a private event is made."""
    chosen = page.chosen
    head = join_lines(
        f"### {words.say('button.today_private')}",
        words.say("private.set_up"),
        bold(
            words.say(
                "private.chosen",
                preset=words.say(f"preset.{chosen.preset}"),
                day=date_of(page.today + chosen.ahead),
                days=words.say_plural("private.days", chosen.days),
            )
        ),
        small_print(words.say("private.midnight")),
    )
    make = MakePrivateEvent(chosen.preset, chosen.ahead, chosen.days, page.code)
    row = (
        command_button(words, "today_make", make, Style.GOOD),
        command_button(words, "today_tables", SetUpTables(chosen.preset)),
        command_button(words, "today_now", ShowToday()),
    )
    return Screen(0, 0, Tone.PRIVATE, (*text_blocks(head), *_selects(page, words), ButtonRow(row)))


def _selects(page: PrivateSetUp, words: Words) -> tuple[Select, ...]:
    """Return the selects of the preset, the first day and the length."""
    chosen = page.chosen
    presets = [
        SelectChoice(words.say(f"preset.{name}"), replace(chosen, preset=name))
        for name in page.presets[:_MOST_CHOICES]
    ]
    firsts = [
        SelectChoice(_ahead(n, words), replace(chosen, ahead=n)) for n in range(MAX_AHEAD + 1)
    ]
    lengths = [
        SelectChoice(words.say_plural("private.days", n), replace(chosen, days=n)) for n in _LENGTHS
    ]
    return (
        Select("preset", words.say("private.choose_preset"), tuple(presets)),
        Select("first", words.say("private.choose_day"), tuple(firsts)),
        Select("days", words.say("private.choose_days"), tuple(lengths)),
    )


def _ahead(days: int, words: Words) -> str:
    return words.say_plural("private.ahead", days) if days else words.say("private.today")


def _invitation(event: DailyEvent, words: Words) -> Screen:
    """Return the public post of a private event."""
    if not event.tables:
        return private_invitation(event, words)
    ref, seal = EventRef(*event.key), day_deals.seal_of(event)
    return tables_invitation(ref, event.table_event, event.tables, seal, words)


def private_invitation(event: DailyEvent, words: Words) -> Screen:
    """Return the public post of an event, with its code and seal."""
    ref = EventRef(*event.key)
    said = say_of(
        ref,
        "invitation",
        words,
        begin=f"<t:{start_of(ref.day)}:f>",
        end=f"<t:{start_of(event.last_day + 1)}:f>",
    )
    seal = small_print(words.say("daily.seal", seal=day_deals.seal_of(event)[:8]))
    button = command_button(words, "today_begin", ShowEvent(ref), Style.GOOD)
    blocks = text_blocks(join_lines(event_title(ref, words), said), seal)
    return Screen(0, 0, Tone.WAITING, (*blocks, ButtonRow((button,))))
