"""Pages of a table: hands, sheets, tricks, rules, decks, help, kibitzers, and confirmations."""

from typing import Final

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles, run_table_command
from bot.discord_ui.handlers.table_rules import require_host
from bot.discord_ui.responses import is_private_click
from bot.discord_ui.table_data import kibitzers_of
from bot.engine import actions, game, notation, rules, view
from bot.engine.cards import Seat
from bot.model import enums, refusals
from bot.model.enums import ENDED_STATUSES, OPEN_STATUSES, LeaveOutcome, Status
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.presets import parse_rules
from bot.render import rule_text, rules_screens
from bot.render.announcement_screens import alert_screen, return_screen
from bot.render.hand import dialogs, kibitz_screens
from bot.render.screen import MAX_NAME_LENGTH, Screen, Tone, plain_line
from bot.render.server import help_screens, table_lists
from bot.render.sheet_screens import score_screen, settlement_screen
from bot.render.table.deck_fairness import PublishedDeck, sealed_screen, verify_screen
from bot.render.table.lobby_screens import fill_screen, lobby_menu_screen, seats_screen
from bot.render.table.result import close_screen, last_trick_screen, table_in_words_screen
from bot.tables import Table, changes, kibitzing
from bot.tables.kibitzing import FollowedHand, KibitzQuestion
from bot.tables.state import (
    refuse_if_over,
    refuse_unless_lobby,
    refuse_unless_seed_public,
    scored_deal_count,
)
from bot.ui_commands import play_commands, server_commands, view_commands
from bot.ui_commands.play_commands import CutDeck, VerifyDeck

_TABLES_PER_PAGE: Final = 6  # of a server: as many as fit a phone

# The ``/hand`` command: finds the user's table without a message of it.


@handles(server_commands.ShowMyHand)
async def show_my_hand(context: Context, command: server_commands.ShowMyHand) -> None:
    """Show the user's hand at the requested table; where several fit, show these to choose from."""
    if (table_context := await _find_own_table(context, command.game)) is not None:
        await run_table_command(table_context, play_commands.ShowHand())


async def _find_own_table(context: Context, game: int | None) -> TableContext | None:
    """Return the requested table; None where several fit, and then show these to choose from.

    The user may have no message of the table: a deleted one is posted again.
    """
    services, place = context.services, context.interaction.channel_id or 0
    if game is not None:
        table = await services.tables.get(game)
    else:
        try:
            table = await services.tables.find_here_or_last(
                place, context.user_id, context.guild_id
            )
        except Refused as refused:
            if refused.reason is not Refusal.SEVERAL_TABLES_HERE:
                raise
            await _ask_table(context)
            return None
    table_context = context.at_table(table)
    if table.row.status not in ENDED_STATUSES:
        await services.painter.redraw(table)
    return table_context


async def _ask_table(context: Context) -> None:
    place = context.interaction.channel_id or 0
    tables = await context.services.tables.list_candidates(place, context.user_id, context.guild_id)
    shown = [await _own_table(context, table) for table in tables]
    await context.show(table_lists.own_tables_screen(shown, context.words))


async def _own_table(context: Context, table: Table) -> table_lists.OwnTable:
    row = table.row
    place = f"<#{row.place_id or row.channel_id}>"
    if table.load_refusal is not None:
        return table_lists.OwnTable(table.id, place, unreadable=table.load_refusal)
    facts = await context.services.table_data.of(table, context.words)
    seat, kept = table.state.seat_of(context.user_id), table.state.reserved_seat(context.user_id)
    is_seated = seat is not None or kept is not None
    return table_lists.OwnTable(
        table.id, place, parse_rules(row.rules), facts, table.state.seat_to_act(), seat, is_seated
    )


