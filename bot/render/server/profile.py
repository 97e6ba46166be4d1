"""A player's profile: luck and skill, from best play and the tricks given away."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.names import fitted, width
from bot.render.parts import (
    bold,
    dotted,
    hundredths,
    lines,
    signed,
    small,
    tenths,
    text_blocks,
)
from bot.render.screen import Block, Screen, Tone
from bot.render.server.charts import Declared, Stretch, contracts_drawing, course_drawing
from bot.render.words import Words

_BAR: Final = 8  # blocks of the longest bar
_LABEL: Final = 10  # columns


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over reviewed deals; points are units of the settlement.

    ``cards`` is the result of best play of all, ``own`` the change by the player's own cards
    (below zero for points given away), ``others`` the change by other players' cards and claims.
    """

    deals: int
    played: int  # deals in which the player had a choice of cards
    declared: int
    fulfilled: int
    tricks_given: int
    cards: int
    own: int
    others: int


@dataclass(frozen=True, slots=True)
class FamilyProfile:
    """The profile in one family; ``robots`` are levels with their tricks given away per deal."""

    family: str
    sums: Sums | None
    games: int
    wins: int
    balance: int
    robots: tuple[tuple[str, float], ...]
    left: int = 0  # games that the player left before the end
    course: tuple[Stretch, ...] = ()  # the reviewed deals in order of time
    contracts: tuple[Declared, ...] = ()


def profile_screen(
    name: str, families: Sequence[FamilyProfile], words: Words, taken_back: int = 0
) -> Screen:
    """Return a part per family, most played first; ``taken_back`` counts all take-backs."""
    title = f"### {words.say('profile.title', name=name)}"
    if not families:
        return Screen(0, 0, Tone.PRIVATE, text_blocks(lines(title, words.say("profile.nothing"))))
    blocks: list[Block] = [*text_blocks(title)]
    for family in families:
        blocks += text_blocks(_family(family, words))
        blocks += course_drawing(family.family, family.course, words)
        blocks += contracts_drawing(family.family, family.contracts, words)
    back = small(words.count("profile.taken_back", taken_back)) if taken_back else ""
    blocks += text_blocks(back, small(words.say("profile.note")))
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


def _family(family: FamilyProfile, words: Words) -> str:
    head = lines(bold(words.say(f"family.{family.family}")), _matches(family, words))
    if family.sums is None:
        return head
    sums = family.sums
    deals = words.count("profile.deals", sums.deals)
    made = words.say("profile.contracts", made=sums.fulfilled, declared=sums.declared)
    contracts = made if sums.declared else ""
    return lines(
        head, small(dotted((deals, contracts))), _table(sums, words), _skill(family, words)
    )


def _matches(family: FamilyProfile, words: Words) -> str:
    if not family.games:
        return ""
    balance = bold(signed(family.balance))
    played = words.count("profile.matches", family.games, wins=family.wins, balance=balance)
    left = words.say("profile.left", left=family.left, games=family.games)
    return dotted((played, left if family.left else ""))


def _skill(family: FamilyProfile, words: Words) -> str:
    """Return the tricks given away per deal, beside those of the server's robots."""
    sums = family.sums
    if sums is None or not sums.played:
        return ""
    own = words.say("profile.skill", rate=bold(hundredths(sums.tricks_given / sums.played, words)))
    robots = dotted(f"{_level(level, words)} {hundredths(n, words)}" for level, n in family.robots)
    return lines(own, small(words.say("profile.robots", levels=robots)) if robots else "")


def _level(level: str, words: Words) -> str:
    """Return the name of a robot level; an obsolete level keeps its key."""
    key = f"level.{level}"
    return words.say(key) if words.knows(key) else level


def _table(sums: Sums, words: Words) -> str:
    """Return the points per deal with a bar each: cards, own play, others, result."""
    result = sums.cards + sums.own + sums.others
    totals = {"cards": sums.cards, "own": sums.own, "others": sums.others, "result": result}
    rates = {key: total / sums.deals for key, total in totals.items()}
    longest = max(abs(rate) for rate in rates.values()) or 1.0
    numbers = {key: tenths(rate, words) for key, rate in rates.items()}
    widest = max(map(width, numbers.values()))
    rows = [
        _row(words.say(f"profile.{key}"), numbers[key].rjust(widest), rate / longest)
        for key, rate in rates.items()
    ]
    return "```\n" + "\n".join((words.say("profile.per_deal"), *rows)) + "\n```"


def _row(label: str, number: str, share: float) -> str:
    blocks = round(abs(share) * _BAR)
    bar = ("█" if share > 0 else "░") * blocks
    return f"{fitted(label, _LABEL)}{number} {bar}".rstrip()
