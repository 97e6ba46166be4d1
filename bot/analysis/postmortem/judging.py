"""Judgement of every card of a deal against best play with open hands."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.analysis.all_pass_solver import max_forced_tricks
from bot.analysis.position import Aim, play_of, position_of
from bot.analysis.postmortem.forecast import (
    Forecast,
    ForecastOption,
    PointScale,
    SeatPoints,
    SeatTricks,
    forecast_of,
    points_earned,
)
from bot.analysis.postmortem.record import (
    DealRecord,
    NoPlay,
    PlayedDeal,
    RecordedMove,
    replay_record,
)
from bot.engine import actions, trick_play
from bot.engine.cards import Card, Hand, Seat
from bot.engine.deal import Deal, DealResult, PhaseOver, Trick

# Records of a post-mortem: plain values that are sent between processes.


class PlayKind(StrEnum):
    """The kind of deal that was played."""

    CONTRACT = "contract"
    MISERE = "misere"
    ALL_PASS = "all_pass"
    UNPLAYED = "unplayed"


class JudgedCard(NamedTuple):
    """One card; ``before`` and ``after`` are each seat's final tricks under best play of all."""

    seat: Seat  # the owner of the card
    chooser: Seat  # the player who chose it: in open play one whister plays both hands
    card: Card
    trick: int  # 0..9
    record_line: int  # index in the record; -1 where the engine played automatically
    choices: int  # legal cards
    before: SeatTricks
    after: SeatTricks
    # counting tricks it cost its side; all-pass: tricks its player takes, or, between two players,
    # takes more than the other
    cost: int
    better: tuple[Card, ...]  # the cards without a loss, if it cost something
    points: SeatPoints  # the change for each seat

    @property
    def unchanged(self) -> SeatPoints:
        """Zero points for every seat."""
        return (0,) * len(self.points)


class PostMortem(NamedTuple):
    """A deal with every card judged."""

    kind: PlayKind
    result: DealResult
    hands: tuple[Hand, ...]  # by seat, at the first lead
    out: Seat  # the seat that took no part, or -1
    cards: tuple[JudgedCard, ...]
    best_tricks: SeatTricks  # under best play of all from the first lead to the tenth trick
    is_agreed: bool  # the rest was settled by consent
    best_line: tuple[Trick, ...]  # one line of best play
    bounds: SeatTricks  # all-pass: the most tricks the others can force on each seat, else empty
    par: SeatPoints  # the points of each seat under best play of all
    earned: SeatPoints


# Judgement of every card of a deal against best play of all with open hands.

_NOBODY: Final = -1


