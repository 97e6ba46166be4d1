"""Replay of a log into a game, and take-backs.

A take-back (rules/README.md) is a line like any other, ``takeback 57``: the game continues from
the one at version 57, under a new version.  Nothing is deleted, so a replay is reproducible.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from bot.engine import actions, notation
from bot.engine.cards import Seat
from bot.engine.deal import Deal
from bot.engine.game import Game, apply_action, legal_actions
from bot.engine.rules import IllegalAction, RuleReason, Rules, TakingBack
from bot.engine.view import known_cards

_VERB = "takeback"


class VersionedLine(Protocol):
    """A log line with its version."""

    @property
    def version(self) -> int: ...

    @property
    def text(self) -> str: ...


class SeatLine(VersionedLine, Protocol):
    """A log line with its seat."""

    @property
    def seat(self) -> Seat: ...


class TakenBackLine(NamedTuple):
    """A line that ``seat`` took back, together with ``since`` later ones.

    ``cards`` counts the plays before it that were never taken back.
    """

    seat: Seat
    line: SeatLine
    since: int
    cards: int


L = TypeVar("L", bound=VersionedLine)


def standing_lines(lines: Iterable[L]) -> list[L]:
    """Return the lines that still count, without the take-backs and the lines they undid."""
    kept: list[L] = []
    for line in lines:
        verb, _, version = line.text.partition(" ")
        if verb != _VERB:
            kept.append(line)
            continue
        while kept and kept[-1].version >= int(version):
            kept.pop()
    return kept


def find_take_backs(lines: Iterable[SeatLine]) -> list[TakenBackLine]:
    """Return the take-backs of a deal's lines, in order."""
    said = list(lines)
    cards = [line.version for line in standing_lines(said) if line.text.startswith("play ")]
    found, kept = list[TakenBackLine](), list[SeatLine]()
    for line in said:
        verb, _, version = line.text.partition(" ")
        if verb != _VERB:
            kept.append(line)
            continue
        gone = [one for one in kept if one.version >= int(version)]
        kept = [one for one in kept if one.version < int(version)]
        if gone:
            before = sum(card < gone[0].version for card in cards)
            found.append(TakenBackLine(line.seat, gone[0], len(gone) - 1, before))
    return found


def replay_log(game: Game, lines: Iterable[tuple[Seat, str]]) -> Game:
    """Return the game after logged lines.  Raises BadNotation or IllegalAction."""
    return replay_games(game, lines)[-1]


def replay_games(game: Game, lines: Iterable[tuple[Seat, str]]) -> list[Game]:
    """Return the games of the current deal, the newest last.  Raises as ``replay_log``."""
    games = [game]
    for seat, text in lines:
        games = advance_games(games, seat, notation.parse_action(text))
    return games


def advance_games(games: Sequence[Game], seat: Seat, action: actions.Action) -> list[Game]:
    """Apply one more action and return the games of the current deal, the newest last.

    Raises IllegalAction.
    """
    if isinstance(action, actions.TakeBack):
        game = apply_take_back(games, seat, action)
        return [*(one for one in games if one.version < action.version), game]
    game = apply_action(games[-1], seat, action)
    return [game] if game.deal is None else [*games, game]


def apply_take_back(games: Sequence[Game], seat: Seat, action: actions.TakeBack) -> Game:
    """Return the game of an earlier version, in which ``seat`` acted, under a new version.

    Raises IllegalAction if the rules switch take-backs off, or cards or secret names have been
    shown since.  The table, not the engine, asks the other players for consent.
    """
    now = games[-1]
    if now.rules.options.take_back is TakingBack.OFF:
        raise IllegalAction(RuleReason.TAKE_BACK_OFF)
    before = next((game for game in games[:-1] if game.version == action.version), None)
    if (
        before is None
        or before.deal is None
        or now.deal is None
        or not before.deal.is_dealt
        or before.deal.dealt != now.deal.dealt  # of another deal
        or not legal_actions(before, seat)
    ):
        raise IllegalAction(RuleReason.NOTHING_TO_TAKE_BACK)
    since = [game for game in games if game.version >= action.version]
    has_revealed_names = any(map(is_sealed, since)) and not is_sealed(now)
    if has_revealed_names or _has_shown_cards(before.deal, now.deal):
        raise IllegalAction(RuleReason.SHOWN_SINCE)
    return before._replace(version=now.version + 1)


def is_free_take_back(rules: Rules, friendly: bool, acts: int) -> bool:
    """Return True if nobody need consent; ``acts`` counts the actions since the one undone."""
    return rules.options.take_back is TakingBack.FRIENDLY and friendly and not acts


def _has_shown_cards(before: Deal, now: Deal) -> bool:
    """Return True if any seat or spectator has since seen an unplayed card."""
    played = 0  # without the talon's cards
    for cards in (*(trick.cards for trick in now.tricks), now.trick):
        for card in cards:
            played |= 1 << card
    pairs = zip(known_cards(before), known_cards(now), strict=True)
    return any(known & ~earlier & ~played for earlier, known in pairs)


def is_sealed(game: Game) -> bool:
    """Return True if the game is in a phase of secret names."""
    return game.deal is not None and game.deal.phase.sealed_names is not None