@handles(server_commands.ShowServerTables)
async def show_server_tables(context: Context, command: server_commands.ShowServerTables) -> None:
    """Show a page of the open tables to a manager; for others there is just no table here."""
    if not context.can_manage():
        raise Refused(Refusal.NO_TABLE_HERE)
    services = context.services
    rows = await services.store.game_queries.games_of_guild(context.guild_id, OPEN_STATUSES)
    pages = -(-len(rows) // _TABLES_PER_PAGE) or 1
    page = min(command.page or 1, pages)
    here = rows[(page - 1) * _TABLES_PER_PAGE : page * _TABLES_PER_PAGE]
    shown = [await _own_table(context, await services.tables.get(row.game_id)) for row in here]
    await context.show(table_lists.server_tables_screen(shown, context.words, page, pages))


@handles(server_commands.CloseServerTable)
async def close_server_table(context: Context, command: server_commands.CloseServerTable) -> None:
    """Close a table of the list as `/table close` does at the table itself."""
    if not context.can_manage():
        raise Refused(Refusal.NO_PERMISSION)
    table = await context.services.tables.get(command.game)
    if table.row.guild_id != context.guild_id:
        raise Refused(Refusal.UNKNOWN_TABLE)
    await run_table_command(context.at_table(table), play_commands.CloseTable())


# Pages of the table.


def view_of_user(context: TableContext) -> view.View:
    """Return the user's view: their own hand, or the spectator's public side."""
    seen = context.table.view_of(context.table.state.seat_of(context.user_id))
    return seen or view.build_view(game.new_game(parse_rules(context.table.row.rules)), None)


@handles(play_commands.ShowHand)
async def show_hand(context: TableContext, _: play_commands.ShowHand) -> None:
    await show_hand_page(context)


@handles(play_commands.DiscardPlaceholder)
async def show_current_hand(context: TableContext, _: play_commands.DiscardPlaceholder) -> None:
    """Show the hand in place of a stale one; a current one has this button disabled."""
    await show_hand_page(context)


@handles(play_commands.MarkDiscard)
async def mark_discard(context: TableContext, command: play_commands.MarkDiscard) -> None:
    """Show the hand with the marked cards; the buttons alone carry the marks."""
    await context.show_hand(picked=command.cards)


async def show_hand_page(context: TableContext, note: str = "") -> None:
    """Show the user's hand, or in a lobby its page, or after leaving the way back."""
    table = context.table
    if table.game is None:
        refuse_if_over(table.state)
    if table.row.status is Status.LOBBY and table.state.seat_of(context.user_id) is not None:
        await _show_lobby_page(context, note)
    elif (
        table.row.status is Status.PLAYING
        and table.state.reserved_seat(context.user_id) is not None
    ):
        await context.show(return_screen(table.id, context.words))
    else:
        await context.show_hand(note=note)


@handles(view_commands.ShowScore)
async def show_score(context: TableContext, command: view_commands.ShowScore) -> None:
    data, words = context.services.table_data, context.words
    facts = await data.of(context.table, words)
    written = await data.score_entries(context.table)
    shares = await data.shared_seat_scores(context.table, words)
    view = view_of_user(context)
    await context.show(score_screen(view, facts, words, written, shares, command.page))


@handles(view_commands.ShowSettlement)
async def show_settlement(context: TableContext, _: view_commands.ShowSettlement) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    shares = await context.services.table_data.shared_seat_scores(context.table, context.words)
    await context.show(settlement_screen(view_of_user(context), facts, context.words, shares))


@handles(view_commands.ShowLastTrick)
async def show_last_trick(context: TableContext, _: view_commands.ShowLastTrick) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(last_trick_screen(view_of_user(context), facts, context.words))


@handles(view_commands.ShowTableInWords)
async def show_table_in_words(context: TableContext, _: view_commands.ShowTableInWords) -> None:
    seen = context.table.view_of(None)
    if seen is None:
        raise Refused(Refusal.NOT_STARTED)
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(table_in_words_screen(seen, facts, context.words))


@handles(view_commands.ShowRules)
async def show_rules(context: TableContext, command: view_commands.ShowRules) -> None:
    agreed = parse_rules(context.table.row.rules)
    differences = context.services.presets.differences(agreed)
    code = rule_text.format_code(context.services.presets, agreed)
    page, table_id = command.page or 0, context.table.id
    screen = rules_screens.rules_screen(agreed, differences, context.words, page, table_id, code)
    await context.show(screen)


async def show_table_help(context: TableContext) -> None:
    if context.table.game is None:
        family = parse_rules(context.table.row.rules).family
        await context.show(help_screens.general_help_screen(context.words, family))
        return
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(help_screens.help_screen(view_of_user(context), facts, context.words))


@handles(play_commands.ExplainBarredActions)
async def show_barred_actions(context: TableContext, _: play_commands.ExplainBarredActions) -> None:
    """Show the actions that the rules bar for the seat to act."""
    context.table.state.require_seat(context.user_id)
    deal, seen = context.table.state.require_game().deal, context.table.player_view(context.user_id)
    if deal is None or not seen.is_my_turn:
        raise rules.IllegalAction(rules.RuleReason.NOT_YOUR_TURN)
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(
        dialogs.explanation_screen(seen, game.forbidden_actions(deal), facts, context.words)
    )


@handles(view_commands.ShowMorePage)
async def show_more(context: TableContext, _: view_commands.ShowMorePage) -> None:
    await show_more_page(context)


async def show_more_page(context: TableContext, note: str = "") -> None:
    """Show the page of rarely needed commands."""
    if context.table.row.status is Status.LOBBY:
        await _show_lobby_page(context, note)
        return
    facts = await context.services.table_data.of(context.table, context.words)
    facts = replace(facts, kibitz=kibitzers_of(context.table.state, context.user_id))
    await context.show(dialogs.table_menu_screen(view_of_user(context), facts, context.words, note))


async def confirm_leave(context: TableContext, consequence: LeaveOutcome) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(
        dialogs.leave_screen(view_of_user(context), facts, context.words, consequence)
    )


async def confirm_stop(context: TableContext) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(dialogs.stop_screen(view_of_user(context), facts, context.words))


async def ask_close_mode(context: TableContext) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(close_screen(facts, context.words))


@handles(play_commands.ClaimTricks)
async def ask_claim(context: TableContext, command: play_commands.ClaimTricks) -> None:
    """Ask for the claimer's tricks first, then for the split of the rest."""
    facts = await context.services.table_data.of(context.table, context.words)
    seen = context.table.player_view(context.user_id)
    if not dialogs.legal_claims(seen):
        raise Refused(Refusal.NO_CLAIM)
    await context.show(dialogs.claim_screen(seen, facts, context.words, command.tricks))


@handles(play_commands.ConfirmAction)
async def confirm_action(context: TableContext, command: play_commands.ConfirmAction) -> None:
    """Ask for confirmation of an action and state its cost; if it is stale, show the hand."""
    seen, action = context.table.player_view(context.user_id), command.action
    if action not in seen.legal:
        stale = context.services.responder.render_refusal(Refused(Refusal.STALE), context.words)
        await context.show_hand(note=stale)
        return
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(dialogs.confirmation_screen(seen, action, facts, context.words))


# -- the lobby's private pages


async def ask_clock(context: TableContext) -> None:
    require_host(context)
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(rules_screens.clock_screen(facts, context.words))


# -- screens after a command


async def _show_lobby_page(context: TableContext, note: str = "") -> None:
    row = context.table.row
    facts = await context.services.table_data.of(context.table, context.words)
    is_here = context.interaction.channel_id == (row.place_id or row.channel_id)
    where = "" if is_here else context.words.say("hand.place", place=f"<#{row.channel_id}>")
    await context.show(lobby_menu_screen(facts, context.user_id, context.words, note or where))


async def show_seats_page(context: TableContext) -> None:
    """Show the seat assignment and the changes this user may make to it."""
    refuse_unless_lobby(context.table.state)
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(seats_screen(facts, context.user_id, context.words))


async def confirm_robots(context: TableContext) -> None:
    facts = await context.services.table_data.of(context.table, context.words)
    await context.show(fill_screen(facts, context.words))


async def acknowledge_lobby(context: TableContext, key: str = "") -> None:
    """Acknowledge a lobby change: a command gets a line, a private page the new state."""
    is_lobby = context.table.row.status is Status.LOBBY
    if is_lobby and not key and is_private_click(context.interaction):
        await _show_lobby_page(context)
    elif context.is_command() or is_private_click(context.interaction):
        await context.show(_done_screen(context, key or "done.lobby"))
    else:
        await context.acknowledge()


async def acknowledge_vote(context: TableContext) -> None:
    if is_private_click(context.interaction) or context.is_command():
        is_open = bool(context.table.state.open_votes())
        await context.show(_done_screen(context, "done.vote" if is_open else "done.voted"))
    else:
        await context.acknowledge()


async def acknowledge_joining(context: TableContext) -> None:
    """Confirm joining; in a match with the seat's situation and any open vote."""
    if context.table.row.status is Status.LOBBY:
        await acknowledge_lobby(context)
    else:
        await acknowledge_lobby(
            context, "done.seated_vote" if context.table.state.votes else "done.seated"
        )


async def acknowledge_leaving(context: TableContext, consequence: LeaveOutcome | None) -> None:
    await acknowledge_lobby(
        context, "done.left" if consequence is None else f"done.left.{consequence}"
    )


async def acknowledge_close(context: TableContext) -> None:
    await acknowledge_lobby(context, "done.closed")


def _done_screen(context: TableContext, key: str) -> Screen:
    return alert_screen(context.words.say(key), Tone.PRIVATE, context.table.id)


# Cutting the next deck with a player's word, and verifying earlier decks.


@handles(CutDeck)
async def ask_cut_word(context: TableContext, command: CutDeck) -> None:
    """Ask for the word in a modal; refuse at once where the deck cannot be cut."""
    changes.cut_deck(
        context.table.state,
        context.services.tables.services.change_context(),
        context.user_id,
        command.deal,
        "?",
    )
    form = components.text_modal(
        context.table.id,
        command,
        title=context.words.say("cut.title", deal=command.deal),
        label=context.words.say("cut.label"),
        description=context.words.say("cut.explain"),
        placeholder=_default_word(context, command.deal),
        max_length=MAX_NAME_LENGTH,
    )
    await delivery.send_modal(context.interaction, form)


async def cut_with_word(context: TableContext, deal: int, typed: str) -> None:
    """Cut the deck with the typed text, or with a default word."""
    word = plain_line(typed) or _default_word(context, deal)
    await context.change(changes.cut_deck, context.user_id, deal, word)
    await context.acknowledge()


def _default_word(context: TableContext, deal: int) -> str:
    return f"{context.table.id}-{deal}"


@handles(VerifyDeck)
async def show_deck_check(context: TableContext, command: VerifyDeck) -> None:
    """Show the deck of a deal, by default of the last one with a published seed.

    A deck whose seed is secret shows its commitment.
    """
    deal = command.deal or await _last_published(context)
    facts = await context.services.table_data.of(context.table, context.words)
    why = _why_secret(context, deal)
    if why is not None and facts.deck is not None and facts.deck.deal == deal:
        await context.show(sealed_screen(context.table.id, facts.deck, why, context.words))
        return
    published = await _load_published(context, deal)
    await context.show(verify_screen(published, facts.deck, context.words))


def _why_secret(context: TableContext, deal: int) -> refusals.Refusal | None:
    """Return why the seed of a deal is not public yet; None if it is."""
    try:
        refuse_unless_seed_public(context.table.state, deal)
    except refusals.Refused as refused:
        return refused.reason
    return None


async def _last_published(context: TableContext) -> int:
    state = context.table.state
    if state.row.status not in enums.ENDED_STATUSES:
        return max(1, scored_deal_count(state))
    return await context.services.store.game_queries.newest_deck(context.table.id) or 1


async def _load_published(context: TableContext, deal: int) -> PublishedDeck:
    table, queries = context.table, context.services.store.game_queries
    if not await queries.has_seed(table.id, deal):
        raise refusals.Refused(refusals.Refusal.NO_SUCH_DEAL, deal=deal)
    refuse_unless_seed_public(table.state, deal)
    shuffle = await queries.shuffle(table.id, deal)
    assert shuffle is not None
    line = await queries.deck(table.id, deal)
    dealt = notation.parse_action(line) if line is not None else None
    cards = dealt.cards if isinstance(dealt, actions.Deck) else None
    return PublishedDeck(table.row.deck_number, deal, shuffle.seed, shuffle.words, cards)


# Kibitzers: asking for a hand, following it one trick late, and what its player answers.


@handles(play_commands.ShowKibitzPage)
async def show_kibitz_page(context: TableContext, _: play_commands.ShowKibitzPage) -> None:
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


@handles(play_commands.AskForHand)
async def ask_for_hand(context: TableContext, command: play_commands.AskForHand) -> None:
    """Ask for a hand; its player reads the question above their cards."""
    sittings = await context.services.store.game_queries.sittings(context.table.id)
    if context.user_id in {one.user_id for one in sittings}:
        raise Refused(Refusal.KIBITZ_PLAYER)
    await context.change(kibitzing.ask, context.user_id, command.player_id)
    await show_kibitz_page(context, play_commands.ShowKibitzPage())


@handles(play_commands.AnswerKibitzer)
async def answer_kibitzer(context: TableContext, command: play_commands.AnswerKibitzer) -> None:
    """Answer a kibitzer; a question that is no longer open leaves everything as it is."""
    asked = KibitzQuestion(command.user_id, command.scope)
    await context.change(kibitzing.reply_to_kibitzer, context.user_id, command.reply, asked)
    await context.show_hand()


@handles(play_commands.StopKibitzing)
async def stop_kibitzing(context: TableContext, _: play_commands.StopKibitzing) -> None:
    """Stop the kibitzers of the player's hand; a kibitzer stops following."""
    await context.change(kibitzing.stop, context.user_id)
    if context.table.state.seat_of(context.user_id) is not None:
        await show_more_page(context)
    else:
        kibitzing.refuse_kibitzing(context.table.state, context.user_id)
        await _show_menu(context)


@handles(play_commands.AllowKibitzers)
async def allow_kibitzers(context: TableContext, _: play_commands.AllowKibitzers) -> None:
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
