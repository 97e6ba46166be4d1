"""Learned first guesses of calls: the options that a search would hardly choose are not searched.

A model of each family and stage gives the probability that the search prefers an option to the
plain robot's call, by facts of the view alone.  It is a sum of small decision trees, learned from
searched calls of robots (``tools/train``).  No points enter it, so it serves rules with other
prices.  Whatever it does not know is searched.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action, Bid, Declare, Discard, Kontra, SimpleAction
from bot.engine.cards import ACE, KING, QUEEN, Seat
from bot.engine.deal import Contract, Stage
from bot.engine.view import SeatView
from bot.robots import evaluation
from bot.robots.compiled_modules import BOT_FOLDER
from bot.robots.families import strategy_of

_PLAYERS: Final = 3  # of the deals that were learned from, or a fourth who rests

GUESSES_FOLDER: Final = BOT_FOLDER.parent / "data" / "guesses"

Facts = tuple[float, ...]  # of an option beside the plain robot's call, see ``facts_of_options``


class Split(NamedTuple):
    """A question of a tree: is the fact with this number less than the edge?"""

    fact: int
    edge: float
    less: "GuessTree"
    more: "GuessTree"


GuessTree = Split | float  # a leaf adds to the logarithm of the odds


class GuessModel(NamedTuple):
    """The trees of one stage; an option below ``least`` is not searched."""

    least: float  # probability
    base: float  # logarithm of the odds before any tree
    trees: tuple[GuessTree, ...]

    def probability(self, facts: Facts) -> float:
        """Return the probability that the search chooses the option with these facts."""
        return 1 / (1 + exp(-self.base - sum(value_in(tree, facts) for tree in self.trees)))


def value_in(tree: GuessTree, facts: Facts) -> float:
    """Return the leaf of a tree for these facts."""
    while isinstance(tree, Split):
        tree = tree.less if facts[tree.fact] < tree.edge else tree.more
    return tree


def options_in_question(
    view: SeatView, plain: Action, options: tuple[Action, ...]
) -> tuple[Action, ...]:
    """Return the options that a search may choose, the plain robot's call among them."""
    model = models_of(view.rules.family).get(view.stage)
    if model is None or view.rules.players < _PLAYERS:
        return options
    facts = facts_of_options(view, plain, options)
    return tuple(
        option
        for option in options
        if option not in facts or model.probability(facts[option]) >= model.least
    )


# the models as text ------------------------------------------------------------------------

_STAGE: Final = "stage "  # begins a model


@lru_cache(maxsize=8)
def models_of(family: str) -> Mapping[Stage, GuessModel]:
    """Return the models of a family by stage; none if nothing was learned."""
    path = GUESSES_FOLDER / f"{family}.txt"
    return read_models(path.read_text(encoding="ascii")) if path.exists() else {}


def read_models(text: str) -> dict[Stage, GuessModel]:
    """Return the models of a text: a line for each stage, then its trees, a line each.

    A tree is written from its root: ``12<3.5`` before the two subtrees, less first; or a leaf.
    """
    return dict(map(_read_model, text.split(_STAGE)[1:]))


def _read_model(text: str) -> tuple[Stage, GuessModel]:
    head, *lines = text.splitlines()
    stage, least, base = head.split()
    trees = tuple(_read_tree(iter(line.split())) for line in lines)
    return Stage(stage), GuessModel(float(least), float(base), trees)


def _read_tree(words: Iterator[str]) -> GuessTree:
    fact, is_split, edge = next(words).partition("<")
    if not is_split:
        return float(fact)
    return Split(int(fact), float(edge), _read_tree(words), _read_tree(words))


def write_model(stage: Stage, model: GuessModel) -> list[str]:
    """Return the lines of a model, as ``read_models`` reads them."""
    head = f"{_STAGE}{stage} {model.least:.4f} {model.base:.4f}"
    return [head, *(" ".join(_tree_words(tree)) for tree in model.trees)]


