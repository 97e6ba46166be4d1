"""A deal of one human against robots, as several features play it: the view, the hand, the record.

Such a deal is part of no match; the robots are called by the letters of their seats.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.analysis.postmortem import DealRecord
from bot.engine import actions as act
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.families import family_of
from bot.engine.game import Game
from bot.engine.notation import format_action
from bot.engine.view import SeatView, build_view
from bot.model.enums import Clock, Status
from bot.notation.single_deal import SingleDeal, deck_of
from bot.render.screen import Block, ButtonRow, Press, Select
from bot.render.screen_data import SeatData, TableData
from bot.render.words import Words

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
