"""Lines of a log back into a game; those that were taken back count as if never said.

Taking back (rules/README.md) is a line like any other, ``takeback 57``: the game goes on from the
one at version 57, under a new version.  Nothing is deleted, so every replay comes to the same game.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from bot.engine.actions import Action, TakeBack
from bot.engine.cards import Hand, Seat
from bot.engine.deal import Deal
from bot.engine.game import Game, apply, legal
from bot.engine.notation import parse
from bot.engine.refusal import IllegalAction, RuleReason
from bot.engine.rules import Rules, TakingBack
from bot.engine.view import known_cards

_VERB = "takeback"


class Logged(Protocol):
    """A line with its number in the log."""

    @property
    def version(self) -> int: ...

    @property
    def text(self) -> str: ...


class Said(Logged, Protocol):
    """A line, and whose it is."""

    @property
    def seat(self) -> Seat: ...


class Withdrawn(NamedTuple):
    """A line that ``seat`` took back with so many ``since``.

    ``cards`` is how many cards came before it that stand to the end.
    """

    seat: Seat
    line: Said
    since: int
    cards: int


L = TypeVar("L", bound=Logged)


def standing(lines: Iterable[L]) -> list[L]:
    """The lines that still count: neither what was taken back, nor the taking back."""
    kept: list[L] = []
    for line in lines:
        verb, _, version = line.text.partition(" ")
        if verb != _VERB:
            kept.append(line)
            continue
        while kept and kept[-1].version >= int(version):
            kept.pop()
    return kept


def withdrawn(lines: Iterable[Said]) -> list[Withdrawn]:
    """What was taken back in a deal, in the order in which it was asked back."""
    said = list(lines)
    cards = [line.version for line in standing(said) if line.text.startswith("play ")]
    found, kept = list[Withdrawn](), list[Said]()
    for line in said:
        verb, _, version = line.text.partition(" ")
        if verb != _VERB:
            kept.append(line)
            continue
        gone = [one for one in kept if one.version >= int(version)]
        kept = [one for one in kept if one.version < int(version)]
        if gone:
            before = sum(card < gone[0].version for card in cards)
            found.append(Withdrawn(line.seat, gone[0], len(gone) - 1, before))
    return found


def replay(game: Game, lines: Iterable[tuple[Seat, str]]) -> Game:
    """The game after logged lines.  Raises BadNotation or IllegalAction if one does not fit."""
    return course(game, lines)[-1]


def course(game: Game, lines: Iterable[tuple[Seat, str]]) -> list[Game]:
    """The games on the way that stand, the newest last.  Raises as ``replay``."""
    games = [game]
    for seat, text in lines:
        games = followed(games, seat, parse(text))
    return games


def followed(games: Sequence[Game], seat: Seat, action: Action) -> list[Game]:
    """The games that stand after one more action: the newest last, and those of its deal before it.

    Raises IllegalAction.
    """
    if isinstance(action, TakeBack):
        game = taken_back(games, seat, action)
        return [*(one for one in games if one.version < action.version), game]
    game = apply(games[-1], seat, action)
    return [game] if game.deal is None else [*games, game]


def taken_back(games: Sequence[Game], seat: Seat, action: TakeBack) -> Game:
    """The newest game gone back to one that stands, in which ``seat`` acted.

    Raises IllegalAction where that is not agreed, or something has been shown since.  That nobody
    is in the way who would have to agree is the affair of the table.
    """
    now = games[-1]
    refuse_where_off(now.rules)
    before = next((game for game in games[:-1] if game.version == action.version), None)
    if before is None or not _is_one_deal(before, now) or not legal(before, seat):
        raise IllegalAction(RuleReason.NOTHING_TO_TAKE_BACK)
    since = [game for game in games if game.version >= action.version]
    if _shown(before, now) or _unsealed(since):
        raise IllegalAction(RuleReason.SHOWN_SINCE)
    return before._replace(version=now.version + 1)


def refuse_where_off(rules: Rules) -> None:
    if rules.options.take_back is TakingBack.OFF:
        raise IllegalAction(RuleReason.TAKE_BACK_OFF)


def is_free(rules: Rules, friendly: bool, acts: int) -> bool:
    """Whether nobody is asked; ``acts``: how many there are since the one that is taken back."""
    return rules.options.take_back is TakingBack.FRIENDLY and friendly and not acts


def _is_one_deal(before: Game, now: Game) -> bool:
    """The cards are dealt, and are those of the same deck."""
    if before.deal is None or now.deal is None:
        return False
    return before.deal.is_dealt and before.deal.dealt == now.deal.dealt


def _shown(before: Game, now: Game) -> bool:
    """Whether anybody has seen a card since that was not played."""
    assert now.deal is not None
    played = _played(now.deal)
    eyes = (None, *range(now.rules.players))
    return any(known_cards(now, seat) - known_cards(before, seat) - played for seat in eyes)


def _played(deal: Deal) -> Hand:
    """What lies in the tricks, but for the talon."""
    done = Hand.of(card for trick in deal.tricks for card in trick.cards)
    return done | Hand.of(deal.trick)


def _unsealed(games: Sequence[Game]) -> bool:
    """Whether what was written down has been read since."""
    return any(map(is_sealed, games)) and not is_sealed(games[-1])


def is_sealed(game: Game) -> bool:
    """Whether names are written down that nobody has seen."""
    return game.deal is not None and game.deal.phase.sealed is not None
