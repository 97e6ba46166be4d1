"""Every scored deal of a store, read a second time from plain SQL and apart from the bot's engine.

The lines of the log are dealt, followed and counted by the oracles of ``tests/properties``, which
are the rules written once more, and compared with what the bot has stored beside them.  Of
``bot`` only records, names and house rules are used: no phase, no scoring, no settlement.
"""

import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from bot.engine.cards import CARD_NAMES, Card, Hand, Seat
from bot.engine.deal import Deal, DealResult
from bot.engine.families.balkan.options import BalkanOptions
from bot.engine.families.russian.options import RussianOptions
from bot.engine.notation import read_result
from bot.engine.rules import Rules
from bot.model.enums import Posting
from bot.presets import parse_rules
from tests.properties.oracles import balkan_paper, oracle_of, russian_paper
from tests.properties.oracles.reading import around
from tools.siege.goals import Figure, none

# the rounds of packets before the talon and after it: russian.md 2.3, balkan.md 2.2, austrian C-5
_PACKETS: Final = {
    "russian": ((2, 2), (2, 2, 2)),
    "balkan": ((5,), (5,)),
    "austrian": ((3,), (4, 3)),
}
_NO_CALLS: Final = ("deck", "play", "discard", "seal")
_PROPOSALS: Final = ("claim", "offer")
_NOBODY: Final[Any] = None  # the fields of a deal that no oracle of cards reads

_GAMES: Final = (
    "SELECT game_id, rules, version FROM game"
    " WHERE game_id IN (SELECT game_id FROM line UNION SELECT game_id FROM archive)"
)
_DEALS: Final = "SELECT deal, last_version, summary FROM deal WHERE game_id = ? ORDER BY deal"
_POSTINGS: Final = (
    "SELECT deal, version, account, seat, against, amount, why, count, unit FROM posting"
    " WHERE game_id = ? ORDER BY deal, position"
)
_LINES: Final = "SELECT version, deal, seat, text FROM line WHERE game_id = ? ORDER BY version"
_BALANCES: Final = "SELECT seat, sum(balance) FROM result WHERE game_id = ? GROUP BY seat"

Amounts = dict[tuple[str, Seat, Seat | None], int]  # by account, seat and whom it is against


class Line(NamedTuple):
    """One line of the log, without people and times."""

    version: int
    deal: int
    seat: Seat
    text: str


class Papers(NamedTuple):
    """The carry that no posting tells: the raspasy streak, the refas, and how many were given."""

    streak: int = 0
    refas: tuple[int, ...] = (0, 0, 0)
    given: int = 0


class Reading(NamedTuple):
    """The number of deals that were read, and what was found in them: where, and what."""

    deals: int
    faults: tuple[str, ...]


def read_again(path: Path) -> Reading:
    """Read every game of the file that has lines; a past made up for a section has none."""
    faults, deals = list[str](), 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)) as db:
        for game_id, rules, version in db.execute(_GAMES).fetchall():
            game = _Game(db, game_id, parse_rules(rules))
            deals += len(game.scored)
            faults += [f"game {game_id} {fault}" for fault in game.faults(version)]
    return Reading(deals, tuple(faults))


def figures_of(folder: Path) -> list[Figure]:
    """Return the figure of each store that a section has left; none where it left none."""
    found = []
    for path in sorted(folder.rglob("bot.db")):
        reading = read_again(path)
        print(*reading.faults[:20], sep="\n", end="\n" if reading.faults else "")
        if reading.deals:
            what = "scored deals that a second reading finds otherwise"
            found.append(none("G1", what, len(reading.faults), reading.deals))
    return found


