"""Reads the code, the text or the file of a deal, and takes a past deal out of its match."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

import discord
from aiohttp import ClientError
from discord import Attachment, HTTPException

from bot import presets, workers
from bot.discord_ui import components, delivery
from bot.discord_ui.handlers import menu_handlers
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.features.deals import own_deal_handlers
from bot.features.deals.deal_screens import deal_page_screen
from bot.features.solo_play import refuse_sealed
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import LONGEST_CODE, BadCode, deal_code, read_deal_code
from bot.notation.reading import KINDS, LARGEST, BadImport, ImportedText, read_deals
from bot.notation.single_deal import ImportedDeal
from bot.presets import Presets
from bot.store.queries.own_deals import MOST_OPENED, DealOrigin
from bot.ui_commands.practice_commands import ReadDealFile, ShowOwnDeals
from bot.ui_commands.view_commands import TakeDealAlong
from bot.workers.jobs import OutOfTime, processor_limit

_SECONDS: Final = 30.0  # on the clock of a busy machine
PARSING_SECONDS: Final = 0.2  # for one text; a deal takes some milliseconds
_DOWNLOAD_SECONDS: Final = 10.0
_FILE_FIELD: Final = "file"

REFUSALS: Final = {
    **dict.fromkeys(("letters", "check_letter", "damaged", "too_long"), Refusal.DEAL_CODE_TYPO),
    "newer_version": Refusal.DEAL_CODE_NEWER,
    **dict.fromkeys(("unreadable", "illegal", "after_end"), Refusal.DEAL_LINE),
    **dict.fromkeys(("hand_sizes", "pack", "dealer"), Refusal.DEAL_CARDS),
    **dict.fromkeys(("rules", "no_preset", "conditions"), Refusal.DEAL_RULES),
    **dict.fromkeys(("contract_impossible", "auction_impossible", "discard"), Refusal.DEAL_CALLS),
    **dict.fromkeys(("too_large", "not_text"), Refusal.DEAL_FILE),
    "too_slow": Refusal.DEAL_TOO_LONG,
    **dict.fromkeys(
        ("unknown_kind", "no_deal", "not_ended", "not_the_schema"), Refusal.DEAL_UNKNOWN
    ),
}
"""The refusal for each reason of ``BadImport``."""


async def read_typed_deal(context: Context, text: str, file: Attachment | None) -> None:
    """Show the deal of a typed text or of a file; without both the user's own deals.

    Raises Refused.
    """
    if file is None and not text.strip():
        await own_deal_handlers.show_own_deals(context, ShowOwnDeals())
        return
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    content = text.encode() if file is None else await _download(file.size, file.read)
    await _show_deals_of(context, content)


@handles(ReadDealFile)
async def ask_file(context: Context, command: ReadDealFile) -> None:
    """Ask for a file in a form."""
    title, label = context.words.say("button.own_file"), context.words.say("command.deal.file.help")
    form = components.file_modal(command, title, _FILE_FIELD, label)
    await delivery.send_modal(context.interaction, form)


@handles_form(ReadDealFile)
async def read_uploaded_deal(context: Context, _: ReadDealFile, fields: dict[str, str]) -> None:
    """Show the deal of the file in a submitted form.  Raises Refused."""
    data: Mapping[str, object] = dict(context.interaction.data or {})
    file = components.uploaded_file(data, fields.get(_FILE_FIELD, ""))
    await context.services.quotas.count_question(context.user_id)
    await context.services.responder.defer(context.interaction)
    fetch = partial(context.interaction.client.http.get_from_cdn, file.url)
    await _show_deals_of(context, await _download(file.size, fetch))


async def _show_deals_of(context: Context, content: bytes) -> None:
    """Keep the deals of a text and show the first.  Raises Refused."""
    found = await _read(context, content)
    imported, services = found.deals[0], context.services
    for one in found.deals[:MOST_OPENED]:
        await refuse_sealed(context, one.deal)
    now, deals = services.tables.services.now(), services.store.own_deals
    kept = [  # the first one last, so that it is the newest
        await deals.put(
            context.user_id, deal_code(services.presets, one.deal), DealOrigin.IMPORT, now
        )
        for one in reversed(found.deals[:MOST_OPENED])
    ]
    context.mark_stored()
    await own_deal_handlers.show_own_deal(context, kept[-1], imported, len(found.deals) - 1)


async def _download(size: int, fetch: Callable[[], Awaitable[bytes]]) -> bytes:
    if size > LARGEST:
        raise Refused(Refusal.DEAL_FILE)
    try:
        async with asyncio.timeout(_DOWNLOAD_SECONDS):
            return await fetch()
    except (HTTPException, ClientError, OSError, TimeoutError) as error:
        raise Refused(Refusal.DEAL_FILE) from error


async def _read(context: Context, content: bytes) -> ImportedText:
    """Return the deals of a text; all but a single code in a worker process.  Raises Refused."""
    if len(content) <= LONGEST_CODE and len(content.split()) == 1:
        found = _outcome(context.services.presets, content)
    else:
        try:
            found = await context.services.workers.run(_SECONDS, read_outcome, content)
        except workers.TooSlow as error:
            raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error
    if isinstance(found, BadImport):
        raise refusal_of(found)
    return found


def read_outcome(content: bytes) -> ImportedText | BadImport:
    """Return the deals, or the error as a value: a worker logs what is raised.

    Reading stops after a fixed processor time, so that no text costs more, whatever it is.
    """
    known = presets.load_presets()
    try:
        with processor_limit(PARSING_SECONDS):
            return _outcome(known, content)
    except OutOfTime:
        return BadImport("", "too_slow")


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
    deal, recorded = await own_deal_handlers.past_deal(context, command.deal)
    imported = ImportedDeal(deal)
    page = own_deal_handlers.deal_page(
        services.presets, imported, own_deal_handlers.replay_url(context, imported)
    )
    now = services.tables.services.now()
    own = await services.store.own_deals.put(context.user_id, page.code, DealOrigin.MATCH, now)
    page = replace(
        page,
        own=own,
        game=table.id,
        version=recorded.last_version + 1,
        number=command.deal,
    )
    await context.show(deal_page_screen(page, context.words))


# The menu *Replay*: a deal of a table, or one that somebody has pasted or attached.

# A word that may be a code: as long as the shortest one, and not the end of a link or a path.
_CODE_WORD: Final = re.compile(r"(?<![\w/.#-])[\w-]{13,}(?:\.[\w-]+)?(?![\w/-])", re.ASCII)
_FENCED: Final = re.compile(r"```(?:\w*\n)?(.*?)```", re.DOTALL)
_FILE_ENDINGS: Final = (".txt", ".json", ".ppn")


class PastedDeal(NamedTuple):
    """The text of a deal in a message, or the file with it."""

    text: str
    file: discord.Attachment | None = None


async def replay_posted_deal(context: Context, message: discord.Message) -> None:
    """Replay the deal of a message of this bot, or read the one in a message of a person.

    Raises Refused: for a mistyped code with the sentence of /pref deal.
    """
    own = context.interaction.client.user
    is_own = own is not None and message.author.id == own.id
    found = None if is_own else pasted_deal(context.services.presets, message)
    if found is None:
        await menu_handlers.replay_message(context, message)
    else:
        await read_typed_deal(context, found.text, found.file)


def pasted_deal(presets: Presets, message: discord.Message) -> PastedDeal | None:
    """Return the deal that a person has put into a message; None if nothing looks like one."""
    text = deal_in_text(presets, message.content)
    if text:
        return PastedDeal(text)
    files = (one for one in message.attachments if one.filename.lower().endswith(_FILE_ENDINGS))
    file = next(files, None)
    return None if file is None else PastedDeal("", file)


def deal_in_text(presets: Presets, content: str) -> str:
    """Return the part of a text that is a deal: all of it, a block of code, or a deal code.

    A word that only looks like a code is returned where no other is one, so that its slip is told;
    "" if there is none.
    """
    blocks = [*_FENCED.findall(content), content]
    known = (block for block in blocks if any(k.is_meant(block) for k in KINDS if k.name != "code"))
    if (whole := next(known, "")).strip():
        return whole.strip()
    words = _CODE_WORD.findall(content)
    right = (word for word in words if _is_code(presets, word))
    return next(right, "") or next(filter(_is_like_code, words), "")


def _is_code(presets: Presets, word: str) -> bool:
    try:
        read_deal_code(presets, word)
    except BadCode:
        return False
    return True


def _is_like_code(word: str) -> bool:
    """Return True for a word with digits and letters of both cases, as nearly every code has."""
    is_mixed = any(letter.islower() for letter in word) and any(map(str.isupper, word[1:]))
    return is_mixed and any(map(str.isdigit, word))
