"""Screens as text: ``<language>/<group>.txt``, written by ``make screens``.

English has a file for every group, with the whole tree of components.  Each other language has
files for a third of the groups, with each line of text where it first appears; every group has a
file in some other language.  Tests check all groups of all languages for Discord's limits, for the
width of tables and for the controls of the English screens, with a file or without.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from bot.render.words import DEFAULT_LOCALE, Words
from tests.golden.screens import clubs, deals, drawn, lobbies, matches, servers, studies
from tests.golden.screens.telling import Shown, spoken, whole
from tests.render.walks import CATALOGUE

HERE: Final = Path(__file__).parent
MADE: Final = ("sr_Cyrl",)  # derived from another language, letter by letter
_PARTS: Final = 3

Group = Callable[[Words], Iterator[Shown]]

_OF_A_FAMILY: Final[dict[str, Callable[[str, Words], Iterator[Shown]]]] = {
    "deal": deals.of_a_deal,
    "beside": deals.beside_a_deal,
    "drawn": drawn.of_drawn_tables,
    "results": matches.of_results,
    "sheets": matches.of_sheets,
    "replays": matches.of_old_matches,
    "house-rules": lobbies.of_house_rules,
}

GROUPS: Final[dict[str, Group]] = {
    **{
        f"{family}-{name}": partial(group, family)
        for family in deals.DEALS
        for name, group in _OF_A_FAMILY.items()
    },
    "drawn-lobbies": drawn.of_drawn_lobbies,
    "deal_page": studies.of_deal_pages,
    "own_deals": studies.of_own_deals,
    "etudes": studies.of_etudes,
    "event-tables": clubs.of_event_tables,
    "fair-play": servers.of_fair_play,
    "help": studies.of_help,
    "hints": studies.of_hints,
    "history": matches.of_history,
    "leaderboard": servers.of_rankings,
    "leagues": clubs.of_leagues,
    "lessons": studies.of_lessons,
    "lobby": lobbies.of_lobbies,
    "more": lobbies.of_the_table,
    "notices": servers.of_notices,
    "own-tables": servers.of_own_tables,
    "postmortem": studies.of_postmortems,
    "calls": studies.of_calls,
    "privacy": servers.of_privacy,
    "profile": servers.of_profiles,
    "recap": servers.of_recaps,
    "refusals": servers.of_refusals,
    "saved-rules": lobbies.of_saved_rules,
    "settings": servers.of_settings,
    "six-deals": studies.of_six_deals,
    "weekly": servers.of_weekly_tables,
}


def is_kept(locale: str, group: str) -> bool:
    """Return True if the group has a file in that language.

    The letters decide: a new language or group leaves the files of the others alone.
    """
    if locale == DEFAULT_LOCALE:
        return True
    return locale not in MADE and sum(map(ord, locale + group)) % _PARTS == 0


def kept() -> list[tuple[str, str]]:
    """Return every language and group with a file."""
    pairs = ((locale, group) for locale in CATALOGUE.locales() for group in GROUPS)
    return [pair for pair in pairs if is_kept(*pair)]


def file_of(locale: str, group: str) -> Path:
    return HERE / locale / f"{group}.txt"


@cache
def shown_in(locale: str, group: str) -> tuple[Shown, ...]:
    return tuple(GROUPS[group](CATALOGUE.words(locale)))


def text_of(locale: str, group: str) -> str:
    """Return the screens of a group as their file should have them."""
    shown = shown_in(locale, group)
    return whole(shown) if locale == DEFAULT_LOCALE else spoken(shown)