class _Game:
    """One game: its lines, its scored deals as stored, and the amounts on its sheet."""

    def __init__(self, db: sqlite3.Connection, game_id: int, rules: Rules) -> None:
        self.rules = rules
        self.lines = _lines(db, game_id)
        self.scored: list[tuple[int, int, str]] = db.execute(_DEALS, (game_id,)).fetchall()
        self.postings: list[tuple[int, int | None, Posting]] = [
            (deal, version, Posting(*row))
            for deal, version, *row in db.execute(_POSTINGS, (game_id,))
        ]
        self.balances: dict[Seat, int] = dict(db.execute(_BALANCES, (game_id,)).fetchall())

    def faults(self, version: int) -> Iterator[str]:
        """Yield what is wrong; the first fault of a deal is enough."""
        if [line.version for line in self.lines] != list(range(version)):
            yield "has a gap in its log"
        papers, dealer = Papers(), self._first_dealer()
        for deal, last, summary in self.scored:
            result = read_result(summary)
            try:
                _same("the dealer", result.dealer, result.dealer if dealer is None else dealer)
                lines = self._lines_of(deal, last)
                self._check_cards(lines, result)
                papers = self._check_score(deal, lines[0].version, result, papers)
            except (AssertionError, ValueError, LookupError) as fault:
                yield f"deal {deal}: {fault}"
            dealer = self._next_dealer(result)
        if self.balances:
            yield from self._check_end()

    # -- the cards

    def _first_dealer(self) -> Seat | None:
        """Return the seat of ``dealer 1``; None where cards are drawn for it."""
        words = self.lines[0].text.split() if self.lines else []
        return int(words[1]) if words[:1] == ["dealer"] else None

    def _next_dealer(self, result: DealResult) -> Seat | None:
        """Return the dealer of the next deal; None in Austria, where a deal may be dealt again."""
        match self.rules.options:
            case RussianOptions() as options:
                return russian_paper.next_dealer(result, options)
            case BalkanOptions():
                return (result.dealer + 1) % 3
            case _:
                return None

    def _lines_of(self, deal: int, last: int) -> list[Line]:
        """Return the lines of a deal that stand, the deck first."""
        lines = standing([one for one in self.lines if one.deal == deal and one.version <= last])
        decks = [place for place, line in enumerate(lines) if line.text.startswith("deck ")]
        return lines[decks[-1] :]

    def _check_cards(self, lines: list[Line], result: DealResult) -> None:
        """Deal, exchange and play the cards by the log."""
        deck = [CARD_NAMES.index(name) for name in lines[0].text.split()[1:]]
        _same("32 cards, each once", sorted(deck), list(range(32)))
        seats = _seats(result.dealer, self.rules.players)
        _same("the seats in order of play", result.seats, seats)
        hands, talon = _dealt(self.rules, seats, deck)
        _same("the hands as dealt", [set(Hand(hand)) for hand in result.dealt], hands)
        _same("the talon", result.talon, talon)
        _check_calls(lines, result)
        _exchange(hands, talon, lines)
        self._check_play(hands, lines, result)

    def _check_play(self, hands: list[set[Card]], lines: list[Line], result: DealResult) -> None:
        """Follow each card of the tricks by its line and by the rules, then count the tricks."""
        played = [line for line in lines if line.text.startswith("play ")]
        oracle, record = oracle_of(self.rules), _record(self.rules, result)
        for trick in result.tricks:
            record = record._replace(leader=trick.leader, trick=())
            for seat, card in zip(around(result, trick.leader), trick.cards, strict=True):
                record = record._replace(hands=tuple(map(Hand.of, hands)), turn=seat)
                if CARD_NAMES[card] not in oracle.playable(record):
                    raise AssertionError(f"seat {seat} may not play {CARD_NAMES[card]}")
                self._check_line(played, seat, card, hands, result)
                hands[seat].discard(card)
                record = record._replace(trick=(*record.trick, card))
            record = record._replace(tricks=(*record.tricks, trick))
        if len(played) > (2 if lines[-1].text == "accept" else 0):  # of a trick that has begun
            raise AssertionError("cards were played after the last trick")
        counted = oracle.tricks_won(record) if result.tricks else (0,) * len(result.won)
        _check_won(counted, lines, result)

    def _check_line(
        self,
        played: list[Line],
        seat: Seat,
        card: Card,
        hands: Sequence[set[Card]],
        result: DealResult,
    ) -> None:
        """Take the line of a card; the last trick and a dummy that plays by its rule have none."""
        if played and _word(played[0]) == CARD_NAMES[card]:
            line = played.pop(0)
            is_declarers = result.contract is not None and seat == result.contract.declarer
            if line.seat != seat and is_declarers:
                raise AssertionError(f"seat {line.seat} has played for the declarer")
        elif len(hands[seat]) > 1 and (seat != self.rules.dummy or result.contract is not None):
            raise AssertionError(f"the log has no line for {CARD_NAMES[card]}")

    # -- the score

    def _check_score(self, deal: int, dealt_at: int, result: DealResult, papers: Papers) -> Papers:
        """Compare what the deal has written with the oracle's paper; Austria's sums alone."""
        own = [posting for at, by, posting in self.postings if at == deal and by is None]
        _same("the postings of the summary", result.postings, tuple(own))
        opened = self._amounts(deal, dealt_at)
        closed = _added(opened, own)
        match self.rules.options:
            case RussianOptions() as options:
                before = _russian(options, opened, papers.streak)
                paper = russian_paper.after(result, before, options)
                _same("the Russian sheet", _russian(options, closed, paper.streak), paper)
                return papers._replace(streak=paper.streak)
            case BalkanOptions() as options:
                was = _balkan(options, opened, papers)
                sheet = balkan_paper.after(result, was, options)
                papers = Papers(refas=sheet.refas, given=sheet.given)
                _same("the Balkan sheet", _balkan(options, closed, papers), sheet)
            case _:
                pot = -sum(amount for key, amount in closed.items() if key[0] == "pot")
                if pot < 0 or pot % 10:
                    raise AssertionError(f"{pot} units in the pot")
        return papers

    def _amounts(self, deal: int, version: int) -> Amounts:
        """Return the sheet before a deal whose cards were dealt at ``version``."""
        written = [
            posting
            for at, by, posting in self.postings
            if (at < deal if by is None else by < version)
        ]
        return _added({}, written)

    def _check_end(self) -> Iterator[str]:
        """Compare the results of the match with the oracle's settlement."""
        amounts = _added({}, [posting for _, _, posting in self.postings])
        found = tuple(self.balances[seat] for seat in sorted(self.balances))
        if sum(found):
            yield f"its results sum to {sum(found)}"
        expected = found
        match self.rules.options:
            case RussianOptions() as options:
                paper = _russian(options, amounts, 0)
                expected = russian_paper.settled(paper, options)
            case BalkanOptions() as options:
                sheet = _balkan(options, amounts, Papers())
                expected = balkan_paper.settled(sheet, options)
        if found != expected:
            yield f"its results are {found}, not {expected}"


