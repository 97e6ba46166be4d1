"""Finds deals of the store: a scored deal of a table, and a deal that a user keeps."""

from bot import presets
from bot.background.reviewer import deal_record
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.table_data import single_deal_of
from bot.features.deals.deal_screens import DealPage
from bot.features.sealed_deals import refuse_sealed_code
from bot.model.refusals import Refusal, Refused
from bot.notation import replay_link, single_deal
from bot.notation.deal_code import BadCode, deal_code, read_deal_code
from bot.notation.deal_text import deal_json, deal_text
from bot.notation.ppn import ppn_text
from bot.notation.single_deal import ImportedDeal
from bot.render.screen import AttachedFile
from bot.store.queries.own_deals import OwnDeal
from bot.store.queries.reviews import RecordedDeal


async def past_deal(
    context: TableContext, number: int
) -> tuple[single_deal.SingleDeal, RecordedDeal]:
    """Return a scored deal of this table by itself, if its cards are public.  Raises Refused."""
    services, table = context.services, context.table
    await services.tables.refuse_sealed_deal(table.row, number)
    recorded = await services.store.reviews.recorded_deal(table.id, number)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=number)
    record = deal_record(table.row.rules, recorded)
    if not record.rules.options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    return single_deal_of(services.presets, record), recorded


async def find_deal(context: Context, deal_id: int) -> OwnDeal:
    """Return a deal that the user keeps, or that somebody has shared.  Raises Refused."""
    found = await context.services.store.own_deals.get(deal_id)
    if found is None or (found.user_id != context.user_id and not found.shared):
        raise Refused(Refusal.OWN_DEAL_GONE)
    await refuse_sealed_code(context, found.code)
    return found


def read_stored_code(context: Context, code: str) -> single_deal.SingleDeal:
    """Return the deal of a stored code.  Raises Refused for one that rules no longer allow."""
    try:
        return read_deal_code(context.services.presets, code)
    except BadCode as error:
        raise Refused(Refusal.NO_REPLAY) from error


def deal_page(presets: presets.Presets, imported: ImportedDeal, link: str) -> DealPage:
    """Return the page of a deal."""
    deal = imported.deal
    games = single_deal.replayed(deal)
    result, balance = games[-1].last, single_deal.deal_balance(games)
    code = deal_code(presets, deal)
    return DealPage(imported, code, result, balance, link, files=_files(presets, deal))


def _files(presets: presets.Presets, deal: single_deal.SingleDeal) -> tuple[AttachedFile, ...]:
    """Return the deal as text, as JSON, and where it can be said as PPN."""
    written = {
        "deal.txt": deal_text(presets, deal),
        "deal.json": deal_json(presets, deal),
        "deal.ppn": ppn_text(presets, deal),
    }
    return tuple(AttachedFile(name, text.encode()) for name, text in written.items() if text)


def replay_url(context: Context, imported: ImportedDeal) -> str:
    """Return the link to the replay page; "" without a page, or where it would be too long."""
    url = context.services.replay_url
    if not url:
        return ""
    link = f"{url}#{replay_link.replay_fragment(imported.deal, context.words.locale)}"
    return link if len(link) <= replay_link.LONGEST_LINK else ""
