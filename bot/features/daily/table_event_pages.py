"""Pages of a duplicate event: how far its tables are, the standing, and one deal compared.

Only open deals are read (bot/model/table_events.py); a worker scores each by itself.
"""

from typing import Final

from bot.background.reviewer import deal_record
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.people import forgotten_name
from bot.engine.rules import BadNotation, BadRules, IllegalAction
from bot.engine.shuffle import shuffled_deck
from bot.features.daily import comparison, day_deals, table_event_screens
from bot.features.daily.comparison import DealAtTable, PlaceResult, played_deals
from bot.features.daily.server_days import with_names
from bot.features.daily.table_event_screens import (
    ComparedTable,
    TableDealPage,
    TableRow,
    TablesPage,
)
from bot.model.enums import ENDED_STATUSES, RulingKind, Status
from bot.model.periods import day_of
from bot.model.refusals import Refusal, Refused
from bot.model.table_events import EventTable
from bot.model.values import Record, replace
from bot.notation.single_deal import BadDeal
from bot.render import families
from bot.render.screen import Screen
from bot.render.table.deck_fairness import PublishedDeck, fairness_record
from bot.render.words import Words
from bot.store.queries.daily_deals import DailyEvent
from bot.store.queries.reviews import RecordedDeal
from bot.store.records import SeatHolder
from bot.ui_commands.daily_commands import EventRef
from bot.workers import TooSlow

_SECONDS: Final = 20.0  # for all deals of all tables; one takes 0.01


class TableDeal(Record):
    """An open deal that a table has scored: its cards and courses, and who held its places."""

    table: int
    number: int
    played: DealAtTable
    holders: tuple[SeatHolder | None, ...]

    @property
    def results(self) -> tuple[PlaceResult, ...]:
        """The results by place; a seat that a robot keeps counts for its player."""
        owners = (None if one is None else one.user_id or one.kept_for for one in self.holders)
        courses = enumerate(zip(owners, self.played.courses, strict=True))
        return tuple(PlaceResult(user, place, won.points) for place, (user, won) in courses)


async def show_tables_page(
    context: Context, event: DailyEvent, *, by_share: bool = False, note: str = ""
) -> None:
    """Show the tables of an event and the standing of its open deals.  Raises Refused."""
    page = replace(await _page(context, event), by_share=by_share)
    await context.show(table_event_screens.tables_screen(page, context.words, note))


async def told_tables(context: Context, event: DailyEvent, name: str, words: Words) -> Screen:
    """Return the public line about what the reader, called ``name``, made.  Raises Refused."""
    page = await _page(context, event)
    if not page.all_open:
        raise Refused(Refusal.EVENT_SEALED)
    if page.own_score is None:
        raise Refused(Refusal.EVENT_PLAYERS_ONLY)
    return table_event_screens.told_tables_screen(name, page, words)


async def _page(context: Context, event: DailyEvent) -> TablesPage:
    """Return the page of a duplicate event, with its places by gain.  Raises Refused."""
    services = context.services
    now = services.tables.services.now()
    tables = await services.store.daily_deals.event_tables(event.table_event)
    opened = await services.tables.open_deal_count(event.table_event)
    deals = await _open_table_deals(context, event, tables, opened)
    cap = comparison.cap_of(services.presets, event.key.preset)
    field = comparison.table_scores([_results(deals, n) for n in range(1, opened + 1)], cap)
    hidden = await services.store.preferences.unranked_users() - {context.user_id}
    people = {one.user_id for one in field} - hidden
    holding = sum(table.holds_place for table in tables)
    return TablesPage(
        ref=EventRef(*event.key),
        event=event.table_event,
        places=event.tables,
        rows=tuple([await _row(context, event, table) for table in tables if table.holds_place]),
        opened=opened,
        seal=day_deals.seal_of(event),
        here=await with_names(services, field, people),
        user_id=context.user_id,
        by_share=False,
        may_open=event.table_event.may_begin(now) and holding < event.tables,
        may_begin=day_of(now) <= event.last_day,
    )