def _tree_words(tree: GuessTree) -> Iterator[str]:
    if isinstance(tree, Split):
        yield f"{tree.fact}<{tree.edge:.4g}"
        yield from _tree_words(tree.less)
        yield from _tree_words(tree.more)
    else:
        yield f"{tree:.4f}"


# facts -------------------------------------------------------------------------------------

_NOTHING: Final = -1.0  # a fact that the stage does not have
_TEN: Final = 10  # cards of a hand without the talon
_WORDS: Final = {word: float(number) for number, word in enumerate(SimpleAction)}
# kinds of other calls; a misere and a bid that leaves no other contract are told apart
_BID, _DECLARE, _DISCARD, _KONTRA = 50.0, 55.0, 60.0, 65.0
_MISERE: Final = 2.0  # is added to the kind
_BID_SAID: Final = 40.0  # is added to the level of a bid among the last words
_KONTRA_SAID: Final = 60.0
_MISERE_SAID: Final = 20.0


def facts_of_options(
    view: SeatView, plain: Action, options: Sequence[Action]
) -> dict[Action, Facts]:
    """Return the facts of the options that can be compared with the plain robot's call.

    A discard and a word cannot: what is known of them differs.  The files number the facts from 0:
    options and legal actions (0, 1), the hand (2 to 16), the table (17 to 31), then the plain
    robot's call, the option, and the option less the plain call, without the kind.  A call has
    three facts (32 to 34, 35 to 37, 38 and 39), a discard ten (32 to 41, 42 to 51, 52 to 60).
    """
    reader = _Reader(view)
    counts = float(len(options)), float(len(view.legal))
    common: Facts = (*counts, *reader.hand_facts(), *reader.table_facts())
    of_plain, found = reader.call_facts(plain), dict[Action, Facts]()
    for option in options:
        own = reader.call_facts(option)
        if option != plain and len(own) == len(of_plain):
            apart = (mine - theirs for mine, theirs in zip(own[1:], of_plain[1:], strict=True))
            found[option] = (*common, *of_plain, *own, *apart)
    return found


