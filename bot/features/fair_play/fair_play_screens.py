"""The pages of fair play: what the bot guarantees and what not; for managers results of pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.features.fair_play.pair_results import FEWEST_MATCHES, HONEST_PAIRS_A_NOTABLE
from bot.model.leaderboards import DEALS_A_MATCH
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
from bot.ui_commands.server_commands import (
    ShowFairPlay,
    ShowFairPlayLog,
    ShowPairResults,
    ShowReports,
)

_SHOWN_DIGITS = 8  # of a seal, as under a card
_PROMISES = ("decks", "robots")
_FURTHER = ("hints", "kibitz", "log", "judges")
_LIMITS = ("talk", "accounts", "host")


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """The sealed deck of an open table: of the open deal or the next one."""

    game: int
    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class PairRow:
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
    row = [command_button(words, "fair_log", ShowFairPlayLog())]
    if can_manage:
        row.append(command_button(words, "reports", ShowReports()))
        row.append(command_button(words, "pairs", ShowPairResults()))
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
    back = ButtonRow((command_button(words, "back_to_fair", ShowFairPlay()),))
    return Screen(0, 0, Tone.PRIVATE, (*blocks, back))


def _promises(keys: Sequence[str], words: Words) -> str:
    told = (words.say(f"fair.{key}") for key in keys)
    return join_lines(f"### {words.say('fair.title')}", *told)


def pair_results_screen(rows: Sequence[PairRow], pairs: int, words: Words) -> Screen:
    """Return the highest of ``pairs`` joint results, with what they cannot say before them."""
    back = ButtonRow((command_button(words, "back_to_fair", ShowFairPlay()),))
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