def _lines(db: sqlite3.Connection, game_id: int) -> list[Line]:
    """Return the lines of a game in order; those of a game that is over are deflated columns."""
    later = [Line(*row) for row in db.execute(_LINES, (game_id,))]
    earlier = list[Line]()
    for (packed,) in db.execute("SELECT lines FROM archive WHERE game_id = ?", (game_id,)):
        versions, deals, seats, texts, *_ = json.loads(zlib.decompress(packed))
        columns = zip(accumulate(versions), accumulate(deals), seats, texts, strict=True)
        earlier += [Line(*row) for row in columns]
    return earlier + later


def standing(lines: Sequence[Line]) -> list[Line]:
    """Return the lines that no later ``takeback`` has taken back."""
    kept = list[Line]()
    for line in lines:
        if line.text.startswith("takeback "):
            since = int(_word(line))
            kept = [one for one in kept if one.version < since]
        else:
            kept.append(line)
    return kept


def _word(line: Line) -> str:
    """Return the second word: the card of ``play KS``."""
    return line.text.split()[1]


T = TypeVar("T")


def _same(what: str, stored: T, read: T) -> None:
    if stored != read:
        raise AssertionError(f"{what}: stored {stored}, read {read}")


def _seats(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """Return the three hands, forehand first; with two the dummy lies at the dealer's right."""
    if players == 2:
        return 1 - dealer, 2, dealer
    return tuple((dealer + step) % players for step in (1, 2, 3))


def _dealt(
    rules: Rules, seats: Sequence[Seat], deck: Sequence[Card]
) -> tuple[list[set[Card]], tuple[Card, ...]]:
    """Return the hands by seat and the talon."""
    hands = [set[Card]() for _ in range(max(3, rules.players))]
    left = iter(deck)
    before, after = _PACKETS[rules.family]
    _pack(hands, seats, before, left)
    talon = next(left), next(left)
    _pack(hands, seats, after, left)
    return hands, talon


def _pack(
    hands: list[set[Card]], seats: Sequence[Seat], rounds: Sequence[int], left: Iterator[Card]
) -> None:
    for size in rounds:
        for seat in seats:
            hands[seat] |= {next(left) for _ in range(size)}


def _check_calls(lines: Sequence[Line], result: DealResult) -> None:
    """Check that the calls of the log are those of the result, in order.

    The result has more: a declaration without a choice has no line, a sealed bid has another.
    """
    left = iter(result.calls)
    for line in lines:
        if line.text.split()[0] not in _NO_CALLS and (line.seat, line.text) not in left:
            raise AssertionError(f"the call {line.text} is not in the result, or not in order")


def _exchange(hands: list[set[Card]], talon: Sequence[Card], lines: Sequence[Line]) -> None:
    """Take the talon for each discard; a second buyer takes what the first has laid away."""
    aside = set(talon)
    for line in lines:
        if line.text.startswith("discard "):
            laid = {CARD_NAMES.index(name) for name in line.text.split()[1:]}
            held = hands[line.seat] | aside
            if not laid <= held or len(laid) != 2:
                raise AssertionError(f"seat {line.seat} has not both of {line.text}")
            hands[line.seat], aside = held - laid, laid


def _record(rules: Rules, result: DealResult) -> Deal:
    """Return the deal before its first card, as far as the oracles read it."""
    hands = len(result.dealt)
    return Deal(
        rules=rules,
        carry=_NOBODY,
        dealer=result.dealer,
        seats=result.seats,
        dealt=tuple(map(Hand, result.dealt)),
        talon=result.talon,
        talon_shown=0,
        calls=(),
        contract=result.contract,
        roles=result.roles,
        aside=Hand(0),
        discard=result.discard,
        open_seats=(),
        offer=None,
        hands=(Hand(0),) * hands,
        tricks=(),
        won=(0,) * len(result.won),
        trick=(),
        leader=-1,
        turn=-1,
        lead=(),
        phase=_NOBODY,
    )


def _check_won(counted: Sequence[int], lines: Sequence[Line], result: DealResult) -> None:
    """Compare the tricks won with those counted and those that a claim or an offer has split."""
    is_agreed = lines[-1].text == "accept"
    agreed = [line.text.split() for line in lines if is_agreed and line.text[:5] in _PROPOSALS]
    match agreed[-1] if agreed else []:
        case ["claim", *numbers]:  # the tricks that are left, forehand's first
            split = dict(zip(result.seats, map(int, numbers), strict=True))
            counted = [own + split.get(seat, 0) for seat, own in enumerate(counted)]
            _same("the tricks won", result.won, tuple(counted))
        case ["offer", number]:  # all tricks of the declarer
            assert result.contract is not None
            own = result.won[result.contract.declarer]
            _same("the tricks as offered", (own, sum(result.won)), (int(number), 10))
        case _ if result.tricks:
            _same("the tricks won", result.won, tuple(counted))


def _added(amounts: Mapping[tuple[str, Seat, Seat | None], int], own: Sequence[Posting]) -> Amounts:
    found = Counter(amounts)
    for posting in own:
        found[posting.account, posting.seat, posting.against] += posting.amount
    return {key: amount for key, amount in found.items() if amount}


def _russian(options: RussianOptions, amounts: Amounts, streak: int) -> russian_paper.Paper:
    seats = range(options.players)
    whists = {
        (seat, against): amount
        for (account, seat, against), amount in amounts.items()
        if account == "whists" and against is not None
    }
    return russian_paper.Paper(
        [amounts.get(("pool", seat, None), 0) for seat in seats],
        [amounts.get(("mountain", seat, None), 0) for seat in seats],
        whists,
        streak,
    )


def _balkan(options: BalkanOptions, amounts: Amounts, papers: Papers) -> balkan_paper.Sheet:
    side = {
        (seat, against): amount
        for (account, seat, against), amount in amounts.items()
        if account == "side" and against is not None
    }
    main = tuple(amounts.get(("main", seat, None), 0) - options.starting_level for seat in range(3))
    return balkan_paper.Sheet(main, side, papers.refas, papers.given)
