"""Expected score of a deal after a call: simulated calls, then the value of the play.

All seats call like plain robots, except that the other defenders' answers are tried for every model
of ``model_probabilities``.  The play is valued twice: by plain robots, which see no more than
players, and by the solver, which sees all hands.  Good players do better than the first and worse
than the second, so the value is a weighted mean of both.  Where everybody avoids tricks no solver
is quick enough, and the plain play counts alone.  It also counts alone before the auction is won,
because many worlds tell more than the exact value of a few.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from bot.analysis.position import Aim, Position, SolverContract, play_of, position_of
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine import cards, families, rules, trick_play, view
from bot.engine.actions import Action
from bot.engine.deal import Carry, Contract, Deal, DealResult, PlayFinished, Stage
from bot.engine.game import Game, apply_action, between_deals, stage_of, to_act
from bot.robots.expert.opponent_models import DefenderModel, answer_as
from bot.robots.families import strategy_of
from bot.robots.families.strategy import SeatValues, settlement_values
from bot.robots.plain_robot import PLAIN_ROBOT, play_out

# Budget of work for one decision, counted in steps and not by a clock.
#
# A step is about a microsecond on an ordinary machine; the costs were measured, and only their sum
# matters. The same decision always stops at the same place.

WORK_STEPS: Final = 350_000
NODE_COST: Final = 7  # of the solver
MOST_NODES: Final = 15_000  # for one contract in one world
SOLVE_COST: Final = 200  # overhead of a solved position
CARD_COST: Final = 80  # played by the plain robot
SCORE_COST: Final = 120  # a finished deal
_CALL_COSTS: Final = {Stage.AUCTION: 1100, Stage.EXCHANGE: 1100, Stage.AFTER_BUY: 1100}
_OTHER_CALL_COST: Final = 80  # any other call of the plain robot


class WorkBudget:
    """The steps left for a decision."""

    def __init__(self, steps: int = WORK_STEPS, times: int = 1) -> None:
        self.left = times * steps

    @property
    def is_done(self) -> bool:
        return self.left <= 0

    def spend_call(self, stage: Stage, labour: int) -> None:
        """Spend the cost of a plain robot's call; ``labour`` is the family's factor."""
        self.left -= _CALL_COSTS.get(stage, _OTHER_CALL_COST) * labour

    def spend(self, steps: int) -> None:
        self.left -= steps


# Value of each seat's match situation between two deals, in the units of the settlement.
#
# It is the settlement of a match that stopped here, exact where the rules round, plus what such a
# settlement does not see. The streak of all-passes, the bar, the pot and the turn to deal are the
# same for all seats and cancel on average; the settlement itself shares out the rest of the pot.
# The strategy of a family adds anything else. After the last deal only the settlement counts
# (rules/russian.md 4.11, balkan.md 3.9, austrian.md 3.6).


def situation_values(rules: rules.Rules, carry: Carry, ended: bool) -> SeatValues:
    """Return the value by seat; only differences matter, the sum need not be zero."""
    return (
        settlement_values(rules, carry) if ended else strategy_of(rules).match_values(rules, carry)
    )


TricksBySeat = tuple[int, ...]  # by seat
_Start = tuple[Position, tuple[str, ...], tuple[cards.Seat, ...]]  # position, roles, open hands

_SOLVER_WEIGHT: Final = 0.3  # weight of the solver's result in the value of a play
_SOLVER_WEIGHT_OPEN: Final = 0.8  # the same where the defenders' hands are or may be open
_SOLVER_WEIGHT_MISERE: Final = 0.25  # the same for a misere against hidden hands


class DealEnd(NamedTuple):
    """The end of a deal continued by plain robots."""

    contract: Contract | None  # None: all pass
    won: TricksBySeat  # by seat; empty if there was no play


class Prospect(NamedTuple):
    """The value of an option in one world."""

    worth: float  # change of the seat's standing
    made: bool | None  # unplayed, or against best defence; None: unknown
    worths: tuple[float, ...] = ()  # ``worth`` by ``DefenderModel``; empty: nobody answers
    end: DealEnd | None = None


class DealContinuation:
    """Evaluator of the games that follow a decision of ``seat``, within a budget of work.

    It caches solved positions, so options that lead to the same play cost little more than one.
    """

    def __init__(
        self, game: Game, seat: cards.Seat, work: WorkBudget, likely: tuple[float, ...]
    ) -> None:
        self._likely = likely  # probability of each ``DefenderModel``
        self._is_early = stage_of(game) is Stage.AUCTION
        self._seat, self._work, self._world = seat, work, -1
        self._carry, self._match = game.carry, view.match_view(game)
        self._before = situation_values(game.rules, game.carry, False)[seat]
        self._solvers: dict[SolverContract, Solver] = {}
        self._solved: dict[tuple[Position, int], int | None] = {}
        self._played: dict[_Start, TricksBySeat] = {}
        # in every world, by what the score depends on, and by what is written
        self._by_play: dict[tuple[object, ...], float] = {}
        self._gains: dict[tuple[object, ...], float] = {}

    def evaluate(self, game: Game, world: int, rng: Random) -> Prospect:
        """Return the value of this deal, averaged over the answers of the defenders.

        The caches hold for the cards of one world and are cleared for the next.
        """
        if world != self._world:
            self._world = world
            self._solvers.clear()
            self._solved.clear()
            self._played.clear()
        game = self.continue_calls(game, rng, until=Stage.DEFENCE)
        if game.deal is None or stage_of(game) is not Stage.DEFENCE:
            return self._outcome(game, rng)
        seed = rng.getrandbits(32)
        found: dict[DefenderModel, Prospect] = {}
        for tempers, answered in self._answered(game, tuple(DefenderModel), rng):
            found |= dict.fromkeys(tempers, self._outcome(answered, Random(seed)))
        pairs = zip(DefenderModel, self._likely, strict=True)
        return _mean_prospect([(likely, found[temper]) for temper, likely in pairs])

    def _answered(
        self, game: Game, tempers: tuple[DefenderModel, ...], rng: Random
    ) -> Iterator[tuple[tuple[DefenderModel, ...], Game]]:
        """Yield the games after the defence has answered, each with the tempers that lead there.

        The other seats answer by their temper, the own seat like the plain robot.  An answer is no
        matter of chance, so tempers that answer alike are asked in one view.
        """
        if game.deal is None or stage_of(game) is not Stage.DEFENCE:
            yield tempers, game
            return
        for _ in tempers:  # the budget was measured with a view for each
            self._work.spend_call(Stage.DEFENCE, strategy_of(game.rules).call_cost)
        seat = to_act(game)
        assert seat is not None
        seen, answers = self._view(game, seat), dict[Action, tuple[DefenderModel, ...]]()
        for temper in tempers:
            own = DefenderModel.PLAIN if seat == self._seat else temper
            answer = answer_as(seen, rng, own)
            answers[answer] = (*answers.get(answer, ()), temper)
        for answer, alike in answers.items():
            yield from self._answered(apply_action(game, seat, answer), alike, rng)

    def _outcome(self, game: Game, rng: Random) -> Prospect:
        """Return the value of a deal whose remaining calls are those of plain robots."""
        game = self.continue_calls(game, rng)
        if game.deal is None:
            end = None if game.last is None else DealEnd(game.last.contract, ())
            unplayed = end is not None and end.contract is not None
            return Prospect(self._gain(game), True if unplayed else None, end=end)
        deal, position = game.deal, position_of(game.deal)
        assert position is not None
        plain = self._plain_tricks(game, position, rng)
        value, end = self._scored_gain(game, plain, rng), DealEnd(deal.contract, plain)
        if position.contract.aim is Aim.OWN:
            return Prospect(value, None, end=end)
        if self._is_early and not _is_quickly_solved(deal):
            return Prospect(self._corrected_value(game, plain, value, rng), None, end=end)
        tricks = self._solved_tricks(deal, position)
        if tricks is None:
            return Prospect(value, None, end=end)
        exact = self._scored_gain(game, _divide_tricks(deal, plain, tricks), rng)
        share, contract = _solver_weight(deal), deal.declared_contract
        made = not tricks if contract.is_misere else tricks >= contract.level
        return Prospect(share * exact + (1 - share) * value, made, end=end)

    def continue_calls(self, game: Game, rng: Random, until: Stage = Stage.PLAY) -> Game:
        """Continue with calls of plain robots to the first card, the score or stage ``until``."""
        while game.deal is not None and (stage := stage_of(game)) not in (Stage.PLAY, until):
            self._work.spend_call(stage, strategy_of(game.rules).call_cost)
            game = self._plain_step(game, rng)
        return game

    def _plain_step(self, game: Game, rng: Random) -> Game:
        """Apply one action of a plain robot."""
        seat = to_act(game)
        assert seat is not None
        assert seat != cards.TABLE_SEAT
        return apply_action(game, seat, PLAIN_ROBOT.choose(self._view(game, seat), rng))

    def _view(self, game: Game, seat: cards.Seat) -> view.SeatView:
        known = self._match if game.carry is self._carry else None
        return view.build_view(game, seat, known)

    def _plain_tricks(self, game: Game, position: Position, rng: Random) -> TricksBySeat:
        """Return the final tricks of each seat as plain robots play."""
        assert game.deal is not None
        key = position, game.deal.roles, game.deal.open_seats
        if key not in self._played:
            self._work.spend(CARD_COST * sum(map(int.bit_count, position.cards.hands)))
            self._played[key] = play_out(game, rng)
        return self._played[key]

    def _solved_tricks(self, deal: Deal, position: Position) -> int | None:
        """Return the declarer's tricks with all hands open; None if the budget is spent.

        Where a single trick decides the contract, the solver is asked only for that trick.
        """
        play = play_of(deal.phase)
        assert play is not None
        limit = play.limit if play.side else trick_play.TRICKS
        key = position, limit
        if key not in self._solved:
            self._solved[key] = self._solve(position, limit)
        left = self._solved[key]
        return None if left is None else deal.won[deal.declared_contract.declarer] + left

    def _solve(self, position: Position, limit: int) -> int | None:
        cards, contract = position
        solver = self._solver(contract)
        before = solver.nodes
        left = max(map(int.bit_count, cards.hands))
        try:
            if contract.aim is Aim.LEAST:  # few tricks are likelier than many
                tries = range(min(left, limit))
                return next((k for k in tries if solver.makes(cards, k)), min(left, limit))
            if limit > 1:
                return solver.solve(cards)
            return left if solver.makes(cards, left) else left - 1
        except BudgetSpent:
            return None
        finally:
            self._work.spend(SOLVE_COST + NODE_COST * (solver.nodes - before))

    def _solver(self, contract: SolverContract) -> Solver:
        """Return the solver of a contract in this world, sized by the work left."""
        solver = self._solvers.get(contract)
        if solver is None:
            nodes = min(MOST_NODES, max(0, self._work.left) // NODE_COST)
            solver = self._solvers[contract] = Solver(contract, nodes)
        return solver

    def _corrected_value(self, game: Game, plain: TricksBySeat, value: float, rng: Random) -> float:
        """Return the value against good defenders: a trick less in some worlds."""
        assert game.deal is not None
        contract = game.deal.declared_contract
        less = strategy_of(game.rules).trick_overestimate.get(contract.level, 0.0)
        own = plain[contract.declarer]
        if contract.is_misere or not less or not own:
            return value
        fewer = _divide_tricks(game.deal, plain, own - 1)
        return (1 - less) * value + less * self._scored_gain(game, fewer, rng)

    def _scored_gain(self, game: Game, won: TricksBySeat, rng: Random) -> float:
        """Return the gain if the current deal ends with these tricks by seat.

        Many worlds end alike, and their gain is kept.
        """
        deal, ending = game.deal, None
        assert deal is not None
        family = families.family_of(game.rules)
        if not deal.tricks:
            said = deal.contract, deal.roles, deal.calls, deal.talon_shown
            ending = *said, won, family.scored_cards(deal)
            known = self._by_play.get(ending)
            if known is not None:
                self._work.spend(SCORE_COST)
                return known
        following = family.after_phase(deal._replace(won=won), PlayFinished())
        if isinstance(following, Deal):
            return self._gain(self.continue_calls(game._replace(deal=following), rng))
        assert isinstance(following, DealResult)
        gain, is_final = self._settled_gain(game, following, rng)
        if ending is not None and is_final:
            self._by_play[ending] = gain
        return gain

    def _settled_gain(self, game: Game, result: DealResult, rng: Random) -> tuple[float, bool]:
        """Return the gain of a scored deal, and if it is final: no question follows the score."""
        # partners may owe something for tricks already played, which the cards of the world decide
        played = (result.tricks, result.won, result.dealt) if result.tricks else ()
        key = result.outcome, result.contract, result.postings, played
        known = self._gains.get(key)
        if known is not None:
            self._work.spend(SCORE_COST)
            return known, True
        carry = families.family_of(game.rules).next_carry(game.rules, game.carry, result)
        scored = between_deals(game.rules, carry, game.version, result)
        gain = self._gain(self.continue_calls(scored, rng))
        if scored.deal is None:
            self._gains[key] = gain
        return gain, scored.deal is None

    def _gain(self, game: Game) -> float:
        self._work.spend(SCORE_COST)
        return situation_values(game.rules, game.carry, game.ended)[self._seat] - self._before


def _mean_prospect(found: list[tuple[float, Prospect]]) -> Prospect:
    """Return the mean over the tempers; ``made`` only if made against each of them.

    The end is the first one with a play, if there is any.
    """
    worths = tuple(prospect.worth for _, prospect in found)
    worth = sum(likely * prospect.worth for likely, prospect in found)
    made = [prospect.made for _, prospect in found]
    ends = [prospect.end for _, prospect in found if prospect.end is not None]
    end = next((each for each in ends if each.won), ends[0] if ends else None)
    return Prospect(worth, None if None in made else all(made), worths, end)


def _solver_weight(deal: Deal) -> float:
    """Return the weight of the solver's result, which is small for hidden hands.

    Hands that the defenders may show after the first trick count as open before it: then they will
    be.  Later it is a choice, and its worth the difference.
    """
    play, contract = play_of(deal.phase), deal.contract
    if deal.open_seats or (play is not None and play.laying is not None):
        return _SOLVER_WEIGHT_OPEN
    will_be_open = contract is not None and strategy_of(deal.rules).defended_open(contract.name)
    if will_be_open and not deal.tricks:
        return _SOLVER_WEIGHT_OPEN
    return _SOLVER_WEIGHT_MISERE if contract is not None and contract.is_misere else _SOLVER_WEIGHT


def _is_quickly_solved(deal: Deal) -> bool:
    """Return True for contracts the solver decides quickly: no tricks, or all of them."""
    play = play_of(deal.phase)
    assert play is not None
    return deal.declared_contract.is_misere or (bool(play.side) and play.limit == 1)


def _divide_tricks(deal: Deal, plain: TricksBySeat, declarers: int) -> TricksBySeat:
    """Return tricks by seat: ``declarers`` for the declarer, the rest much as in plain play.

    The defenders' tricks do not exceed the limit at which play stops (balkan.md 3.4).
    """
    play, contract = play_of(deal.phase), deal.declared_contract
    assert play is not None
    won = list(plain)
    defenders = [seat for seat in deal.defenders() if seat != play.out]
    wanted = trick_play.TRICKS - declarers
    if play.side and contract.declarer not in play.side:
        wanted = min(wanted, play.limit)
    won[contract.declarer] = declarers
    while (together := sum(won[seat] for seat in defenders)) != wanted:
        step = 1 if together < wanted else -1
        seat = max(defenders, key=lambda seat: -step * won[seat])
        won[seat] += step
    return tuple(won)
