"""Simulated players at the six deals of a day: the order found, and equal acts met again.

``make six-days`` plays 40 players of three levels over 30 days against the robots of the bot, and
goes on where an earlier run ended.  Then it repeats every different course: the acts of the player
stand, the robots decide again, and every deal must have the same code.  With ``--caps`` nothing is
played: it says within which cap the deals of a file tell two levels apart soonest.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import inf, sqrt
from pathlib import Path
from random import Random
from statistics import mean, variance
from typing import Final, NamedTuple

from bot.engine.actions import Action
from bot.engine.game import to_act
from bot.features.daily import day_deals
from bot.features.daily.comparison import cap_of, course_scores
from bot.features.daily.day_deals import DAILY_LEVEL, DealInPlay
from bot.notation.deal_code import deal_code
from bot.notation.single_deal import opening
from bot.presets import Presets, load_presets
from bot.robots import ROBOTS
from bot.store.queries.daily_deals import DEALS_A_DAY, DailyDeal, DailyEvent
from bot.workers.jobs import choose_move

FIRST_DAY: Final = 20_454
LEVELS: Final = ("beginner", "club", "expert")
FOUND: Final = Path("build/six-days.jsonl")
REPEATED: Final = Path("build/six-days-repeated.jsonl")
_CAPS: Final = (1, 1.5, 2, 3, 4, 6, 8, inf)  # in times the luck of a deal
_ERRORS: Final = 2  # by which two players are told apart


class Course(NamedTuple):
    """A course of deal ``number`` of a day, by its code."""

    day: int
    number: int
    code: str


@dataclass(frozen=True, slots=True)
class PlayedDay:
    """The six deals of one simulated player: codes and points."""

    day: int
    player: int
    codes: tuple[str, ...]
    points: tuple[int, ...]


def event_of(day: int) -> DailyEvent:
    """Return the event of a day with a seed of its own, the same in every run."""
    return DailyEvent(day_deals.event_of_day(day), Random(f"six days {day}").randbytes(32))


def level_of(player: int) -> str:
    """Return the level at which a simulated player plays."""
    return LEVELS[player % len(LEVELS)]


def begun(presets: Presets, event: DailyEvent, number: int) -> DealInPlay:
    """Return a deal before the first call."""
    deal = day_deals.bare_deal(presets, event, number)
    stored = DailyDeal(*event.key, 0, number, 0, "", None, 0)
    seat = day_deals.seat_of(presets, event, number)
    return DealInPlay(stored, seat, deal, opening(deal))


def play_deal(
    presets: Presets,
    event: DailyEvent,
    number: int,
    player: int,
    known: dict[int, Action] | None = None,
) -> DealInPlay:
    """Return a deal as a simulated player plays it; ``known`` as in ``answer``."""
    now, robot = begun(presets, event, number), ROBOTS[level_of(player)]
    while not now.is_over:
        if now.is_my_turn:
            chance = Random(f"{event.key.day} {number} {player} {now.length}")
            now = now.after(robot.choose(now.view(now.seat), chance))
        else:
            now = now.after(answer(event, now, known))
    return now


def answer(event: DailyEvent, now: DealInPlay, known: dict[int, Action] | None = None) -> Action:
    """Return the action of the robot on turn, as the bot's handlers ask for it.

    ``known`` keeps answers by seed, which the acts before it decide: nobody is asked twice.
    """
    seat = to_act(now.game)
    assert seat is not None
    seen = now.view(seat)
    if len(seen.legal) == 1:
        return seen.legal[0]
    seed = day_deals.daily_decision_seed(event, now.stored.number, now.deal.course)
    if known is None:
        return choose_move(DAILY_LEVEL, seen, seed)
    if seed not in known:
        known[seed] = choose_move(DAILY_LEVEL, seen, seed)
    return known[seed]


def repeated(
    presets: Presets,
    event: DailyEvent,
    number: int,
    code: str,
    known: dict[int, Action] | None = None,
) -> str:
    """Return the code after the player's acts of a stored course met the robots again.

    ``known`` as in ``answer``.
    """
    now = begun(presets, event, number)
    stored = DailyDeal(*event.key, 0, number, 0, code, None, 0)
    acts = day_deals.resumed_deal(presets, event, stored).deal.course
    while not now.is_over and now.length < len(acts):
        own = acts[now.length].action if now.is_my_turn else None
        now = now.after(own or answer(event, now, known))
        if now.deal.course[-1] != acts[now.length - 1]:
            break
    return deal_code(presets, now.deal)


def play_day(presets: Presets, day: int, player: int, known: dict[int, Action]) -> PlayedDay:
    """Return the six deals of one player; ``known`` as in ``answer``."""
    event = event_of(day)
    deals = [play_deal(presets, event, n, player, known) for n in range(1, DEALS_A_DAY + 1)]
    points = [deal.points() for deal in deals]
    codes = tuple(deal_code(presets, deal.deal) for deal in deals)
    return PlayedDay(day, player, codes, tuple(one for one in points if one is not None))


def load_days(path: Path) -> list[PlayedDay]:
    """Return what earlier runs have played; a line that a kill cut short is removed."""
    rows = map(json.loads, _whole_lines(path))
    return [PlayedDay(day, who, tuple(codes), tuple(points)) for day, who, codes, points in rows]


def _whole_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    *whole, cut = path.read_text("utf-8").split("\n")
    if cut:
        path.write_text("".join(f"{line}\n" for line in whole), "utf-8")
    return whole


def append_day(path: Path, played: PlayedDay) -> None:
    """Append what one player made of a day."""
    _append(path, [played.day, played.player, played.codes, played.points])


def _append(path: Path, row: object) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def repeat_courses(
    presets: Presets, days: list[PlayedDay], path: Path, most: int | None = None
) -> str:
    """Repeat different courses, drawn if at most so many, and return how many deals differ.

    Results are kept in a file, so that a run goes on where it ended.  Within a deal the robots are
    asked once about each log, which decides their answer with the seed.
    """
    deals = Counter(Course(one.day, n, code) for one in days for n, code in enumerate(one.codes, 1))
    courses = sorted(deals)
    if most is not None:
        courses = sorted(Random(1).sample(courses, min(most, len(courses))))
    met = {Course(*row): again for *row, again in map(json.loads, _whole_lines(path))}
    known = defaultdict[tuple[int, int], dict[int, Action]](dict)
    for one in courses:
        if one not in met:
            asked = known[one.day, one.number]
            met[one] = repeated(presets, event_of(one.day), one.number, one.code, asked)
            _append(path, [*one, met[one]])
    differing = sum(deals[one] for one in courses if met[one] != one.code)
    count = sum(deals[one] for one in courses)
    return f"{differing} of {count} deals differ for equal acts ({len(courses)} different courses)"


def gains(presets: Presets, days: list[PlayedDay]) -> Mapping[int, list[float]]:
    """Return the gains of every player, a day each."""
    by_day = defaultdict[int, dict[int, tuple[int, ...]]](dict)
    for one in days:
        by_day[one.day][one.player] = one.points
    found = defaultdict[int, list[float]](list)
    for day, results in sorted(by_day.items()):
        for score in course_scores(results, cap_of(presets, event_of(day).key.preset)):
            found[score.user_id].append(score.gain)
    return found


def deals_of(
    days: list[PlayedDay], preset: str, cap: float
) -> tuple[Mapping[int, list[float]], Mapping[int, list[float]]]:
    """Return points and gains of every player, a deal each, on the days of a preset."""
    points, gained = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
    for day in sorted({one.day for one in days if event_of(one.day).key.preset == preset}):
        results = {one.player: one.points for one in days if one.day == day}
        for score in course_scores(results, cap):
            points[score.user_id] += [deal.points for deal in score.deals]
            gained[score.user_id] += [deal.gain for deal in score.deals]
    return points, gained


def error_beside_free(presets: Presets, preset: str, days: list[PlayedDay]) -> float:
    """Return the error of a difference of two players, 1.0 being that of free play.

    In free play each has cards of their own, so both results spread from deal to deal; on the same
    cards the difference of the gains does, as far as a deal suits one of them better.  Pairs of one
    level say nothing: a beginner always plays alike.  0.0 where too few have played.
    """
    points, gained = deals_of(days, preset, cap_of(presets, preset))
    same, free = list[float](), list[float]()
    for one, other in _pairs(gained):
        pairs = zip(gained[one], gained[other], strict=True)
        same.append(variance(own - theirs for own, theirs in pairs))
        free.append(variance(points[one]) + variance(points[other]))
    return sqrt(mean(same) / mean(free)) if any(free) else 0.0


def deals_to_tell(gained: Mapping[int, list[float]]) -> float:
    """Return after how many deals two players of two levels differ by two errors.

    A cap that is too tight takes more from their difference than from its error.
    """
    differences = [
        [theirs - own for own, theirs in zip(gained[weak], gained[strong], strict=True)]
        for weak, strong in _pairs(gained)
    ]
    gap = mean(map(mean, differences)) if differences else 0.0
    if gap <= 0:  # nobody has played, or the stronger is not ahead
        return inf
    return (_ERRORS / gap) ** 2 * mean(map(variance, differences))


def _pairs(gained: Mapping[int, list[float]]) -> Iterator[tuple[int, int]]:
    """Yield players of two levels, the weaker one first, who have played as many deals."""
    for weak, strong in product(gained, repeat=2):
        is_weaker = LEVELS.index(level_of(weak)) < LEVELS.index(level_of(strong))
        if is_weaker and len(gained[weak]) == len(gained[strong]):
            yield weak, strong


def caps_report(presets: Presets, days: list[PlayedDay]) -> Iterator[str]:
    """Yield for each preset how many deals tell two levels apart within wider and wider caps."""
    for preset in sorted({event_of(one.day).key.preset for one in days}):
        counts = {
            spreads: deals_to_tell(deals_of(days, preset, spreads * presets.spread(preset))[1])
            for spreads in _CAPS
        }
        least = min(counts.values())
        played = max(map(len, deals_of(days, preset, inf)[1].values()))
        yield f"{preset}, {played} deals, cap now {cap_of(presets, preset)}:"
        for spreads, count in counts.items():
            cap = f"{spreads * presets.spread(preset):4.0f}" if spreads < inf else "none"
            mark = ", the fewest" if count == least else ""
            yield f"  cap {cap}, {spreads:g} times the luck of a deal: {count:.0f} deals{mark}"


def share_in_order(by_player: Mapping[int, list[float]], days: int) -> float:
    """Return the part of pairs of different levels whose stronger player has the higher sum."""
    pairs = [
        (sum(by_player[weak][:days]), sum(by_player[strong][:days]))
        for weak, strong in product(by_player, repeat=2)
        if LEVELS.index(level_of(weak)) < LEVELS.index(level_of(strong))
    ]
    return mean(low < high for low, high in pairs) if pairs else 0.0


def report(presets: Presets, days: list[PlayedDay]) -> Iterator[str]:
    """Yield the mean gain of each level, and how much of the order is found after some days."""
    by_player = gains(presets, days)
    for level in LEVELS:
        own = [mean(values) for who, values in by_player.items() if level_of(who) == level]
        if own:
            yield f"{level}: {mean(own):+.1f} points a day, {len(own)} players"
    for preset in sorted({event_of(one.day).key.preset for one in days}):
        share = error_beside_free(presets, preset, days)
        yield f"{preset}: the error of a difference is {share:.2f} of that of free play"
    longest = max(map(len, by_player.values()), default=0)
    for count in sorted({n for n in (1, 3, 7, 14, 30) if n <= longest}):
        yield f"after {count} days {share_in_order(by_player, count):.0%} of the pairs in order"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--repeat", type=int, help="different courses met again, default all")
    parser.add_argument("--caps", action="store_true", help="compare caps on what was played")
    asked = parser.parse_args()
    FOUND.parent.mkdir(exist_ok=True)
    presets, days = load_presets(), load_days(FOUND)
    if asked.caps:
        print("\n".join(caps_report(presets, days)))
        return
    played, known = {(one.day, one.player) for one in days}, dict[int, Action]()
    for day, player in product(range(FIRST_DAY, FIRST_DAY + asked.days), range(asked.players)):
        if (day, player) not in played:
            days.append(play_day(presets, day, player, known))
            append_day(FOUND, days[-1])
    print("\n".join(report(presets, days)))
    print(repeat_courses(presets, days, REPEATED, asked.repeat))


if __name__ == "__main__":
    main()
