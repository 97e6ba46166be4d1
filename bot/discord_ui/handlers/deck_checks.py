"""Cutting the next deck with a player's word, and verifying earlier decks."""

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers.context import TableContext
from bot.discord_ui.handlers.registry import handles
from bot.engine import actions, notation
from bot.model import enums, refusals
from bot.render.safe_text import MAX_NAME_LENGTH, plain_line
from bot.render.table.deck_fairness import PublishedDeck, sealed_screen, verify_screen
from bot.tables import changes
from bot.tables.state import refuse_unless_seed_public, scored_deal_count
from bot.ui_commands.play_commands import CutDeck, VerifyDeck


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
    return PublishedDeck(table.id, deal, shuffle.seed, shuffle.words, cards)
