"""Deals of sochi against kintero-ai/preferans, a public program in JavaScript.

Its code is not part of this project: name a folder that holds its ``js/cards.js``, ``js/rules.js``
and ``js/ai.js``.  Node runs them beside ``kintero.js``.  It gets what its seat sees, in the terms
of its own deal; cards are numbered alike.  Hidden cards are -1, of which it reads only how many.
"""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Declare, Discard, Play
from bot.engine.cards import PACK, Card, Hand, Seat, Strain
from bot.engine.deal import Stage
from bot.engine.view import DealView, SeatView
from tests.robots.evenings import PRESETS
from tools.arena import matches

_BRIDGE: Final = Path(__file__).with_suffix(".js")
_HIDDEN: Final = -1
_PASS: Final = -1
_MISERE_FROM: Final = 9  # the level of which a misere stands below the lowest bid
_WORDS: Final = {"P": act.PASS, "W": act.WHIST, "H": act.HALF_WHIST}

Answer = int | str | tuple[int, ...]


def _ladder() -> tuple[str, ...]:
    """Return the names of bids by their number in the program."""
    names = []
    for level in range(6, 11):
        names += ["M"] if level == _MISERE_FROM else []
        names += [f"{level}{strain.letters}" for strain in Strain]
    return tuple(names)


LADDER: Final = _ladder()


class Question(NamedTuple):
    """A question to the program, and what each of its answers means here."""

    kind: str
    seat: Seat  # whose cards are played
    deal: Mapping[str, object]
    means: dict[Answer, Action]


class Kintero:
    """The program at a table, as a robot: a process of its own answers."""

    def __init__(self, folder: Path) -> None:
        command = ["node", str(_BRIDGE), str(folder)]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, text=True)

    def choose(self, seen: SeatView, rng: Random) -> Action:
        """Return the program's choice; one that whists alone opens the hands, as by its rules."""
        if len(seen.legal) == 1 or act.OPEN in seen.legal:
            return act.OPEN if act.OPEN in seen.legal else seen.legal[0]
        asked = question(seen, rng)
        line = {"kind": asked.kind, "seat": asked.seat, "deal": asked.deal}
        said = self._answer(json.dumps({**line, "seed": rng.getrandbits(32)}))
        return asked.means[tuple(said) if isinstance(said, list) else said]

    def _answer(self, line: str) -> int | str | list[int]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        said: int | str | list[int] = json.loads(self._process.stdout.readline())
        return said


def question(seen: SeatView, rng: Random) -> Question:
    """Return the question of a view with several choices."""
    match seen.stage:
        case Stage.AUCTION:
            return _bidding(seen)
        case Stage.EXCHANGE:
            return _discarding(seen)
        case Stage.DECLARE:
            return _declaring(seen)
        case Stage.DEFENCE:
            return _answering(seen)
        case _:
            return _playing(seen, rng)


def _hands(seen: SeatView) -> list[list[Card]]:
    table = seen.open_deal
    hands = [[_HIDDEN] * count for count in table.counts]
    for seat, shown in table.open_hands:
        hands[seat] = list(Hand(shown))
    hands[seen.seat] = list(Hand(seen.hand))
    return hands


def _high_bid(table: DealView) -> int:
    return _PASS if table.high_bid is None else LADDER.index(table.high_bid[0])


def _bidding(seen: SeatView) -> Question:
    """Ask for a bid; the program holds a bid by repeating it."""
    means: dict[Answer, Action] = {}
    for action in seen.legal:
        if isinstance(action, Bid):
            means.setdefault(LADDER.index(action.name), action)
        elif action is act.HOLD:
            means[_high_bid(seen.open_deal)] = action
        elif action is act.PASS:
            means[_PASS] = action
    return Question("bid", seen.seat, {"hands": _hands(seen), "legal": list(means)}, means)


def _discarding(seen: SeatView) -> Question:
    pairs = [action for action in seen.legal if isinstance(action, Discard)]
    means: dict[Answer, Action] = {(pair.low, pair.high): pair for pair in pairs}
    deal = {"hands": _hands(seen), "bid": _high_bid(seen.open_deal)}
    return Question("discard", seen.seat, deal, means)


