"""A scored deal at one of its cards: the remaining hands and the current trick."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.view import ResultView
from bot.render.facts import TableData
from bot.render.parts import (
    GAP,
    bold,
    hand_tiles,
    join_dotted,
    join_lines,
    small_print,
    talon_lead_text,
    trick_players,
)
from bot.render.screen import token
from bot.render.words import TableWords


class PlayedCard(NamedTuple):
    """One card of a deal with the seat that held it and its trick, from 0."""

    seat: Seat
    card: Card
    trick: int


def deal_line(scored: ResultView, facts: TableData, words: TableWords) -> str:
    """Return a line such as "Deal 3 · 6♠ · played by Ana"."""
    deal = words.say("board.deal", number=scored.number)
    if scored.contract is None:
        return join_dotted((deal, words.say(f"outcome.{scored.outcome}")))
    name, contract = facts.name(scored.contract.declarer), scored.contract.name
    return join_dotted((deal, words.contract(contract), words.say("result.declarer", name=name)))


def hand_line(
    scored: ResultView,
    cards: Sequence[PlayedCard],
    step: int,
    seat: Seat,
    hand: Hand,
    facts: TableData,
) -> str:
    """Return the remaining hand before card ``step``, with the tricks its player has won."""
    now = cards[step]
    gone = Hand.of(played.card for played in cards[:step])
    won = sum(trick.winner == seat for trick in scored.tricks[: now.trick])
    counted = str(won) if seat in trick_players(scored.seats, scored.roles) else ""
    name = bold(facts.name(seat)) if now.seat == seat else facts.name(seat)
    mark = "▸ " if now.seat == seat else ""
    return join_lines(small_print(mark + join_dotted((name, counted))), hand_tiles(hand - gone))


def trick_in_progress(
    scored: ResultView, cards: Sequence[PlayedCard], step: int, facts: TableData, words: TableWords
) -> str:
    """Return the cards of the current trick; the card played now comes last, in bold."""
    now = cards[step]
    before = [played for played in cards[:step] if played.trick == now.trick]
    shown = [f"{token(CARD_NAMES[played.card])} {facts.name(played.seat)}" for played in before]
    shown.append(f"{token(CARD_NAMES[now.card])} {bold(facts.name(now.seat))}")
    led = [trick.talon for trick in scored.tricks[now.trick : now.trick + 1]]
    return GAP.join([*(talon_lead_text(card, words) for card in led if card is not None), *shown])
