"""The text form of a public collection of Russian games: begin, CONTRACT, HAND, TRADE, MOVE, end.

It has hands, talon and calls of three players; cards are kept of all-pass deals alone.  The first
HAND belongs to seat 2, the others follow clockwise; FIRSTPLAYER is forehand.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from bot.engine import actions, deal
from bot.engine import actions as act
from bot.engine.cards import CARDS_BY_NAME, Card, Hand, Seat
from bot.engine.game import Game, stage_of
from bot.notation import single_deal
from bot.notation.imports.reconstruction import ImportedDeal, with_calls, with_cards
from bot.presets import Presets

_PRESET: Final = "sochi"
FIRST_WORD: Final = "begin"

_PLAYERS: Final = 3
_FIRST_HAND: Final = 2
_CARD: Final = re.compile(r"(10|[7-9AKQJ])([scdh])")
_BID: Final = re.compile(r"(6|7|8|9|10)(s|c|d|h|nt)")


@dataclass(slots=True)
class _Lines:
    """The lines of one deal."""

    first: Seat = -1
    contract: str = ""
    hands: list[Hand] = field(default_factory=list)
    talon: tuple[Card, ...] = ()
    calls: list[actions.Action] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


def read_gambler(presets: Presets, text: str) -> Iterator[ImportedDeal]:
    """Yield the deals of a text.  Raises BadDeal with the line that cannot be read."""
    lines: _Lines | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if words == [FIRST_WORD]:
            lines = _Lines()
        elif lines is None:
            raise single_deal.BadDeal("unreadable", line=number, said=line[:80])
        elif words == ["end"]:
            yield _deal_of(presets, lines)
            lines = None
        else:
            try:
                _read_line(lines, words)
            except (ValueError, IndexError) as error:
                raise single_deal.BadDeal("unreadable", line=number, said=line[:80]) from error
    if lines is not None:
        raise single_deal.BadDeal("not_ended")


def _read_line(lines: _Lines, words: list[str]) -> None:
    match words:
        case ["CONTRACT", contract]:
            lines.contract = contract
        case ["FIRSTPLAYER", seat]:
            lines.first = int(seat) % _PLAYERS
        case ["NUMOFPLAYERS", players] if int(players) in (3, 4):
            pass
        case ["HAND", *cards]:
            lines.hands.append(Hand.of(map(_card, cards)))
        case ["WIDOW", *cards]:
            lines.talon = tuple(map(_card, cards))
        case ["TRADE", call]:
            lines.calls.append(_call(call))
        case ["MOVE", card]:
            lines.cards.append(_card(card))
        case _:
            raise ValueError(words)


def _card(text: str) -> Card:
    found = _CARD.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return CARDS_BY_NAME[found[1] + found[2].upper()]


def _call(text: str) -> actions.Action:
    if text == "pass":
        return act.PASS
    if text == "miser":
        return act.Bid("M")
    found = _BID.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return act.Bid(found[1] + found[2].upper())


def _deal_of(presets: Presets, lines: _Lines) -> ImportedDeal:
    if len(lines.hands) != _PLAYERS or lines.first < 0:
        raise single_deal.BadDeal("hand_sizes")
    rules = presets.rules(_PRESET)
    dealer = (lines.first - 1) % _PLAYERS
    by_seat = [lines.hands[(seat - _FIRST_HAND) % _PLAYERS] for seat in range(_PLAYERS)]
    order = [by_seat[(dealer + step) % _PLAYERS] for step in (1, 2, 3)]
    talon = lines.talon
    bare = single_deal.SingleDeal(
        rules, dealer, single_deal.hands_by_seat(rules, dealer, order), talon
    )
    single_deal.check_cards(bare)
    called = with_calls(bare, _Auction(lines.calls))
    return with_cards(called, single_deal.replayed(called)[-1], lines.cards, "")


class _Auction:
    """The calls in their order; nothing is known of the discard and what follows."""

    def __init__(self, calls: list[actions.Action]) -> None:
        self._calls = deque(calls)

    def __call__(self, game: Game, seat: Seat) -> actions.Action | None:
        is_auction = stage_of(game) is deal.Stage.AUCTION
        return self._calls.popleft() if is_auction and self._calls else None
