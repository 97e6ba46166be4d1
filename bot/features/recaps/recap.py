"""The recap of a season or a year as values, with the names of people and the dearest card."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple

from bot.engine.cards import Card
from bot.store.queries.recaps import CloseMatch, DealMoment, Partnership, RecapRecords, Rivalry

HOURS_OF_DAY: Final = 24
_SEASON: Final = re.compile(r"(\d{4})-Q([1-4])")


class DearCard(NamedTuple):
    """The card that gave away most points, in the deal of its moment."""

    moment: DealMoment
    card: Card
    points: int


@dataclass(frozen=True, slots=True)
class Recap:
    """A season or a year of a server, or of one member there.

    ``period`` is a season as results name it, or a year.  ``name`` is the safe name of the member
    or of the server.  ``hours`` are deals by the hour of the day.  ``names`` are the safe names of
    all people in it.  ``is_open``: all members may open the server's matches; one that keeps them
    to their players has no moments.
    """

    period: str
    name: str
    of_server: bool
    matches: int
    deals: int
    wins: int
    people: int
    preset: str
    preset_matches: int
    hours: tuple[int, ...]
    misere: DealMoment | None = None
    dearest: DearCard | None = None
    lucky: DealMoment | None = None
    closest: CloseMatch | None = None
    rivals: Rivalry | None = None
    partners: Partnership | None = None
    names: tuple[tuple[int, str], ...] = ()
    is_open: bool = True

    def name_of(self, user_id: int) -> str:
        """Return the safe name of somebody in it."""
        return dict(self.names)[user_id]


def bounds_of(period: str) -> tuple[int, int]:
    """Return the times, in unix seconds, at which a season or a year begins and ends (UTC)."""
    season = _SEASON.fullmatch(period)
    if season is None:
        year = int(period)
        return _start(year, 1), _start(year + 1, 1)
    year, quarter = int(season[1]), int(season[2])
    following = (year, quarter + 1) if quarter < 4 else (year + 1, 1)
    return _start(year, quarter), _start(*following)


def _start(year: int, quarter: int) -> int:
    return int(datetime(year, 3 * quarter - 2, 1, tzinfo=UTC).timestamp())


def is_year(period: str) -> bool:
    return period.isdecimal()


def offered_periods(seasons: Iterable[str]) -> tuple[str, ...]:
    """Return the periods with results, newest first: seasons, each year after its own."""
    found = dict[str, None]()
    for year in sorted({season[:4] for season in seasons if _SEASON.fullmatch(season)}):
        own = [one for one in seasons if one.startswith(f"{year}-")]
        found = dict.fromkeys((*sorted(own, reverse=True), year, *found))
    return tuple(found)


def deals_by_hour(
    hours: Iterable[int], hourly_deals: Iterable[int], zone: tzinfo
) -> tuple[int, ...]:
    """Return the deals of each hour of the day in a zone; hours are counted from 1970 in UTC."""
    found = [0] * HOURS_OF_DAY
    for hour, deals in zip(hours, hourly_deals, strict=True):
        found[datetime.fromtimestamp(hour * 3600, zone).hour] += deals
    return tuple(found)


async def compose_recap(
    records: RecapRecords,
    head: tuple[str, str, bool],
    zone: tzinfo,
    dearest: DearCard | None,
    name_of: Callable[[int], Awaitable[str]],
    *,
    is_open: bool,
) -> Recap:
    """Return the recap; ``head`` is the period, the name, and whether it is the server's."""
    period, name, of_server = head
    has_moments = is_open or not of_server
    misere = next(iter(records.miseres), None) if has_moments else None
    lucky = next(iter(records.lucky), None) if has_moments else None
    dearest = dearest if has_moments else None
    people = _people(
        (misere, lucky, dearest and dearest.moment),
        (records.closest, records.rivals, records.partners),
    )
    hours = deals_by_hour(records.hours, records.hourly_deals, zone)
    return Recap(
        period=period,
        name=name,
        of_server=of_server,
        matches=records.matches,
        deals=sum(hours),
        wins=records.wins,
        people=records.people,
        preset=records.preset,
        preset_matches=records.preset_matches,
        hours=hours,
        misere=misere,
        dearest=dearest,
        lucky=lucky,
        closest=records.closest,
        rivals=records.rivals,
        partners=records.partners,
        names=tuple([(user, await name_of(user)) for user in people]),
        is_open=is_open,
    )


def _people(
    moments: Iterable[DealMoment | None],
    pairs: Iterable[CloseMatch | Rivalry | Partnership | None],
) -> tuple[int, ...]:
    """Return everybody who is named."""
    found = [moment.user_id for moment in moments if moment is not None]
    found += [user for pair in pairs if pair is not None for user in (pair.first, pair.second)]
    return tuple(dict.fromkeys(found))