def _declaring(seen: SeatView) -> Question:
    names = [action for action in seen.legal if isinstance(action, Declare)]
    means: dict[Answer, Action] = {LADDER.index(named.name): named for named in names}
    deal = {"hands": _hands(seen), "bid": _high_bid(seen.open_deal)}
    return Question("contract", seen.seat, deal, means)


def _answering(seen: SeatView) -> Question:
    table = seen.open_deal
    contract = table.declared_contract
    place = table.seats.index(contract.declarer)
    order = [table.seats[(place + n) % 3] for n in (1, 2)]
    said: list[str | None] = [None, None, None]
    calls = [call.action for call in table.calls]
    start = 1 + max(n for n, action in enumerate(calls) if isinstance(action, Declare))
    letters = {word: letter for letter, word in _WORDS.items()}
    for call in table.calls[start:]:
        assert isinstance(call.action, act.SimpleAction)
        said[call.seat] = letters[call.action]
    means: dict[Answer, Action] = {
        letter: word for letter, word in _WORDS.items() if word in seen.legal
    }
    deal = {
        "hands": _hands(seen),
        "trump": None if contract.trump < 0 else contract.trump,
        "level": contract.level,
        "whistOrder": order,
        "whist": said,
        "whistStage": len(table.calls) - start,
        "legal": list(means),
    }
    return Question("whist", seen.seat, deal, means)


def _playing(seen: SeatView, rng: Random) -> Question:
    table = seen.open_deal
    turn, contract = table.player_on_turn, table.contract
    plays = [action for action in seen.legal if isinstance(action, Play)]
    controller = [0, 1, 2]
    controller[turn] = seen.seat
    shown = dict(table.open_hands)
    played, voids = _record(table)
    declarer = _HIDDEN if contract is None else contract.declarer
    deal = {
        "hands": _hands(seen),
        "legal": [play.card for play in plays],
        "type": "raspasy" if contract is None else "misere" if contract.is_misere else "game",
        "level": 0 if contract is None else contract.level,
        "trump": None if contract is None or contract.trump < 0 else contract.trump,
        "declarer": declarer,
        "controller": controller,
        "openSeats": [seat in shown for seat in range(3)],
        "talon": _talon(seen, played, rng),
        "discards": list(seen.discard) if declarer == seen.seat else [_HIDDEN] * 2,
        "played": played,
        "voids": voids,
        "trick": [
            {"seat": (table.leader + n) % 3, "card": card} for n, card in enumerate(table.trick)
        ],
        "turn": turn,
        "trickNo": len(table.tricks),
        "tricks": list(table.won),
    }
    return Question("card", turn, deal, {play.card: play for play in plays})


def _record(table: DealView) -> tuple[list[Card], list[list[bool]]]:
    """Return the cards played, and the suits that each seat has shown to lack."""
    trump = -1 if table.contract is None else table.contract.trump
    played, lacks = [], [[False] * 4 for _ in range(3)]
    shown = [(trick.leader, trick.cards, trick.talon) for trick in table.tricks]
    for leader, cards, talon in (*shown, (table.leader, table.trick, table.talon_lead)):
        for n, card in enumerate(cards):
            led, suit = (cards[0] if talon is None else talon) >> 3, card >> 3
            if suit != led:
                lacks[(leader + n) % 3][led] = True
                if suit != trump and trump >= 0:
                    lacks[(leader + n) % 3][trump] = True
            played.append(card)
    return played, lacks


def _talon(seen: SeatView, played: list[Card], rng: Random) -> list[Card]:
    """Return the talon; the program reads a card of it that is hidden, so one is drawn by lot."""
    talon = list(seen.open_deal.talon)
    hidden = [card for card in PACK if card not in (*played, *talon, *Hand(seen.hand))]
    return talon + rng.sample(hidden, 2 - len(talon))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="of the program")
    parser.add_argument("--robot", default="expert", help=matches.chooser.__doc__)
    parser.add_argument("--deals", type=int, default=200)


def run(chosen: argparse.Namespace) -> int:
    matches.CHOOSERS["kintero"] = Kintero(chosen.folder).choose
    rules = PRESETS.rules("sochi")
    means, record = matches.compare(rules, chosen.robot, "kintero", range(chosen.deals), 1, 1)
    title = f"sochi: one {chosen.robot}, the others kintero"
    print(matches.report_lines(title, means, record, rules.players))
    return 0
