"""Every screen in every language as text: ``<language>/<group>.txt``, written by ``make screens``.

In English the whole tree of components; in the other languages each line that is read, where it is
first read.  What can be pressed is the same in all of them, which the test compares.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

from bot.render.words import DEFAULT_LOCALE, Words
from tests.golden.screens import deals, lobbies, matches, servers, studies
from tests.golden.screens.telling import Shown, spoken, whole
from tests.render.walks import CATALOGUE

HERE: Final = Path(__file__).parent
MADE: Final = ("sr_Cyrl",)  # of another language, letter by letter

Group = Callable[[Words], Iterator[Shown]]

_OF_A_FAMILY: Final[dict[str, Callable[[str, Words], Iterator[Shown]]]] = {
    "deal": deals.of_a_deal,
    "beside": deals.beside_a_deal,
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
    "etudes": studies.of_etudes,
    "help": studies.of_help,
    "hints": studies.of_hints,
    "history": matches.of_history,
    "leaderboard": servers.of_rankings,
    "lessons": studies.of_lessons,
    "lobby": lobbies.of_lobbies,
    "more": lobbies.of_the_table,
    "notices": servers.of_notices,
    "own-tables": servers.of_own_tables,
    "postmortem": studies.of_postmortems,
    "privacy": servers.of_privacy,
    "profile": servers.of_profiles,
    "refusals": servers.of_refusals,
    "saved-rules": lobbies.of_saved_rules,
    "settings": servers.of_settings,
    "weekly": servers.of_weekly_tables,
}


def kept_in(locale: str, group: str) -> Path:
    return HERE / locale / f"{group}.txt"


@cache
def shown_in(locale: str, group: str) -> tuple[Shown, ...]:
    return tuple(GROUPS[group](CATALOGUE.words(locale)))


def told_in(locale: str, shown: tuple[Shown, ...]) -> str:
    """As the file has it."""
    return whole(shown) if locale == DEFAULT_LOCALE else spoken(shown)


def written() -> tuple[str, ...]:
    """The languages with files of their own."""
    return tuple(locale for locale in CATALOGUE.locales() if locale not in MADE)