class _Reader:
    """The facts of one view."""

    def __init__(self, view: SeatView) -> None:
        self._view, self._table, self._hand = view, view.open_deal, int(view.hand)
        self._strategy = strategy_of(view.rules)
        first = self._table.seats[0] == view.seat
        self._leads = first or self._strategy.names.declarer_leads
        self._is_ten = self._hand.bit_count() == _TEN
        self._tricks = (
            evaluation.tricks_by_strain(self._hand)
            if self._is_ten
            else tuple(
                evaluation.tricks_after_exchange(self._hand, trump)
                for trump in evaluation.STRAIN_ORDER
            )
        )
        self._tricks_in_mean = max(self._tricks)
        if view.stage in (Stage.AUCTION, Stage.AFTER_BUY):
            self._tricks_in_mean = evaluation.tricks_with_talon(self._hand)

    def hand_facts(self) -> Facts:
        """Return what the hand is worth.

        Lengths of the three longest suits; aces, kings, queens; tricks of the three best strains;
        four facts with the talon; the probability of no trick in a misere; unwanted tricks.
        """
        lengths = sorted(map(int.bit_count, evaluation.holdings(self._hand)), reverse=True)
        honours = (_count_rank(self._hand, rank) for rank in (ACE, KING, QUEEN))
        best = sorted(self._tricks, reverse=True)[:3]
        return (
            *map(float, lengths[:3]),
            *honours,
            *best,
            *self._talon_facts(),
            self._safety(self._hand) if self._is_ten else _NOTHING,
            evaluation.unwanted_tricks(self._hand),
        )

    def _talon_facts(self) -> Facts:
        """Return the tricks with the talon (mean, a poor one, a good one), and the misere's."""
        if self._view.stage not in (Stage.AUCTION, Stage.AFTER_BUY):
            return (_NOTHING,) * 4
        tricks = sorted(map(max, evaluation.talon_prospects(self._hand)))
        fifth = len(tricks) // 5
        chances = self._strategy.miseres.of_talons(self._hand, self._leads)
        safety = sum(chances) / len(chances)
        return self._tricks_in_mean, tricks[fifth], tricks[-fifth], safety

    def _safety(self, hand: int) -> float:
        return self._strategy.miseres.of_ten(hand, self._leads)

    def table_facts(self) -> Facts:
        """Return what the table shows; seats in order of play from this one.

        The place of this seat; the bids of each seat, the last word of each; the highest bid; the
        calls; the sum of the match's marks; five facts of the contract.
        """
        table, view = self._table, self._view
        place = table.seats.index(view.seat)
        order = [table.seats[(place + step) % 3] for step in range(3)]
        bids = [sum(c.seat == s and act.is_bid(c.action) for c in table.calls) for s in order]
        said = dict.fromkeys(order, _NOTHING)
        said |= {call.seat: self._word(call.action) for call in table.calls}
        levels = [self._word(call.action) for call in table.calls if isinstance(call.action, Bid)]
        return (
            float(place),
            *map(float, bids),
            *(said[seat] for seat in order),
            max(levels, default=_NOTHING),
            float(len(table.calls)),
            float(sum(count for _, count in view.marks)),
            *self._contract_facts(order),
        )

    def _word(self, action: Action) -> float:
        """Return a number for a call of the record."""
        if isinstance(action, Bid):
            contract = self._contract(action.name)
            return _BID_SAID + contract.level + _MISERE_SAID * contract.is_misere
        if isinstance(action, Kontra):
            return _KONTRA_SAID + action.level
        return _WORDS.get(action, _NOTHING) if isinstance(action, SimpleAction) else _NOTHING

    def _contract(self, name: str) -> Contract:
        return self._strategy.names.contract(self._view.rules, name)

    def _contract_facts(self, order: Sequence[Seat]) -> Facts:
        """Return level, strain and declarer of the contract, own trumps and defence tricks."""
        contract = self._table.contract
        if contract is None or not self._is_ten:
            return (_NOTHING,) * 5
        trump = contract.trump
        trumps = (self._hand >> 8 * trump & 255).bit_count() if trump >= 0 else _NOTHING
        return (
            float(contract.level),
            float(trump >= 0),
            float(order.index(contract.declarer)),
            evaluation.defence_tricks(self._hand, trump),
            float(trumps),
        )

    def call_facts(self, call: Action) -> Facts:
        """Return the kind of a call, its level, and the tricks beyond it that are expected."""
        match call:
            case Bid(name):
                contract = self._contract(name)
                is_fixed = self._strategy.names.is_fixed(name)
                kind = _BID + is_fixed + _MISERE * contract.is_misere
                return kind, float(contract.level), self._beyond(contract, is_fixed)
            case Declare(name):
                contract = self._contract(name)
                kind = _DECLARE + (contract.trump < 0) + _MISERE * contract.is_misere
                return kind, float(contract.level), self._beyond(contract, True)
            case Discard():
                return _DISCARD, *self._discard_facts(call)
            case Kontra(level):
                return _KONTRA, float(level), 0.0
            case SimpleAction():
                return _WORDS[call], 0.0, 0.0
            case _:
                return _NOTHING, 0.0, 0.0

    def _beyond(self, contract: Contract, is_fixed: bool) -> float:
        if contract.is_misere:
            return self._safety(self._hand)
        tricks = self._tricks[contract.trump] if is_fixed else self._tricks_in_mean
        return tricks - contract.level

    def _discard_facts(self, discard: Discard) -> Facts:
        """Return tricks, safety, voids and honours of the ten cards that are kept."""
        kept = self._hand & ~(1 << discard.low | 1 << discard.high)
        suits = evaluation.holdings(kept)
        tricks = evaluation.tricks_by_strain(kept)
        return (
            *sorted(tricks, reverse=True)[:3],
            tricks[-1],
            self._safety(kept),
            float(suits.count(0)),
            float(max(map(int.bit_count, suits))),
            _count_rank(kept, ACE) + _count_rank(kept, KING),
            float((discard.low & 7) + (discard.high & 7)),
        )


def _count_rank(hand: int, rank: int) -> float:
    return float(sum(hand >> 8 * suit + rank & 1 for suit in range(4)))
