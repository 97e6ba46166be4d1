"""Keeps the deals of open days out of every other page that shows all hands of a deal.

A deal code that somebody has shown, a typed deal or a deal played again would else tell a player of
the six deals what they still have to find out (docs/fairness.md).
"""

from typing import Final

from bot.discord_ui.handlers.context import Context
from bot.engine.shuffle import shuffled_deck
from bot.model.periods import day_of
from bot.model.refusals import Refusal, Refused
from bot.notation.deal_code import BadCode, read_deal_code
from bot.notation.single_deal import SingleDeal, hands_of_deck
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyEvent

_PLAYERS: Final = 3
_DEALER: Final = 2  # the cards are compared in any order of the seats


async def refuse_sealed(context: Context, deal: SingleDeal, *, in_public: bool = False) -> None:
    """Raise Refused for the cards of six deals that the user has not finished.

    ``in_public``: for cards of any six deals that are still open.  Cards of an event of tables are
    refused to everybody until the deal is open.
    """
    services, store = context.services, context.services.store.daily_deals
    for event in await store.open_events(day_of(services.tables.services.now())):
        number = _number_of(context, event, deal)
        if number is None:
            continue
        if event.tables:
            opened = await services.tables.open_deal_count(event.table_event)
            if number > opened:
                raise Refused(Refusal.EVENT_SEALED)
            continue
        course = await store.course(event.key, context.user_id)
        has_finished = sum(one.points is not None for one in course) == DEALS_A_DAY
        if in_public or not has_finished:
            raise Refused(Refusal.DAILY_CARDS)


async def refuse_sealed_code(context: Context, code: str, *, in_public: bool = False) -> None:
    """Raise Refused as ``refuse_sealed`` does; a code that cannot be read shows no cards."""
    try:
        deal = read_deal_code(context.services.presets, code)
    except BadCode:
        return
    await refuse_sealed(context, deal, in_public=in_public)


def _number_of(context: Context, event: DailyEvent, deal: SingleDeal) -> int | None:
    """Return the deal of an event with these hands, in any order, and this talon; None without."""
    rules = context.services.presets.rules(event.key.preset, players=_PLAYERS)
    for number in range(1, event.deals + 1):
        deck = shuffled_deck(event.seed, event.key.day, number, "")
        hands, talon = hands_of_deck(rules, _DEALER, deck)
        if sorted(hands) == sorted(deal.hands) and sorted(talon) == sorted(deal.talon):
            return number
    return None
