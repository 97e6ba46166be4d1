"""Kibitzers: asking for a hand, following it one trick late, and what its player answers."""

from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.handlers.registry import handles
from bot.discord_ui.handlers.table_pages import show_more_page
from bot.engine.cards import Seat
from bot.model.refusals import Refusal, Refused
from bot.render.hand import kibitz_screens
from bot.tables import kibitzing
from bot.tables.kibitzing import FollowedHand, KibitzQuestion
from bot.ui_commands.play_commands import (
    AllowKibitzers,
    AnswerKibitzer,
    AskForHand,
    ShowKibitzPage,
    StopKibitzing,
)


@handles(ShowKibitzPage)
async def show_kibitz_page(context: TableContext, _: ShowKibitzPage) -> None:
    """Show the followed hand, or who has to agree, or the hands to ask for."""
    if context.table.state.seat_of(context.user_id) is not None:
        await show_more_page(context)
        return
    kibitzing.refuse_kibitzing(context.table.state, context.user_id)
    await context.change(kibitzing.note_seen, context.user_id)
    if (followed := kibitzing.followed_hand(context.table.state, context.user_id)) is not None:
        await _show_followed(context, followed)
    elif kibitzing.wish_of(context.table.state, context.user_id) is not None:
        await _show_waiting(context)
    else:
        await _show_menu(context)


@handles(AskForHand)
async def ask_for_hand(context: TableContext, command: AskForHand) -> None:
    """Ask for a hand; its player reads the question above their cards."""
    sittings = await context.services.store.game_queries.sittings(context.table.id)
    if context.user_id in {one.user_id for one in sittings}:
        raise Refused(Refusal.KIBITZ_PLAYER)
    await context.change(kibitzing.ask, context.user_id, command.player_id)
    await show_kibitz_page(context, ShowKibitzPage())


@handles(AnswerKibitzer)
async def answer_kibitzer(context: TableContext, command: AnswerKibitzer) -> None:
    """Answer a kibitzer; a question that is no longer open leaves everything as it is."""
    asked = KibitzQuestion(command.user_id, command.scope)
    await context.change(kibitzing.reply_to_kibitzer, context.user_id, command.reply, asked)
    await context.show_hand()


@handles(StopKibitzing)
async def stop_kibitzing(context: TableContext, _: StopKibitzing) -> None:
    """Stop the kibitzers of the player's hand; a kibitzer stops following."""
    await context.change(kibitzing.stop, context.user_id)
    if context.table.state.seat_of(context.user_id) is not None:
        await show_more_page(context)
    else:
        kibitzing.refuse_kibitzing(context.table.state, context.user_id)
        await _show_menu(context)


@handles(AllowKibitzers)
async def allow_kibitzers(context: TableContext, _: AllowKibitzers) -> None:
    await context.change(kibitzing.allow, context.user_id)
    await show_more_page(context)


async def _show_followed(context: TableContext, followed: FollowedHand) -> None:
    """Show the hand as it was at one moment, whatever happens to the table meanwhile."""
    pictures = context.services.responder.pictures
    words = pictures.words_for_table(context.words, context.user_id)
    seat = context.table.state.seat_of(followed.player_id)
    facts = await context.services.table_data.of(context.table, words)
    await context.show(
        kibitz_screens.followed_screen(followed.view, seat, facts, words, is_open=followed.is_open)
    )


async def _show_waiting(context: TableContext) -> None:
    state = context.table.state
    seats = [state.seat_of(one) for one in kibitzing.unanswered(state, context.user_id)]
    facts = await context.services.table_data.of(context.table, context.words)
    names = [facts.name(seat) for seat in seats if seat is not None]
    await context.show(
        kibitz_screens.waiting_screen(facts, state.row.version, names, context.words)
    )


async def _show_menu(context: TableContext) -> None:
    state = context.table.state
    declined = list[Seat]()
    for player_id in state.human_ids():
        seat = state.seat_of(player_id)
        if seat is not None and kibitzing.has_declined(state, player_id, context.user_id):
            declined.append(seat)
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(
        kibitz_screens.kibitz_menu_screen(facts, state.row.version, declined, context.words)
    )
