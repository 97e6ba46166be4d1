"""Keeps the deals of a user under names: list, open, rename, delete."""

from dataclasses import replace
from typing import Final

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.features.deals.deal_lookup import deal_page, find_deal, read_stored_code, replay_url
from bot.features.deals.deal_screens import deal_page_screen
from bot.features.deals.own_deal_screens import ListedDeal, drop_screen, own_deals_screen
from bot.model.refusals import Refusal, Refused
from bot.notation.deal_code import BadCode, read_deal_code
from bot.notation.imports.reconstruction import ImportedDeal
from bot.render import families, safe_text
from bot.store import WriteFault, WriteRefused
from bot.store.queries.own_deals import DealOrigin, OwnDeal
from bot.ui_commands.deal_commands import (
    DropOwnDeal,
    KeepAttempt,
    NameOwnDeal,
    OpenOwnDeal,
    ShowOwnDeals,
)

_LONGEST_NAME: Final = 40
_REFUSAL_OF_FAULT: Final = {
    WriteFault.NAME_TAKEN: Refusal.OWN_DEAL_NAME_TAKEN,
    WriteFault.TOO_MANY_NAMES: Refusal.TOO_MANY_OWN_DEALS,
}


@handles(ShowOwnDeals)
async def show_own_deals(context: Context, _: ShowOwnDeals) -> None:
    """List the deals of the user; those that no rules allow any more are left out."""
    await _show_list(context)


async def _show_list(context: Context, note: str = "") -> None:
    listed = list[ListedDeal]()
    for own in await context.services.store.own_deals.of_user(context.user_id):
        try:
            listed.append((own, read_deal_code(context.services.presets, own.code)))
        except BadCode:
            continue
    await context.show(own_deals_screen(listed, context.words, note))


@handles(OpenOwnDeal)
async def open_own_deal(context: Context, command: OpenOwnDeal) -> None:
    """Show a deal of the user."""
    await show_own_deal(context, await own_deal(context, command.deal))


async def own_deal(context: Context, deal_id: int) -> OwnDeal:
    """Return a deal that belongs to the user.  Raises Refused."""
    found = await find_deal(context, deal_id)
    if found.user_id != context.user_id:
        raise Refused(Refusal.OWN_DEAL_GONE)
    return found


async def show_own_deal(
    context: Context, own: OwnDeal, imported: ImportedDeal | None = None, more: int = 0
) -> None:
    """Show the page of a deal; ``imported`` is how a text brought it just now."""
    found = imported or ImportedDeal(read_stored_code(context, own.code))
    page = deal_page(context.services.presets, found, replay_url(context, found))
    words = families.with_table_faces(found.deal.rules, context.words)
    screen = deal_page_screen(replace(page, own=own, more=more), words)
    await replace(context, words=words).show(screen)


@handles(NameOwnDeal)
async def ask_name(context: Context, command: NameOwnDeal) -> None:
    """Ask for the name of a deal in a modal, at once: a modal must be the first response."""
    words = context.words
    form = components.text_modal(
        0,
        command,
        title=words.say("own.name.title"),
        label=words.say("own.name.label"),
        description=words.say("own.name.explain"),
        placeholder="",
        max_length=_LONGEST_NAME,
    )
    await delivery.send_modal(context.interaction, form)


@handles_form(NameOwnDeal)
async def name_deal(context: Context, command: NameOwnDeal, fields: dict[str, str]) -> None:
    """Keep a deal under the typed name."""
    await own_deal(context, command.deal)
    name = safe_text.plain_line(fields.get(components.TYPED_FIELD, ""))
    if not any(letter.isalnum() for letter in name):
        raise Refused(Refusal.OWN_DEAL_NAME)
    try:
        await context.services.store.own_deals.rename(context.user_id, command.deal, name)
    except WriteRefused as refused:
        raise _refusal(refused) from refused
    context.mark_stored()
    await show_own_deal(context, await own_deal(context, command.deal))


def _refusal(refused: WriteRefused) -> Refused:
    refusal = _REFUSAL_OF_FAULT[refused.refusal]
    if refusal is Refusal.TOO_MANY_OWN_DEALS:
        return Refused(refusal, limit=refused.limit)
    return Refused(refusal)


@handles(DropOwnDeal)
async def drop_own_deal(context: Context, command: DropOwnDeal) -> None:
    """Delete a deal; one with a name after a confirmation."""
    own = await own_deal(context, command.deal)
    if own.name and not command.is_sure:
        await context.show(drop_screen(own, context.words))
        return
    await context.services.store.own_deals.delete(context.user_id, own.deal_id)
    context.mark_stored()
    await _show_list(context, context.words.say("own.dropped"))


@handles(KeepAttempt)
async def keep_attempt(context: Context, command: KeepAttempt) -> None:
    """Make the attempt a deal of its own, ready for a name."""
    own = await own_deal(context, command.deal)
    if not own.course:
        raise Refused(Refusal.OWN_DEAL_GONE)
    now = context.services.tables.services.now()
    kept = await context.services.store.own_deals.put(
        context.user_id, own.course, DealOrigin.REPLAY, now
    )
    context.mark_stored()
    await show_own_deal(context, kept)
