"""Cutting the next deck with a player's word, and verifying earlier decks."""

from bot.deeds.table import Cut
from bot.engine.actions import Deck
from bot.engine.notation import parse
from bot.front.components import word_form
from bot.front.desk.context import Visit
from bot.refusals import Refusal, Refused
from bot.render.names import LONGEST, plain_line
from bot.render.table.deck import Published, verify_screen
from bot.tables import changes
from bot.tables.publishing import refuse_unless_published, scored_deals
from bot.terms import ENDED


async def ask_word(visit: Visit, deal: int) -> None:
    """Ask for the word in a modal; refuse at once where the deck cannot be cut."""
    changes.cut(visit.table.state, visit.office.tables.services.moment(), visit.user_id, deal, "?")
    form = word_form(
        visit.table.id,
        Cut(deal),
        title=visit.words.say("cut.title", deal=deal),
        label=visit.words.say("cut.label"),
        explain=visit.words.say("cut.explain"),
        usual=_usual(visit, deal),
        longest=LONGEST,
    )
    await visit.interaction.response.send_modal(form)


async def take_word(visit: Visit, deal: int, typed: str) -> None:
    """Cut the deck with the typed text, or with a default word."""
    word = plain_line(typed) or _usual(visit, deal)
    await visit.change(changes.cut, visit.user_id, deal, word)
    await visit.acknowledge()


def _usual(visit: Visit, deal: int) -> str:
    return f"{visit.table.id}-{deal}"


async def verify(visit: Visit, deal: int | None) -> None:
    """Show the deck of a deal, by default of the last one with a published seed."""
    published = await _published(visit, deal or await _last(visit))
    await visit.show(verify_screen(published, visit.words))


async def _last(visit: Visit) -> int:
    state = visit.table.state
    if state.row.status not in ENDED:
        return max(1, scored_deals(state))
    return await visit.office.store.lists.newest_deck(visit.table.id) or 1


async def _published(visit: Visit, deal: int) -> Published:
    table, lists = visit.table, visit.office.store.lists
    if not await lists.is_sealed(table.id, deal):
        was_dealt = await lists.deck(table.id, deal) is not None
        raise Refused(Refusal.DECK_WITHOUT_SEED if was_dealt else Refusal.NO_SUCH_DEAL, deal=deal)
    refuse_unless_published(table.state, deal)
    shuffle = await lists.shuffle(table.id, deal)
    assert shuffle is not None
    line = await lists.deck(table.id, deal)
    dealt = parse(line) if line is not None else None
    cards = dealt.cards if isinstance(dealt, Deck) else None
    return Published(table.id, deal, shuffle.seed, shuffle.words, cards)