def post_mortem(record: DealRecord) -> PostMortem:
    """Return the value of the deal and the cost of every card.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    try:
        course = replay_record(record)
    except NoPlay as deal:
        return _unplayed(record, deal)
    start, result = course.start, course.result
    forecast = forecast_of(start, result.won)
    gained = points_earned(record.rules, start.carry, course.carry_after)
    scale = PointScale(course.end, forecast.counting_won(result.won), gained)
    worth = forecast.final_tricks(start)
    cards = _judge_all(course, forecast, scale, worth)
    play = play_of(start.phase)
    assert play is not None
    return PostMortem(
        kind=_kind(start),
        result=result,
        hands=start.hands,
        out=play.out,
        cards=_in_order(course, cards),
        best_tricks=worth,
        is_agreed=course.is_agreed,
        best_line=_best_line(start, forecast),
        bounds=_bounds(start),
        par=scale.points(forecast.counting_tricks(worth)),
        earned=gained,
    )


def _kind(start: Deal) -> PlayKind:
    if start.contract is None:
        return PlayKind.ALL_PASS
    return PlayKind.MISERE if start.contract.is_misere else PlayKind.CONTRACT


def _unplayed(record: DealRecord, deal: NoPlay) -> PostMortem:
    gained = points_earned(record.rules, deal.carry_before, deal.carry_after)
    return PostMortem(
        kind=PlayKind.UNPLAYED,
        result=deal.result,
        hands=(),
        out=_NOBODY,
        cards=(),
        best_tricks=deal.result.won,
        is_agreed=False,
        best_line=(),
        bounds=(),
        par=gained,
        earned=gained,
    )


def _judge_all(
    course: PlayedDeal, forecast: Forecast, scale: PointScale, worth: SeatTricks
) -> tuple[JudgedCard, ...]:
    cards = list[JudgedCard]()
    before = worth
    for move in course.moves:
        options = forecast.options(move.deal)
        card = _judge(move, options, before, forecast, scale)
        cards.append(card)
        before = card.after
    return tuple(cards)


def _judge(
    move: RecordedMove,
    options: tuple[ForecastOption, ...],
    before: SeatTricks,
    forecast: Forecast,
    scale: PointScale,
) -> JudgedCard:
    deal, card = move.deal, move.card
    seat, after = deal.turn, dict(options)[card]
    given = forecast.loss(seat, before, after)
    holding = tuple(o.card for o in options if forecast.loss(seat, before, o.tricks) <= 0)
    return JudgedCard(
        seat=seat,
        chooser=deal.phase.to_act(deal),
        card=card,
        trick=len(deal.tricks),
        record_line=move.line,
        choices=len(options),
        before=before,
        after=after,
        cost=given,
        better=holding if given > 0 else (),
        points=_change(scale, forecast.counting_tricks(before), forecast.counting_tricks(after)),
    )


def _change(scale: PointScale, before: SeatTricks, after: SeatTricks) -> SeatPoints:
    old, new = scale.points(before), scale.points(after)
    return tuple(b - a for a, b in zip(old, new, strict=True))


def _in_order(course: PlayedDeal, judged: tuple[JudgedCard, ...]) -> tuple[JudgedCard, ...]:
    """Return all cards in order, with those that the engine played automatically."""
    chosen = {card.card: card for card in judged}
    fallen = list[JudgedCard]()
    for number, trick in enumerate(course.result.tricks):
        for card in trick.cards:
            is_chosen = card in chosen
            fallen.append(chosen.pop(card) if is_chosen else _forced(course, card, number, fallen))
    return (*fallen, *chosen.values())


def _forced(course: PlayedDeal, card: Card, number: int, before: list[JudgedCard]) -> JudgedCard:
    """Return a card without a choice: in the last trick, or of a dummy with its rule."""
    (seat,) = (seat for seat, hand in enumerate(course.start.hands) if card in hand)
    tricks = course.result.won if number == trick_play.TRICKS - 1 else before[-1].after
    return JudgedCard(seat, seat, card, number, -1, 1, tricks, tricks, 0, (), before[-1].unchanged)


def _best_line(start: Deal, forecast: Forecast) -> tuple[Trick, ...]:
    """Return the line in which everybody plays the lowest of the best cards."""
    deal = start
    while True:
        changed = deal.phase.apply(deal, actions.PLAYS[_best_card(deal, forecast)])
        if isinstance(changed, PhaseOver):
            return changed.deal.tricks
        deal = changed


def _best_card(deal: Deal, forecast: Forecast) -> Card:
    options = forecast.options(deal)
    reference = options[0].tricks
    return min(options, key=lambda o: (forecast.loss(deal.turn, reference, o.tricks), o.card)).card


def _bounds(start: Deal) -> SeatTricks:
    """Return, for all-pass, the most tricks the two others can force on each seat.

    A dummy that plays by its rule helps nobody to force tricks.
    """
    position = position_of(start)
    if position is None or position.contract.aim is not Aim.OWN or position.contract.dummy >= 0:
        return ()
    bounds = [0] * len(start.won)
    for place, seat in enumerate(start.seats):
        bounds[seat] = max_forced_tricks(position.cards, position.contract, place)
    return tuple(bounds)
