"""Handing a seat over to another user: the choice, the proposal, and the successor's consent."""

from bot.discord_ui.components import is_bot_user
from bot.discord_ui.handlers import registry, table_pages
from bot.discord_ui.handlers.context import TableContext
from bot.model.enums import Proposal
from bot.model.refusals import Refusal, Refused
from bot.render.hand.dialogs import handover_screen
from bot.tables import voting
from bot.ui_commands.play_commands import ChooseSuccessor, OfferSeat


@registry.handles(ChooseSuccessor)
async def ask_successor(context: TableContext, command: ChooseSuccessor) -> None:
    """Ask for the successor; only for a seat that may be handed over."""
    context.table.state.require_game()
    seat, own = command.seat, context.table.state.require_seat(context.user_id)
    facts = await context.services.table_data.of(context.table, context.words)
    if seat != own and not facts.seats_left()[seat : seat + 1] == (True,):
        raise Refused(Refusal.NOT_YOUR_SEAT)
    await context.show(
        handover_screen(table_pages.view_of_user(context), facts, context.words, seat)
    )


@registry.handles(OfferSeat)
async def offer_seat_to(context: TableContext, command: OfferSeat) -> None:
    """Propose a vote that needs the successor's consent too; mention them at most once a while."""
    successor = command.user_id
    if is_bot_user(context.interaction, successor):
        raise Refused(Refusal.HEIR_ROBOT)
    is_new = await context.change(voting.offer_seat, context.user_id, command.seat, successor)
    if is_new and _is_consent_missing(context, successor) and _may_mention(context, successor):
        context.services.painter.announcements.mention_successor(context.table, successor)
    await table_pages.acknowledge_vote(context)


def _is_consent_missing(context: TableContext, successor: int) -> bool:
    """True if the successor's consent is still missing: their own vote may have come first."""
    return (
        context.table.state.seat_of(successor) is None
        and successor in context.table.state.missing_voters()
    )


def _may_mention(context: TableContext, successor: int) -> bool:
    """True if nobody has mentioned the successor recently."""
    try:
        context.services.invitation_quota.count(context.table, successor)
    except Refused:
        return False
    return True


async def agree_to_vote(context: TableContext, about: Proposal | None) -> None:
    """Vote for the proposal ``about``, if it is still the open one.

    If the successor sits at too many tables, the other voters get HEIR_BUSY.
    """
    heir = next((vote.heir for vote in context.table.state.open_votes()), None)
    if heir == context.user_id:
        await context.services.names.remember(context.interaction.user)
    try:
        await context.change(voting.approve, context.user_id, about)
    except Refused as refused:
        is_heirs = refused.reason is Refusal.TOO_MANY_TABLES_OF_YOURS and heir != context.user_id
        raise Refused(Refusal.HEIR_BUSY) if is_heirs else refused from refused