async def show_table_comparison(context: Context, event: DailyEvent, number: int) -> None:
    """Show what every table made of one open deal.  Raises Refused."""
    services = context.services
    tables = await services.store.daily_deals.event_tables(event.table_event)
    opened = await services.tables.open_deal_count(event.table_event)
    if number > opened:
        raise Refused(Refusal.EVENT_SEALED)
    found = await _table_deals(context, event, tables, (number,))
    results = _results(found, number)
    cap = comparison.cap_of(services.presets, event.key.preset)
    scores = iter(comparison.place_scores(number, results, cap))
    compared = []
    for one in found:
        names = [await _name(context, holder) for holder in one.holders]
        own = [next(scores) for _ in one.holders]
        verdict = await services.table_data.deal_verdict(
            await services.tables.get(one.table), number
        )
        compared.append(ComparedTable(one.table, one.played, tuple(names), tuple(own), verdict))
    bare = day_deals.bare_deal(services.presets, event, number)
    words = families.with_table_faces(bare.rules, context.words)
    page = TableDealPage(EventRef(*event.key), number, opened, bare, tuple(compared), cap)
    await context.show(table_event_screens.table_deal_screen(page, words))


async def table_records(context: Context, event: DailyEvent) -> list[str]:
    """Return the records of an event's decks once all its deals are open."""
    opened = await context.services.tables.open_deal_count(event.table_event)
    if opened < event.deals:
        return []
    day = event.key.day
    decks = ((n, shuffled_deck(event.seed, day, n, "")) for n in range(1, event.deals + 1))
    return [fairness_record(PublishedDeck(day, n, event.seed, "", deck)) for n, deck in decks]


def _results(deals: list[TableDeal], number: int) -> list[PlaceResult]:
    return [result for one in deals if one.number == number for result in one.results]


async def _open_table_deals(
    context: Context, event: DailyEvent, tables: tuple[EventTable, ...], opened: int
) -> list[TableDeal]:
    return await _table_deals(context, event, tables, tuple(range(1, opened + 1)))


async def _table_deals(
    context: Context, event: DailyEvent, tables: tuple[EventTable, ...], numbers: tuple[int, ...]
) -> list[TableDeal]:
    """Return these deals of the tables that have a result in them.

    A table that ended without a result has none, nor has a deal that a manager declared void, or
    one that was scored after the cards were open.
    """
    services, found = context.services, list[tuple[int, int, RecordedDeal, str]]()
    for table in tables:
        if table.status is Status.VOID:
            continue
        voided = await _voided(context, table.game_id)
        row = (await services.tables.get(table.game_id)).row
        for number in numbers:
            recorded = await services.store.reviews.recorded_deal(table.game_id, number)
            if recorded is None or number in voided:
                continue
            if not event.table_event.is_closed(recorded.lines[-1].at):
                found.append((table.game_id, number, recorded, row.rules))
    try:
        records = tuple(deal_record(rules, recorded) for _, _, recorded, rules in found)
        played = await services.workers.run(_SECONDS, played_deals, services.presets, records)
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    except (BadRules, BadNotation, BadDeal, IllegalAction) as error:
        raise Refused(Refusal.NO_REPLAY) from error
    deals = []
    for (game, number, recorded, _), one in zip(found, played, strict=True):
        by_seat = {holder.seat: holder for holder in recorded.sittings}
        deals.append(TableDeal(game, number, one, tuple(by_seat.get(seat) for seat in one.seats)))
    return deals


async def _voided(context: Context, game_id: int) -> set[int]:
    rulings = await context.services.store.rulings.of_game(game_id)
    return {one.deal for one in rulings if one.kind is RulingKind.VOID and not one.undone}


async def _row(context: Context, event: DailyEvent, table: EventTable) -> TableRow:
    opened = await context.services.tables.get(table.game_id)
    names = list[str]()
    if opened.load_refusal is None:
        facts = await context.services.table_data.of(opened, context.words)
        names = [seat.name for seat in facts.seats if seat is not None]
    state = "playing" if table.begun else "lobby"
    if table.status in ENDED_STATUSES:
        state = "done" if table.scored >= event.deals else "stopped"
    place = f"<#{opened.row.place_id or opened.row.channel_id}>"
    return TableRow(table.game_id, place, state, table.scored, tuple(names))


async def _name(context: Context, holder: SeatHolder | None) -> str:
    """Return a name that may be shown to the reader; "" for a robot, and for nobody's seat."""
    user = None if holder is None else holder.user_id or holder.kept_for
    if holder is None or user is None:
        is_erased = holder is not None and holder.robot is None
        return forgotten_name(context.words) if is_erased else ""
    hidden = await context.services.store.preferences.unranked_users()
    if user in hidden and user != context.user_id:
        return context.words.say("daily.week.stranger")
    return await context.services.names.name_of(user)
