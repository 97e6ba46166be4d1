"""A deal of one human against robots, as several features play it: the view, the hand, the record.

Such a deal is part of no match; the robots are called by the letters of their seats.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bot.analysis.postmortem import DealRecord
from bot.discord_ui.handlers.context import Context
from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.families import family_of
from bot.engine.game import Game
from bot.engine.notation import format_action
from bot.engine.shuffle import shuffled_deck
from bot.engine.view import SeatView, build_view
from bot.model.enums import Clock, Status
from bot.model.periods import day_of
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation.deal_code import BadCode, read_deal_code
from bot.notation.single_deal import SingleDeal, deck_of, hands_of_deck
from bot.render.screen import Block, ButtonRow, Press, Select
from bot.render.screen_data import SeatData, TableData
from bot.render.words import Words
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyEvent

_LETTERS: Final = "ABCD"


def view_without_offers(game: Game, seat: Seat) -> SeatView:
    """Return what a seat may know, without claims and offers: nobody could judge them here."""
    seen = build_view(game, seat)
    proposals = act.Claim | act.Propose
    return seen._replace(legal=tuple(a for a in seen.legal if not isinstance(a, proposals)))


def record_of(deal: SingleDeal) -> DealRecord:
    """Return a scored deal as the record of a match with this deal alone."""
    carry = family_of(deal.rules).carry_under(deal.rules, deal.dealer, deal.conditions)
    course = ((seat, format_action(action)) for seat, action in deal.course)
    deck = (TABLE_SEAT, format_action(act.Deck(deck_of(deal))))
    return DealRecord(deal.rules, carry, (deck, *course))


def seat_letter(seat: Seat) -> str:
    """Return the letter that stands for a seat."""
    return _LETTERS[seat]


def player_name(seat: Seat, deal: SingleDeal, words: Words) -> str:
    """Return "Player B", or the name of the dummy."""
    if seat == deal.rules.dummy:
        return words.say("seat.dummy")
    return words.say("deal_page.player", letter=seat_letter(seat))


def _robot_name(seat: Seat, deal: SingleDeal, words: Words) -> str:
    """Return the name of a robot in sentences: some of them say "player" before any name."""
    if seat == deal.rules.dummy:
        return words.say("seat.dummy")
    return words.say("deal_page.robot", letter=seat_letter(seat))


def solo_table_data(
    deal: SingleDeal, human: SeatData, own_seat: Seat, level: str, words: Words
) -> TableData:
    """Return the data of a table with one human, whose robots have the letters of their seats."""
    seats = tuple(
        human if seat == own_seat else SeatData(_robot_name(seat, deal, words), None, level=level)
        for seat in range(deal.rules.players)
    )
    dummy = words.say("seat.dummy")
    return TableData(0, Status.PLAYING, human.user_id or 0, seats, Clock.NONE, dummy=dummy)


def with_presses(
    blocks: Iterable[Block], press_of: Callable[[Press], Press | None]
) -> tuple[Block, ...]:
    """Return the blocks of a hand with other presses; what would press None is dropped."""
    return tuple(block for part in blocks for block in _with_presses(part, press_of))


def _with_presses(block: Block, press_of: Callable[[Press], Press | None]) -> Iterator[Block]:
    match block:
        case ButtonRow(buttons):
            own = tuple(
                replace(button, press=press)
                for button in buttons
                if (press := press_of(button.press)) is not None
            )
            if own:
                yield ButtonRow(own)
        case Select(name, placeholder, choices):
            kept = tuple(
                replace(choice, press=press)
                for choice in choices
                if (press := press_of(choice.press)) is not None
            )
            if kept:
                yield Select(name, placeholder, kept)
        case _:
            yield block


# Keeps the deals of open days out of every other page that shows all hands of a deal.
#
# A deal code that somebody has shown, a typed deal or a deal played again would else tell a player
# of the six deals what they still have to find out (docs/fairness.md).

_PLAYERS: Final = 3
_DEALER: Final = 2  # the cards are compared in any order of the seats


async def refuse_sealed(context: Context, deal: SingleDeal, *, in_public: bool = False) -> None:
    """Raise Refused for the cards of six deals that the user has not finished.

    ``in_public``: for cards of any six deals that are still open.  Cards of a duplicate event are
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
