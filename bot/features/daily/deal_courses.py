"""Courses of one deal of an event, compared in a worker."""

from typing import NamedTuple

from bot.analysis.postmortem import PostMortem, post_mortem
from bot.engine import actions
from bot.engine.cards import Seat
from bot.engine.deal import DealResult
from bot.features.solo_play import record_of
from bot.notation.deal_code import read_deal_code
from bot.notation.single_deal import SingleDeal, deal_balance, replayed
from bot.presets import Presets


class Course(NamedTuple):
    """One course of a deal: what the seat of the player said, the result, and its points.

    ``calls`` leave out the contract that the player named, which the result has.
    """

    calls: tuple[actions.Action, ...]
    result: DealResult
    points: int


class ComparedDeal(NamedTuple):
    """The courses by deal code, and the deal of ``code`` with its post-mortem; None without one."""

    courses: dict[str, Course]
    deal: SingleDeal
    found: PostMortem | None


def compare_courses(
    presets: Presets, seat: Seat, codes: tuple[str, ...], code: str
) -> ComparedDeal:
    """Return what different scored courses of one deal brought, and best play in that of ``code``.

    Raises BadCode where the rules no longer allow a course.
    """
    courses = {one: course_of(read_deal_code(presets, one), seat) for one in dict.fromkeys(codes)}
    deal = read_deal_code(presets, code)
    is_scored = replayed(deal)[-1].last is not None
    return ComparedDeal(courses, deal, post_mortem(record_of(deal)) if is_scored else None)


def course_of(deal: SingleDeal, seat: Seat) -> Course:
    """Return a scored course as it is compared."""
    games = replayed(deal)
    result = games[-1].last
    assert result is not None
    calls = tuple(
        action
        for who, action in deal.course
        if who == seat and not isinstance(action, actions.Play | actions.Discard | actions.Declare)
    )
    return Course(calls, result, deal_balance(games)[seat])
