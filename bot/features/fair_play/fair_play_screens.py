"""The pages of fair play: what the bot guarantees and what not; for managers results of pairs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from bot.model.leaderboards import DEALS_A_MATCH, RatedMatch, RatedSeat
from bot.model.values import Record
from bot.render.formatting import (
    command_button,
    format_signed,
    join_dotted,
    join_lines,
    small_print,
    text_blocks,
)
from bot.render.screen import ButtonRow, Screen, Tone
from bot.render.words import Words
from bot.ui_commands import server_commands

# Joint results of two members beside what they make otherwise.
#
# The joint result of a pair in a match is compared with what the strength of everybody there would
# give, in units of luck (the spread of a deal). Strength is the mean of all results, drawn towards
# the average as in ratings (docs/ratings.md). The error is that of luck, estimated from all pairs.
# It is a number about results and says nothing about intent.

FEWEST_MATCHES: Final = 8  # below that a pair is not listed
NOTABLE_ERRORS: Final = 2.0  # an excess of so many errors is rare for one honest pair
HONEST_PAIRS_A_NOTABLE: Final = round(1 / (1 - NormalDist().cdf(NOTABLE_ERRORS)))
"""Number of honest pairs of which one has a notable excess by luck alone."""
_PRIOR_DEALS: Final = 156  # as in ratings: 1 / 0.08², of the strength of members

Spread = Callable[[str], float]


class PairResult(NamedTuple):
    """A pair's joint result above expectation, in units of luck a deal, with one error."""

    users: tuple[int, int]
    matches: int
    deals: int
    excess: float
    error: float

    @property
    def errors(self) -> float:
        """The excess in errors."""
        return self.excess / self.error


class _Meeting(NamedTuple):
    """The joint result of a pair in one match beyond expectation, in units of luck."""

    residual: float
    deals: int


def pair_results(matches: Sequence[RatedMatch], spread: Spread) -> tuple[PairResult, ...]:
    """Return all pairs with enough matches of one family, the highest excess in errors first."""
    strengths = _strengths(matches, spread)
    meetings: defaultdict[tuple[int, int], list[_Meeting]] = defaultdict(list)
    for match in matches:
        for users, meeting in _meetings(match, strengths, spread):
            meetings[users].append(meeting)
    deals = sum(one.deals for met in meetings.values() for one in met)
    if not deals:
        return ()
    squares = sum(one.residual**2 for met in meetings.values() for one in met)
    luck = sqrt(squares / deals)
    found = [_result(users, met, luck) for users, met in meetings.items()]
    listed = (one for one in found if one.matches >= FEWEST_MATCHES and one.error > 0)
    return tuple(sorted(listed, key=lambda one: -one.errors))


def _result(users: tuple[int, int], met: Sequence[_Meeting], luck: float) -> PairResult:
    deals = sum(one.deals for one in met)
    excess = sum(one.residual for one in met) / deals
    return PairResult(users, len(met), deals, excess, luck / sqrt(deals))


def _own_seats(match: RatedMatch) -> list[tuple[int, RatedSeat]]:
    """Return the members who played a match from its first deal to its end, by their id."""
    longest = max((seat.deals for seat in match.seats), default=0)
    whole = (seat for seat in match.seats if seat.deals == longest > 0)
    return [(seat.user_id, seat) for seat in whole if seat.user_id]


def _strengths(matches: Iterable[RatedMatch], spread: Spread) -> Mapping[int, float]:
    """Return the mean of a deal above the others at the table, in units of luck, towards zero."""
    sums: defaultdict[int, float] = defaultdict(float)
    deals: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        others = max(1, len(match.seats) - 1)
        for user, seat in _own_seats(match):  # balances of a match sum to zero
            above = seat.balance * (others + 1) / others
            sums[user] += above / spread(match.preset)
            deals[user] += seat.deals
    return {user: sums[user] / (deals[user] + _PRIOR_DEALS) for user in sums}


