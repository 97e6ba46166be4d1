"""Records of closed deals for post-mortems: from logged lines, or played by a script."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from bot.analysis.postmortem import DealRecord
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import TABLE_SEAT, Seat
from bot.engine.deal import Carry
from bot.engine.game import Game, apply_action, legal_actions, new_game, to_act
from bot.engine.notation import format_action, parse_action
from bot.engine.replaying import advance_games, standing_lines
from bot.engine.rules import Rules
from bot.presets import OptionSetting
from tests.golden.test_logs import LOGS, read
from tests.support import builders

Lines = Iterable[tuple[Seat, str]]
Chooser = Callable[[Game, Seat], Action]

# forehand draws trumps and makes eight; the ace of hearts first is ruffed by the next hand
EIGHT = (
    "AS KS QS JS 10S 9S AH KH 7C 7D | 8S 7S AC KC QC JC 10C AD KD QD"
    " | 7H 8H 9H 10H JH QH 9C 8C 10D JD | 8D 9D"
)
EIGHT_BID = "bid 8S, pass, pass, discard 8D 9D, declare 8S, whist, whist"

# the second hand's eight of hearts is caught by the seven: the third hand has no heart
MISERE = (
    "7H 9H 10H JH QH KH AH AS KS QS | 7S 8S 9S 10S JS 7C 8C 9C 7D 8H"
    " | AC KC QC JC 10C AD KD QD JD 10D | 8D 9D"
)
MISERE_BID = "pass, bid M, pass, discard 8D 9D"


class PlayedLine(NamedTuple):
    """A line of a log."""

    version: int
    seat: Seat
    text: str


def records_of(rules: Rules, lines: Lines) -> Iterator[DealRecord]:
    """Return one record for every closed deal of a log, without cards that were taken back."""
    games, own = [new_game(rules)], list[PlayedLine]()
    before = games[-1].carry
    for seat, line in lines:
        own.append(PlayedLine(games[-1].version, seat, line))
        number, games = games[-1].carry.number, advance_games(games, seat, parse_action(line))
        if games[-1].carry.number > number:
            yield DealRecord(
                rules, before, tuple((one.seat, one.text) for one in standing_lines(own))
            )
            before, own = games[-1].carry, []


def first_legal(game: Game, seat: Seat) -> Action:
    return legal_actions(game, seat)[0]


def recorded(
    rules: Rules, before: Carry, pack: act.Deck, script: str = "", then: Chooser = first_legal
) -> DealRecord:
    """Return a deal of one pack: the script for the seats to act, then ``then`` until it is scored.

    The script is as in ``builders.texts``; ``2: claim 0 3 4`` names another seat.
    """
    game, lines = new_game(rules)._replace(carry=before), [(TABLE_SEAT, format_action(pack))]
    game = apply_action(game, TABLE_SEAT, pack)
    said = [line.strip() for line in script.split(",")] if script else []
    while game.deal is not None:
        seat, action = _next(game, said.pop(0)) if said else (_asked(game), None)
        action = action or then(game, seat)
        lines.append((seat, format_action(action)))
        game = apply_action(game, seat, action)
    assert not said
    return DealRecord(rules, before, tuple(lines))


def _next(game: Game, line: str) -> tuple[Seat, Action]:
    seat, mark, words = line.partition(": ")
    return (int(seat), parse_action(words)) if mark else (_asked(game), parse_action(line))


def _asked(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


def sochi(line: str, script: str, **options: OptionSetting) -> DealRecord:
    agreed = builders.rules("sochi", 3, **options)
    return recorded(agreed, builders.carry(agreed), builders.deck(line), script)


def logged(name: str) -> tuple[DealRecord, ...]:
    """Return the deals of a golden log."""
    (path,) = (path for path in LOGS if path.stem == name)
    return records_in(path)


def records_in(path: Path) -> tuple[DealRecord, ...]:
    log = read(path)
    agreed = builders.rules(log.preset, log.players, **log.options)
    return tuple(records_of(agreed, log.lines))
