"""Judgement of every card of a deal against best play of all with open hands."""

from typing import Final

from bot.analysis.allpass import at_most
from bot.analysis.position import Aim
from bot.analysis.postmortem.forecast import Forecast, Option, forecast_of
from bot.analysis.postmortem.points import Points, Scale, Tricks, earned
from bot.analysis.postmortem.record import Course, Move, NoPlay, Record, course_of
from bot.analysis.postmortem.verdicts import Judged, Kind, PostMortem
from bot.analysis.reading import play_of, position_of
from bot.engine.actions import PLAYS
from bot.engine.cards import Card
from bot.engine.deal import Deal, Over, Trick
from bot.engine.play import TRICKS

_NOBODY: Final = -1


def post_mortem(record: Record) -> PostMortem:
    """Return the value of the deal and the cost of every card.

    Raises BadNotation or IllegalAction where the record does not fit the rules.
    """
    try:
        course = course_of(record)
    except NoPlay as deal:
        return _unplayed(record, deal)
    start, result = course.start, course.result
    forecast = forecast_of(start, result.won)
    gained = earned(record.rules, start.carry, course.after)
    scale = Scale(course.end, forecast.made(result.won), gained)
    worth = forecast.of(start)
    cards = _judged(course, forecast, scale, worth)
    play = play_of(start.phase)
    assert play is not None
    return PostMortem(
        kind=_kind(start),
        result=result,
        hands=start.hands,
        out=play.out,
        cards=_as_they_fell(course, cards),
        worth=worth,
        agreed=course.agreed,
        line=_best_line(start, forecast),
        bounds=_bounds(start),
        par=scale.points(forecast.counted(worth)),
        earned=gained,
    )


def _kind(start: Deal) -> Kind:
    if start.contract is None:
        return Kind.ALL_PASS
    return Kind.MISERE if start.contract.is_misere else Kind.CONTRACT


def _unplayed(record: Record, deal: NoPlay) -> PostMortem:
    gained = earned(record.rules, deal.before, deal.after)
    return PostMortem(
        kind=Kind.UNPLAYED,
        result=deal.result,
        hands=(),
        out=_NOBODY,
        cards=(),
        worth=deal.result.won,
        agreed=False,
        line=(),
        bounds=(),
        par=gained,
        earned=gained,
    )


def _judged(course: Course, forecast: Forecast, scale: Scale, worth: Tricks) -> tuple[Judged, ...]:
    cards = list[Judged]()
    before = worth
    for move in course.moves:
        options = forecast.options(move.deal)
        card = _judge(move, options, before, forecast, scale)
        cards.append(card)
        before = card.after
    return tuple(cards)


def _judge(
    move: Move, options: tuple[Option, ...], before: Tricks, forecast: Forecast, scale: Scale
) -> Judged:
    deal, card = move.deal, move.card
    seat, after = deal.turn, dict(options)[card]
    given = forecast.loss(seat, before, after)
    holding = tuple(o.card for o in options if forecast.loss(seat, before, o.tricks) <= 0)
    return Judged(
        seat=seat,
        by=deal.phase.to_act(deal),
        card=card,
        trick=len(deal.tricks),
        line=move.line,
        choices=len(options),
        before=before,
        after=after,
        given=given,
        better=holding if given > 0 else (),
        points=_change(scale, forecast.counted(before), forecast.counted(after)),
    )


def _change(scale: Scale, before: Tricks, after: Tricks) -> Points:
    old, new = scale.points(before), scale.points(after)
    return tuple(b - a for a, b in zip(old, new, strict=True))


def _as_they_fell(course: Course, judged: tuple[Judged, ...]) -> tuple[Judged, ...]:
    """Return all cards in order, with those that the engine played automatically."""
    chosen = {card.card: card for card in judged}
    fallen = list[Judged]()
    for number, trick in enumerate(course.result.tricks):
        for card in trick.cards:
            is_chosen = card in chosen
            fallen.append(chosen.pop(card) if is_chosen else _forced(course, card, number, fallen))
    return (*fallen, *chosen.values())


def _forced(course: Course, card: Card, number: int, before: list[Judged]) -> Judged:
    """Return a card without a choice: in the last trick, or of a dummy with its rule."""
    (seat,) = (seat for seat, hand in enumerate(course.start.hands) if card in hand)
    tricks = course.result.won if number == TRICKS - 1 else before[-1].after
    return Judged(seat, seat, card, number, -1, 1, tricks, tricks, 0, (), before[-1].unchanged)


def _best_line(start: Deal, forecast: Forecast) -> tuple[Trick, ...]:
    """Return the line in which everybody plays the lowest of the best cards."""
    deal = start
    while True:
        changed = deal.phase.apply(deal, PLAYS[_best_card(deal, forecast)])
        if isinstance(changed, Over):
            return changed.deal.tricks
        deal = changed


def _best_card(deal: Deal, forecast: Forecast) -> Card:
    options = forecast.options(deal)
    reference = options[0].tricks
    return min(options, key=lambda o: (forecast.loss(deal.turn, reference, o.tricks), o.card)).card


def _bounds(start: Deal) -> Tricks:
    """Return, for all-pass, the most tricks the two others can force on each seat.

    A dummy that plays by its rule helps nobody to force tricks.
    """
    position = position_of(start)
    if position is None or position.contract.aim is not Aim.OWN or position.contract.dummy >= 0:
        return ()
    bounds = [0] * len(start.won)
    for place, seat in enumerate(start.seats):
        bounds[seat] = at_most(position.cards, position.contract, place)
    return tuple(bounds)
