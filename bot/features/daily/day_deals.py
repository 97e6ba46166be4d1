"""The six deals of an event: cards, seats and robots' lots, all from one secret seed.

An event has the protocol of a table's decks (docs/fairness.md): its game is the number of the day,
its deals are 1 to 6, and the commitment to its seed is that of deal 1.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from bot.analysis.postmortem import DealRecord
from bot.engine import shuffle
from bot.engine.actions import Action
from bot.engine.cards import Seat
from bot.engine.families import family_of
from bot.engine.game import Game, apply_action, to_act
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import SeatView
from bot.features.solo_play import record_of, view_without_offers
from bot.model.periods import day_of
from bot.model.table_events import EVENT_PLAYERS
from bot.model.values import Record, replace
from bot.notation.deal_code import read_deal_code
from bot.notation.single_deal import (
    SeatAction,
    SingleDeal,
    active_seats,
    deal_balance,
    hands_of_deck,
    replayed,
)
from bot.presets import Presets
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal, DailyEvent, EventKey
from bot.workers import secret_decision_seed

DAILY_LEVEL: Final = "expert"  # of both robots
DAYS_AHEAD: Final = 7  # whose seals are public: a night without the bot costs none of them
DEALER: Final[Seat] = 2
_PLAYERS: Final = 3
_ROTA: Final = ("sochi", "serbian", "viennese")  # one of each family, a day each in turn
_FIRST_DEAL: Final = 1


def event_of_day(day: int) -> EventKey:
    """Return the event of a day by the rota over the families."""
    return EventKey(day, _ROTA[day % len(_ROTA)])


def events_of_day(day: int) -> tuple[EventKey, ...]:
    """Return the events of a day, one of each family."""
    return tuple(EventKey(day, preset) for preset in _ROTA)


def event_of_family(presets: Presets, day: int, family: str) -> EventKey:
    """Return the event of a day for a server that plays a family of its own."""
    own = (preset for preset in _ROTA if presets.family_key(preset) == family)
    return EventKey(day, next(own, event_of_day(day).preset))


def is_known(key: EventKey) -> bool:
    """Return True if every day has an event under this preset."""
    return key.preset in _ROTA


def is_over(event: DailyEvent, now: int) -> bool:
    """Return True if the last day is over, so that the cards are public."""
    return day_of(now) > event.last_day


def seal_of(event: DailyEvent) -> str:
    """Return the commitment to the seed of an event, which may be shown at any time."""
    return shuffle.commitment(event.seed, event.key.day, _FIRST_DEAL)


def rules_of(presets: Presets, key: EventKey) -> Rules:
    """Return the rules of an event."""
    return presets.rules(key.preset, players=_PLAYERS)


def event_rules(presets: Presets, preset: str, deals: int) -> Rules:
    """Return the rules at the tables of an event: each deal by itself, and then nothing hidden."""
    rules = presets.rules(preset, players=EVENT_PLAYERS)
    alone = family_of(rules).deals_by_themselves(rules, deals)
    return alone.with_options(take_back="off", reveal_after_deal=True)


def bare_deal(presets: Presets, event: DailyEvent, number: int) -> SingleDeal:
    """Return deal ``number``, 1 to 6, of an event before the first call."""
    rules = rules_of(presets, event.key)
    deck = shuffle.shuffled_deck(event.seed, event.key.day, number, "")
    hands, talon = hands_of_deck(rules, DEALER, deck)
    return SingleDeal(rules, DEALER, hands, talon)


def seat_of(presets: Presets, event: DailyEvent, number: int) -> Seat:
    """Return the seat of every player in a deal: drawn so that each place comes twice a day."""
    drawn = sorted(range(1, DEALS_A_DAY + 1), key=lambda deal: _lot(event, deal))
    rules = rules_of(presets, event.key)
    return active_seats(rules, DEALER)[drawn.index(number) % _PLAYERS]


def _lot(event: DailyEvent, deal: int) -> bytes:
    text = f"preferans-seat-v1\n{event.key.day}\n{deal}\n".encode()
    return hmac.digest(event.seed, text, hashlib.sha256)


class DealInPlay(Record):
    """One deal of an event as a person plays it; ``stored`` is what is saved of it."""

    stored: DailyDeal
    seat: Seat
    deal: SingleDeal
    game: Game

    @property
    def is_over(self) -> bool:
        """True if the deal is scored."""
        return self.game.last is not None

    @property
    def is_my_turn(self) -> bool:
        return not self.is_over and to_act(self.game) == self.seat

    @property
    def length(self) -> int:
        """The number of actions so far."""
        return len(self.deal.course)

    def after(self, action: Action) -> "DealInPlay":
        """Return the deal after an action of the seat to act.  Raises IllegalAction."""
        seat = to_act(self.game)
        assert seat is not None
        deal = replace(self.deal, course=(*self.deal.course, SeatAction(seat, action)))
        return replace(self, deal=deal, game=apply_action(self.game, seat, action))

    def view(self, seat: Seat) -> SeatView:
        """Return what a seat may know, without claims and offers."""
        return view_without_offers(self.game, seat)

    def points(self) -> int | None:
        """Return what the deal brought the person; None before its score."""
        balance = deal_balance(replayed(self.deal))
        return balance[self.seat] if balance else None

    def record(self) -> DealRecord:
        """Return the scored deal as the record of a match with this deal alone."""
        return record_of(self.deal)


def resumed_deal(presets: Presets, event: DailyEvent, stored: DailyDeal) -> DealInPlay:
    """Return a stored deal at its last action.  Raises BadCode or BadDeal."""
    deal = read_deal_code(presets, stored.course)
    return DealInPlay(stored, seat_of(presets, event, stored.number), deal, replayed(deal)[-1])


def daily_decision_seed(event: DailyEvent, number: int, course: Iterable[SeatAction]) -> int:
    """Return the seed of a robot's decision: the same for everybody after the same acts."""
    secret = shuffle.robot_secret(event.seed, event.key.day, number)
    return secret_decision_seed(
        secret, (f"{seat} {format_action(action)}" for seat, action in course)
    )
