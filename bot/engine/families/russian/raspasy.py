"""Raspasy, the deal that all passed (rules/russian.md 3)."""

from typing import assert_never

from bot.engine import cards, deal, rules, trick_play
from bot.engine.families.russian.options import (
    ExitOn,
    Progression,
    RaspasyTalon,
    RostovRaspasy,
    RussianOptions,
    TenTrick,
    ThirdLead,
)
from bot.engine.families.russian.scoring import WHISTS, PostingWriter, RussianCarry, Why
from bot.model.postings import Posting

_FULFILLED = ("made", "unplayed", "half_whist", "misere_made")


def raspasy_cost(options: RussianOptions, streak: int) -> int:
    """Return the mountain points per trick in raspasy after ``streak`` others (3.3)."""
    match options.raspasy_progression:
        case Progression.NONE:
            factor = 1
        case Progression.ARITHMETIC:
            factor = streak + 1
        case Progression.GEOMETRIC:
            factor = 2**streak
        case _:
            assert_never(options.raspasy_progression)
    cap = options.raspasy_cost_cap
    return options.raspasy_cost_base * (factor if cap is None else min(factor, cap))


def raspasy_bar(options: RussianOptions, streak: int) -> int:
    """Return the lowest trick level that may be bid (3.3)."""
    return options.raspasy_exit_bar[min(streak, len(options.raspasy_exit_bar) - 1)]


def streak_after(options: RussianOptions, streak: int, outcome: str, level: int) -> int:
    """Return the raspasy streak after a deal (3.2); ``level`` is 0 for misère and raspasy."""
    if outcome == "thrown_in":
        return streak
    if outcome == "all_pass":
        streak += 1
        return 0 if streak == options.raspasy_max_streak else streak
    match options.raspasy_exit_on:
        case ExitOn.DECLARED:
            exits = True
        case ExitOn.FULFILLED:
            exits = outcome in _FULFILLED
        case ExitOn.FULFILLED_WHISTED:
            checked = level == 10 and options.ten_trick is TenTrick.CHECKED
            exits = outcome == "made" and not checked
        case _:
            assert_never(options.raspasy_exit_on)
    return 0 if exits else streak


def begin_all_pass(deal: deal.Deal) -> deal.Deal:
    """Begin ten tricks without trump or sides; an open talon leads the first two.

    The dummy of two lies open and plays by its rule (2.11 rule 6).
    """
    options = RussianOptions.of(deal.rules)
    deal = deal.with_roles(alone=deal.players)
    if options.dealer_takes_part:
        deal = deal.with_roles(alone=(deal.dealer,))
    dummy = () if deal.rules.dummy < 0 else (deal.rules.dummy,)
    phase = (trick_play.DummyPlay if dummy else trick_play.TrickPlay)(
        trump=-1,
        claims=options.claims is rules.Claims.BY_CONSENT,
        bossed=dummy,
        owner=deal.dealer if options.dealer_takes_part else -1,
        talon_winner_leads=options.raspasy_third_lead is ThirdLead.WINNER,
    )
    deal = deal._replace(open_seats=dummy)
    is_open = options.raspasy_talon is RaspasyTalon.OPEN
    return trick_play.begin_trick_play(deal, phase, lead=deal.talon if is_open else ())


def score_all_pass(deal: deal.Deal) -> tuple[Posting, ...]:
    """Score the tricks after amnesty, and the bonus for none (3.5)."""
    options = RussianOptions.of(deal.rules)
    assert isinstance(deal.carry, RussianCarry)
    write = PostingWriter(options, deal.carry.sheet)
    price = raspasy_cost(options, deal.carry.streak)
    inside = (*deal.seats, deal.dealer) if options.dealer_takes_part else deal.players
    if options.rostov_raspasy is RostovRaspasy.LEAST_TAKES:
        _least_takes(write, deal, inside)
    else:
        least = min(deal.won[seat] for seat in inside) if options.has_amnesty else 0
        for seat in inside:
            write.mountain(seat, deal.won[seat] - least, price, Why.ALL_PASS_TRICKS)
    for seat in inside:
        if deal.won[seat] == 0 and (seat in deal.seats or options.raspasy_zero_bonus_dealer):
            write.pool(seat, all_pass_bonus(options, price), Why.NO_TRICKS)
    return tuple(write.postings)


def all_pass_bonus(options: RussianOptions, price: int) -> int:
    """Return the pool points for no trick in raspasy (3.5); ``price`` is that of a trick."""
    if options.rostov_raspasy is RostovRaspasy.LEAST_TAKES:
        return 1
    return options.raspasy_zero_bonus * price


def _least_takes(write: PostingWriter, deal: deal.Deal, inside: tuple[cards.Seat, ...]) -> None:
    """Write whists of the fewest tricks on every trick of the others; two equal ones half each."""
    options = write.options
    least = min(deal.won[seat] for seat in inside)
    winners = [seat for seat in inside if deal.won[seat] == least]
    for winner in winners:
        for other in inside:
            if other not in winners:
                unit, count = options.rostov_whists_per_point, deal.won[other]
                amount = unit * count // len(winners)
                why = Why.FEWEST_TRICKS
                write.postings.append(Posting(WHISTS, winner, other, amount, why, count, unit))
