"""Reads the code, the text or the file of a deal, and takes a past deal out of its match."""

import asyncio
from dataclasses import replace
from typing import Final

from discord import Attachment, HTTPException

from bot import presets, workers
from bot.analysis.postmortem.record import DealRecord
from bot.background.reviewer import deal_record
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine import actions, notation
from bot.engine.game import apply_action, between_deals
from bot.features.deals.deal_screens import DealPage, deal_page_screen
from bot.model.refusals import Refusal, Refused
from bot.notation import replay_link, single_deal
from bot.notation.deal_code import LONGEST_CODE, deal_code
from bot.notation.deal_text import deal_text
from bot.notation.imports.reading import LARGEST, BadImport, ImportedText, read_deals
from bot.notation.imports.reconstruction import ImportedDeal
from bot.render.screen import AttachedFile
from bot.ui_commands.view_commands import TakeDealAlong

_SECONDS: Final = 3.0  # for a file of fifty deals; a single one takes some milliseconds
_DOWNLOAD_SECONDS: Final = 10.0
_FILE_NAME: Final = "deal.txt"

REFUSALS: Final = {
    **dict.fromkeys(("letters", "check_letter", "damaged", "too_long"), Refusal.DEAL_CODE_TYPO),
    "newer_version": Refusal.DEAL_CODE_NEWER,
    **dict.fromkeys(("unreadable", "illegal", "after_end"), Refusal.DEAL_LINE),
    **dict.fromkeys(("hand_sizes", "pack", "dealer"), Refusal.DEAL_CARDS),
    **dict.fromkeys(("rules", "no_preset", "conditions"), Refusal.DEAL_RULES),
    **dict.fromkeys(("contract_impossible", "auction_impossible", "discard"), Refusal.DEAL_CALLS),
    **dict.fromkeys(("too_large", "not_text"), Refusal.DEAL_FILE),
    **dict.fromkeys(
        ("unknown_kind", "no_deal", "not_ended", "not_the_schema"), Refusal.DEAL_UNKNOWN
    ),
}
"""The refusal for each reason of ``BadImport``."""


async def read_typed_deal(context: Context, text: str, file: Attachment | None) -> None:
    """Show the deal of a typed text or of a file.  Raises Refused."""
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    content = text.encode() if file is None else await _download(file)
    found = await _read(context, content)
    imported = found.deals[0]
    page = deal_page(context.services.presets, imported, _replay_url(context, imported))
    page = replace(page, more=len(found.deals) - 1)
    await context.show(deal_page_screen(page, context.words))


async def _download(file: Attachment) -> bytes:
    if file.size > LARGEST:
        raise Refused(Refusal.DEAL_FILE)
    try:
        async with asyncio.timeout(_DOWNLOAD_SECONDS):
            return await file.read()
    except (HTTPException, OSError, TimeoutError) as error:
        raise Refused(Refusal.DEAL_FILE) from error


async def _read(context: Context, content: bytes) -> ImportedText:
    """Return the deals of a text; all but a single code in a worker process.  Raises Refused."""
    if len(content) <= LONGEST_CODE and len(content.split()) == 1:
        found = _outcome(context.services.presets, content)
    else:
        try:
            found = await context.services.workers.run(_SECONDS, read_outcome, content)
        except workers.TooSlow as error:
            raise Refused(Refusal.DEAL_FILE) from error
    if isinstance(found, BadImport):
        raise refusal_of(found)
    return found


def read_outcome(content: bytes) -> ImportedText | BadImport:
    """Return the deals, or the error as a value: a worker logs what is raised."""
    return _outcome(presets.load_presets(), content)


def _outcome(known: presets.Presets, content: bytes) -> ImportedText | BadImport:
    try:
        return read_deals(known, content)
    except BadImport as error:
        return error


def refusal_of(error: BadImport) -> Refused:
    """Return the refusal with the sentence of the reason."""
    refusal = REFUSALS[error.reason]
    if refusal is Refusal.DEAL_LINE:
        return Refused(refusal, line=error.line, said=error.said[:40])
    return Refused(refusal)


@handles(TakeDealAlong)
async def take_deal_along(context: TableContext, command: TakeDealAlong) -> None:
    """Show a scored deal of this table as a code, a link and a file, if its cards are public."""
    services, table = context.services, context.table
    recorded = await services.store.reviews.recorded_deal(table.id, command.deal)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=command.deal)
    record = deal_record(table.row.rules, recorded)
    if not record.rules.options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    deal = single_deal_of(services.presets, record)
    imported = ImportedDeal(deal)
    page = replace(
        deal_page(services.presets, imported, _replay_url(context, imported)),
        game=table.id,
        version=recorded.last_version + 1,
        number=command.deal,
    )
    await context.show(deal_page_screen(page, context.words))


def single_deal_of(presets: presets.Presets, record: DealRecord) -> single_deal.SingleDeal:
    """Return a recorded deal without its match, up to its score.  Raises Refused."""
    game = between_deals(record.rules, record.carry, 0, None)
    for number, (seat, text) in enumerate(record.lines):
        action = notation.parse_action(text)
        if isinstance(action, actions.Deck):
            lines = record.lines[number + 1 :]
            rules = single_deal.rules_of_one_deal(presets, record.rules)
            deal = single_deal.deal_of_match(rules, game.carry, action.cards, lines)
            return replace(deal, course=deal.course[: _length_to_score(deal)])
        game = apply_action(game, seat, action)
    raise Refused(Refusal.NO_REPLAY)


def _length_to_score(deal: single_deal.SingleDeal) -> int:
    """Return how many actions of the course lead to the score; questions may follow."""
    game = single_deal.opening(deal)
    for length, (seat, action) in enumerate(deal.course):
        if single_deal.is_scored(game):
            return length
        game = apply_action(game, seat, action)
    return len(deal.course)


def deal_page(presets: presets.Presets, imported: ImportedDeal, link: str) -> DealPage:
    """Return the page of a deal."""
    deal = imported.deal
    games = single_deal.replayed(deal)
    result, balance = games[-1].last, single_deal.deal_balance(games)
    file = AttachedFile(_FILE_NAME, deal_text(presets, deal).encode())
    return DealPage(imported, deal_code(presets, deal), result, balance, link, file=file)


def _replay_url(context: Context | TableContext, imported: ImportedDeal) -> str:
    """Return the link to the replay page; "" without a page, or where it would be too long."""
    url = context.services.replay_url
    if not url:
        return ""
    link = f"{url}#{replay_link.replay_fragment(imported.deal, context.words.locale)}"
    return link if len(link) <= replay_link.LONGEST_LINK else ""
