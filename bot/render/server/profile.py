"""A player's profile: luck and skill, from best play and the tricks given away."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.names import display_width, fit_to_width
from bot.render.parts import (
    bold,
    format_hundredths,
    format_signed,
    format_tenths,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import Block, Screen, Tone
from bot.render.server.charts import (
    ContractCount,
    ProfileSegment,
    contracts_drawing,
    profile_drawing,
)
from bot.render.words import Words

_LONGEST_BAR: Final = 8  # blocks of the longest bar
_LABEL_WIDTH: Final = 10  # columns


@dataclass(frozen=True, slots=True)
class ReviewSums:
    """Sums over reviewed deals; points are units of the settlement.

    ``cards`` is the result of best play of all, ``own`` the change by the player's own cards
    (below zero for points given away), ``others`` the change by other players' cards and claims.
    """

    deals: int
    deals_with_choice: int  # deals in which the player had a choice of cards
    declared: int
    made: int
    tricks_given: int
    cards: int
    own: int
    others: int


@dataclass(frozen=True, slots=True)
class FamilyProfile:
    """The profile in one family; ``robots`` are levels with their tricks given away per deal."""

    family: str
    sums: ReviewSums | None
    games: int
    wins: int
    balance: int
    robots: tuple[tuple[str, float], ...]
    games_left: int = 0  # games that the player left before the end
    course: tuple[ProfileSegment, ...] = ()  # the reviewed deals in order of time
    contracts: tuple[ContractCount, ...] = ()


def profile_screen(
    name: str, families: Sequence[FamilyProfile], words: Words, take_backs: int = 0
) -> Screen:
    """Return a part per family, most played first; ``take_backs`` counts all take-backs."""
    title = f"### {words.say('profile.title', name=name)}"
    if not families:
        return Screen(
            0, 0, Tone.PRIVATE, text_blocks(join_lines(title, words.say("profile.nothing")))
        )
    blocks: list[Block] = [*text_blocks(title)]
    for family in families:
        blocks += text_blocks(_family_part(family, words))
        blocks += profile_drawing(family.family, family.course, words)
        blocks += contracts_drawing(family.family, family.contracts, words)
    back = small_print(words.say_plural("profile.taken_back", take_backs)) if take_backs else ""
    blocks += text_blocks(back, small_print(words.say("profile.note")))
    return Screen(0, 0, Tone.PRIVATE, tuple(blocks))


def _family_part(family: FamilyProfile, words: Words) -> str:
    head = join_lines(bold(words.say(f"family.{family.family}")), _matches_line(family, words))
    if family.sums is None:
        return head
    sums = family.sums
    deals = words.say_plural("profile.deals", sums.deals)
    made = words.say("profile.contracts", made=sums.made, declared=sums.declared)
    contracts = made if sums.declared else ""
    return join_lines(
        head,
        small_print(join_dotted((deals, contracts))),
        _points_table(sums, words),
        _skill_lines(family, words),
    )


def _matches_line(family: FamilyProfile, words: Words) -> str:
    if not family.games:
        return ""
    balance = bold(format_signed(family.balance))
    played = words.say_plural("profile.matches", family.games, wins=family.wins, balance=balance)
    left = words.say("profile.left", left=family.games_left, games=family.games)
    return join_dotted((played, left if family.games_left else ""))


def _skill_lines(family: FamilyProfile, words: Words) -> str:
    """Return the tricks given away per deal, beside those of the server's robots."""
    sums = family.sums
    if sums is None or not sums.deals_with_choice:
        return ""
    own = words.say(
        "profile.skill",
        rate=bold(format_hundredths(sums.tricks_given / sums.deals_with_choice, words)),
    )
    robots = join_dotted(
        f"{_robot_level_name(level, words)} {format_hundredths(n, words)}"
        for level, n in family.robots
    )
    return join_lines(
        own, small_print(words.say("profile.robots", levels=robots)) if robots else ""
    )


def _robot_level_name(level: str, words: Words) -> str:
    """Return the name of a robot level; an obsolete level keeps its key."""
    key = f"level.{level}"
    return words.say(key) if words.has_key(key) else level


def _points_table(sums: ReviewSums, words: Words) -> str:
    """Return the points per deal with a bar each: cards, own play, others, result."""
    result = sums.cards + sums.own + sums.others
    totals = {"cards": sums.cards, "own": sums.own, "others": sums.others, "result": result}
    rates = {key: total / sums.deals for key, total in totals.items()}
    longest = max(abs(rate) for rate in rates.values()) or 1.0
    numbers = {key: format_tenths(rate, words) for key, rate in rates.items()}
    widest = max(map(display_width, numbers.values()))
    rows = [
        _points_row(words.say(f"profile.{key}"), numbers[key].rjust(widest), rate / longest)
        for key, rate in rates.items()
    ]
    return "```\n" + "\n".join((words.say("profile.per_deal"), *rows)) + "\n```"


def _points_row(label: str, number: str, share: float) -> str:
    blocks = round(abs(share) * _LONGEST_BAR)
    bar = ("█" if share > 0 else "░") * blocks
    return f"{fit_to_width(label, _LABEL_WIDTH)}{number} {bar}".rstrip()