def _meetings(
    match: RatedMatch, strengths: Mapping[int, float], spread: Spread
) -> Iterable[tuple[tuple[int, int], _Meeting]]:
    """Yield the pairs of a match with their joint results; a match of two has none."""
    own = _own_seats(match)
    if len(own) < 3:
        return
    table = sum(strengths[user] for user, _ in own) / len(own)
    for (user, seat), (other, its) in combinations(sorted(own), 2):
        joint = (seat.balance + its.balance) / spread(match.preset)
        expected = seat.deals * (strengths[user] + strengths[other] - 2 * table)
        yield (user, other), _Meeting(joint - expected, seat.deals)


_SHOWN_DIGITS = 8  # of a seal, as under a card
_PROMISES = ("decks", "robots")
_FURTHER = ("hints", "kibitz", "log", "judges")
_LIMITS = ("talk", "accounts", "host")


class SealedDeck(Record):
    """The sealed deck of an open table: of the open deal or the next one."""

    game: int
    deal: int
    commitment: str


class PairRow(Record):
    """Two members by name, their matches together, and their joint excess in points a match."""

    names: tuple[str, str]
    family: str
    matches: int
    points: float
    error: float


def fair_play_screen(words: Words, *, can_manage: bool) -> Screen:
    """Return what the bot guarantees about the cards, and what it cannot protect from."""
    limits = [f"• {words.say(f'fair.{key}')}" for key in _LIMITS]
    blocks = text_blocks(
        _promises(_PROMISES, words), join_lines(f"**{words.say('fair.limits')}**", *limits)
    )
    row = [command_button(words, "fair_log", server_commands.ShowFairPlayLog())]
    if can_manage:
        row.append(command_button(words, "reports", server_commands.ShowReports()))
        row.append(command_button(words, "pairs", server_commands.ShowPairResults()))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, ButtonRow(tuple(row))))


def fair_play_log_screen(sealed: Sequence[SealedDeck], words: Words) -> Screen:
    """Return what the bot guarantees about play, and the seals of the open tables."""
    seals = join_dotted(
        words.say("fair.seal", game=one.game, deal=one.deal, seal=one.commitment[:_SHOWN_DIGITS])
        for one in sealed
    )
    blocks = text_blocks(
        _promises(_FURTHER, words),
        join_lines(f"**{words.say('fair.seals')}**", seals or words.say("fair.no_seals")),
    )
    back = ButtonRow((command_button(words, "back_to_fair", server_commands.ShowFairPlay()),))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, back))


def _promises(keys: Sequence[str], words: Words) -> str:
    told = (words.say(f"fair.{key}") for key in keys)
    return join_lines(f"### {words.say('fair.title')}", *told)


def pair_results_screen(rows: Sequence[PairRow], pairs: int, words: Words) -> Screen:
    """Return the highest of ``pairs`` joint results, with what they cannot say before them."""
    back = ButtonRow((command_button(words, "back_to_fair", server_commands.ShowFairPlay()),))
    head = f"### {words.say('fair.pairs.title')}"
    how = small_print(words.say("fair.pairs.how", deals=DEALS_A_MATCH, matches=FEWEST_MATCHES))
    if not rows:
        nothing = join_lines(head, words.say("fair.pairs.none", n=FEWEST_MATCHES))
        return Screen(0, 0, Tone.PRIVATE, (*text_blocks(nothing, how), back))
    warning = words.say("fair.pairs.warning", one_in=HONEST_PAIRS_A_NOTABLE, pairs=pairs)
    listed = join_lines(*(_pair_line(row, words) for row in rows))
    blocks = text_blocks(join_lines(head, warning), listed, how)
    return Screen(0, 0, Tone.PRIVATE, (*blocks, back))


def _pair_line(row: PairRow, words: Words) -> str:
    points = f"{format_signed(round(row.points))} ± {round(row.error)}"
    names = words.say("fair.pairs.names", one=row.names[0], other=row.names[1])
    played = words.say_plural("fair.pairs.matches", row.matches)
    return join_dotted((f"**{points}**", names, played, words.say(f"family.{row.family}")))
