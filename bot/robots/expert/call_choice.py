"""Decisions of the expert besides the cards, by expected score in sampled worlds.

The same method serves every family and every decision: apply each option in worlds consistent with
the view, continue the deal with calls of plain robots, value the play, let the family score it,
and take the change of the seat's standing.
"""

from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from bot.analysis.advice import Advice, WeighedAction
from bot.engine import cards, deal
from bot.engine.actions import (
    CONCEDE,
    DISCARDS,
    HOLD,
    PASS,
    Action,
    Bid,
    Claim,
    Declare,
    Discard,
    Kontra,
    Play,
    is_bid,
)
from bot.engine.deal import Stage
from bot.engine.game import apply_action
from bot.engine.view import SeatView
from bot.robots import contract_choice, evaluation
from bot.robots.expert import call_reasons, continuation, first_guesses, option_weighing
from bot.robots.expert.opponent_models import model_probabilities
from bot.robots.expert.refinement import world_source
from bot.robots.families import strategy_of
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds import World

# Legal calls worth weighing; the plain robot's call is always among them.
#
# The lowest of bids that differ only in height, the discards (out of sixty-six) that keep the most
# tricks in some strain, and the contracts for which the tricks nearly suffice.

CardPair = tuple[cards.Card, cards.Card]

_STEP: Final = ""  # the kind of all bids that leave the same contracts open
_STRAINS: Final = 3  # strains tried for a discard
_PAIRS: Final = 4  # pairs tried in each
_SAFE_PAIRS: Final = 4
_SAFEST: Final = 12  # pairs tried where the contract is a misere
_HOPE: Final = 1.7  # tricks a contract may need beyond the expected ones
_ALL_HOPE: Final = 2.5  # the same for a contract of all ten
_SAFE: Final = 0.12  # probability from which a misere is considered


def candidate_calls(view: SeatView, plain: Action) -> tuple[Action, ...]:
    """Return the actions worth weighing, in the order of ``view.legal``."""
    match view.stage:
        case deal.Stage.AUCTION:
            chosen = _candidate_bids(view)
        case deal.Stage.EXCHANGE:
            chosen = _candidate_discards(view)
        case deal.Stage.DECLARE:
            chosen = _candidate_contracts(view)
        case _:
            chosen = set(view.legal)
    chosen.add(plain)
    return tuple(action for action in view.legal if action in chosen)


def _candidate_bids(view: SeatView) -> set[Action]:
    chosen: set[Action] = set()
    # a lower bid of one kind leaves more contracts open, and a hold is lower than any step
    kinds = {_STEP} if HOLD in view.legal else set()
    is_step = strategy_of(view.rules).names.is_step
    for action in view.legal:
        if isinstance(action, Bid):
            kind = _STEP if is_step(action.name) else action.name
            if kind in kinds or not _is_possible(view, action.name):
                continue
            kinds.add(kind)
        chosen.add(action)
    return chosen


def worth_searching(
    view: SeatView, plain: Action, options: tuple[Action, ...]
) -> tuple[Action, ...]:
    """Return the options of a robot's move: no bid of tricks on a hand that is too weak for one.

    On such a hand the plain robot passes, and the search found nothing better.
    """
    weak = strategy_of(view.rules).weak_hand
    if view.stage is not deal.Stage.AUCTION or plain is not PASS:
        return options
    if evaluation.tricks_with_talon(int(view.hand)) >= weak:
        return options
    is_fixed = strategy_of(view.rules).names.is_fixed
    return tuple(
        option
        for option in options
        if option is PASS or (isinstance(option, Bid) and is_fixed(option.name))
    )


def _is_possible(view: SeatView, name: str) -> bool:
    """Return False for a hopeless gamble: a misere or all ten tricks on the wrong hand."""
    names, hand = strategy_of(view.rules).names, int(view.hand)
    if not names.is_fixed(name):
        return True
    contract = names.contract(view.rules, name)
    if contract.trump >= 0:
        return True
    if contract.is_misere:
        return misere_chance(view) >= _SAFE
    needed = contract.level - (_ALL_HOPE if contract.level == 10 else _HOPE)
    outlooks = evaluation.talon_prospects(hand)
    return sum(outlook[-1] for outlook in outlooks) / len(outlooks) >= needed


def misere_chance(view: SeatView) -> float:
    """Return the probability of no trick after an exchange, by straight leads."""
    of_talons = strategy_of(view.rules).miseres.of_talons
    chances = of_talons(int(view.hand), _would_lead(view))
    return sum(chances) / len(chances)


def _would_lead(view: SeatView) -> bool:
    """Return True if a declarer in this seat would lead."""
    forehand = view.table is not None and view.table.seats[0] == view.seat
    return forehand or strategy_of(view.rules).names.declarer_leads


def _candidate_discards(view: SeatView) -> set[Action]:
    hand, table = int(view.hand), view.open_deal
    others: set[Action] = {action for action in view.legal if not isinstance(action, Discard)}
    pairs = tuple(combinations(tuple(cards.Hand(hand)), 2))
    chosen: list[CardPair] = []
    if table.declared_contract.is_misere:
        chosen = _safest_discards(view, pairs)[:_SAFEST]
    elif strategy_of(view.rules).names.may_take_none(table.declared_contract.name):
        chosen = _safest_discards(view, pairs)[:_SAFE_PAIRS]
    if not chosen or not table.declared_contract.is_misere:
        strains = sorted(
            evaluation.STRAIN_ORDER,
            key=lambda trump: -evaluation.tricks_after_exchange(hand, trump),
        )
        for trump in strains[:_STRAINS]:
            chosen += _best_discards(hand, pairs, trump)[:_PAIRS]
    return others | {DISCARDS[pair] for pair in chosen}


def _safest_discards(view: SeatView, pairs: tuple[CardPair, ...]) -> list[CardPair]:
    """Return the safest discards for a misere, best first; none where it is hopeless."""
    hand, leads = int(view.hand), _would_lead(view)
    of_ten = strategy_of(view.rules).miseres.of_ten
    chances = [(of_ten(_without_pair(hand, pair), leads), pair) for pair in pairs]
    best = sorted((each for each in chances if each[0] >= _SAFE / 3), reverse=True)
    return [pair for _, pair in best]


def _best_discards(hand: int, pairs: tuple[CardPair, ...], trump: int) -> list[CardPair]:
    def value(pair: CardPair) -> tuple[float, int, CardPair]:
        kept = _without_pair(hand, pair)
        tricks = round(evaluation.declarer_tricks(kept, trump), 3)
        return tricks, contract_choice.discard_order(kept, *pair), pair

    return sorted(pairs, key=value, reverse=True)


def _without_pair(hand: int, pair: CardPair) -> int:
    return hand & ~(1 << pair[0] | 1 << pair[1])


def _candidate_contracts(view: SeatView) -> set[Action]:
    hand, leads = int(view.hand), _would_lead(view)
    chosen: set[Action] = set()
    for action in view.legal:
        if isinstance(action, Declare):
            contract = strategy_of(view.rules).names.contract(view.rules, action.name)
            if contract.is_misere:
                possible = strategy_of(view.rules).miseres.of_ten(hand, leads) >= _SAFE
            else:
                hope = _ALL_HOPE if contract.level == 10 and contract.trump < 0 else _HOPE
                possible = evaluation.declarer_tricks(hand, contract.trump) + hope >= contract.level
            if not possible:
                continue
        chosen.add(action)
    return chosen


_LAYOUTS: Final = {Stage.AUCTION: 40, Stage.EXCHANGE: 24, Stage.DECLARE: 30}
_MOST: Final = 30  # layouts for any other decision
_HIGH_LEVEL: Final = 9  # levels that are often declared on too few tricks
_CAUTION_AGAINST_HIGH: Final = 0.5
_BIDS_IN_WAR: Final = 2  # own bids that were overbid


class CallEffort(NamedTuple):
    """How far a call is examined, and how much better than the plain robot's it must be."""

    layouts: int
    work: int  # factor of the budget of any other decision
    least: int  # layouts before anything is concluded
    caution: float  # standard errors
    rivals: int = 1  # options examined to the end, whatever they are worth
    early: bool = False  # what is far behind may go from the second layout on


# Each discard is another hand to solve, so that the usual budget was spent before the sixth layout.
# What is far behind is left before it, which pays for the double budget.
_EXCHANGE_WORK: Final = 2
# A misere that falls costs more than twice what it brings, so its mean has a wide error in any
# number of layouts: caution would keep miseres that the layouts speak against.
_MISERE: Final = CallEffort(layouts=100, work=5, least=20, caution=0.0)
_PATIENT: Final = CallEffort(layouts=60, work=8, least=12, caution=0.0, rivals=2)
_LIKELY_NONE: Final = 0.7  # probability by the tables from which a misere is examined like that


def advise_call(
    view: SeatView, rng: Random, patient: bool = False, explains: bool = True
) -> Advice:
    """Return the call of the highest expected score; the view's seat must be the seat to act.

    ``patient``: for a person, who waits gladly for numbers of more layouts.
    ``explains``: with the options and the reasons, which nobody reads of a robot's move.

    In the play it is a call beside the cards where that beats playing on (see ``advise_in_play``),
    else the plain robot's card.
    """
    plain = PLAIN_ROBOT.choose(view, rng)
    if view.stage is Stage.PLAY:
        said = advise_in_play(view, rng)
        return said or Advice(plain, (), 0)
    options = candidate_calls(view, plain) if patient else _options_of(view, plain)
    if len(options) == 1 or view.table is None:
        return Advice(plain, (), 0)
    effort = call_effort(view, plain, options)
    effort = _patient(effort) if patient else effort
    worlds, tally = weigh_in_worlds(view, rng, plain, options, effort, explains)
    choice = option_weighing.best_option(tally, plain, effort.caution)
    assert choice is not None
    return _call_advice(view, worlds, tally, choice) if explains else Advice(choice, (), 0)


def searched_options(view: SeatView, plain: Action) -> tuple[tuple[Action, ...], bool]:
    """Return the options worth searching, and whether a first guess may leave some of them out.

    Third bids and hands for no trick are searched whole: a guess of these was seldom sure.
    """
    options = worth_searching(view, plain, candidate_calls(view, plain))
    is_hard = view.stage is Stage.AUCTION and (
        _is_war(view) or _may_take_none(view, plain, options)
    )
    return options, not is_hard and view.table is not None and len(options) > 1


def _options_of(view: SeatView, plain: Action) -> tuple[Action, ...]:
    """Return the options of a robot's move, without those that a search would hardly choose.

    The guesses were learned with the lead that other bids need, so they leave out no bid of tricks
    that needs a smaller one.
    """
    options, is_guessed = searched_options(view, plain)
    if not is_guessed:
        return options
    likely = first_guesses.options_in_question(view, plain, options)
    if not _opens_boldly(view, plain):
        return likely
    is_step = strategy_of(view.rules).names.is_step
    return tuple(
        option
        for option in options
        if option in likely or (isinstance(option, Bid) and is_step(option.name))
    )


def weigh_made_call(
    view: SeatView, rng: Random, made: Action, patient: bool = True
) -> option_weighing.OptionTally:
    """Return the values of a call that was made and of its rivals.

    The made call is weighed to the end, whatever it is worth.  ``patient``: in the layouts of a
    hint, else in those of a robot's move.
    """
    options = candidate_calls(view, made)
    effort = call_effort(view, made, options)
    effort = _patient(effort) if patient else effort._replace(rivals=_PATIENT.rivals)
    return weigh_in_worlds(view, rng, made, options, effort)[1]


def call_effort(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> CallEffort:
    """Return the effort for a decision; None among the options is to make no call.

    Plain robots believe every contract of nine, so their answer counts for little there.  They
    also ignore opposing bids: from the third bid of a seat on, more worlds are looked at.
    """
    if view.stage is Stage.AUCTION:
        return _bid_effort(view, plain, options)
    contract = None if view.table is None else view.table.contract
    is_high = contract is not None and contract.level >= _HIGH_LEVEL and contract.trump >= 0
    is_doubted = is_high and view.stage is Stage.DEFENCE
    caution = _CAUTION_AGAINST_HIGH if is_doubted else option_weighing.BETTER_ERRORS
    effort = CallEffort(_LAYOUTS.get(view.stage, _MOST), 1, option_weighing.LEAST_WORLDS, caution)
    if view.stage is Stage.EXCHANGE:
        return effort._replace(work=_EXCHANGE_WORK, early=True)
    return effort._replace(early=view.stage is Stage.DEFENCE)


def _bid_effort(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> CallEffort:
    strategy = strategy_of(view.rules)
    factor = strategy.auction_effort
    if _may_take_none(view, plain, options):
        effort = _MISERE
    elif _is_war(view):
        effort = CallEffort(layouts=64, work=3, least=24, caution=strategy.war_caution)
    else:
        least, is_bold = option_weighing.LEAST_WORLDS, _opens_boldly(view, plain)
        caution = strategy.opening_caution if is_bold else strategy.bid_caution
        effort = CallEffort(_LAYOUTS[Stage.AUCTION], 1, least, caution, early=factor == 1)
    return effort._replace(layouts=factor * effort.layouts, work=max(factor, effort.work))


def _patient(effort: CallEffort) -> CallEffort:
    """Return an effort in which the two best options see sixty layouts and more."""
    return effort._replace(
        layouts=max(_PATIENT.layouts, effort.layouts),
        work=max(_PATIENT.work, effort.work),
        least=max(_PATIENT.least, effort.least),
        rivals=_PATIENT.rivals,
    )


def _may_take_none(
    view: SeatView,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
) -> bool:
    """Return True if the plain robot bids to take no trick, or a good hand for it could."""
    strategy = strategy_of(view.rules)
    none = [each for each in options if each and strategy.takes_none(view.rules, each)]
    return plain in none or (bool(none) and misere_chance(view) >= _LIKELY_NONE)


def _opens_boldly(view: SeatView, plain: option_weighing.CallOption) -> bool:
    """Return True where a first bid over the plain robot's pass needs a smaller lead than others.

    The plain robot passes many a hand that is worth a bid while nobody has bid.
    """
    strategy = strategy_of(view.rules)
    if plain is not PASS or view.table is None:
        return False
    is_open = not any(is_bid(call.action) for call in view.table.calls)
    return is_open and strategy.opening_caution < strategy.bid_caution


def _is_war(view: SeatView) -> bool:
    """Return True if both bids of the seat were overbid."""
    if view.table is None:
        return False
    own = sum(call.seat == view.seat and is_bid(call.action) for call in view.table.calls)
    return own >= _BIDS_IN_WAR


def advise_in_play(view: SeatView, rng: Random) -> Advice | None:
    """Return a call beside the cards (no aces, open hands, an offer) that beats playing on.

    None if no such call is legal or better.  The first of equal calls wins: announcing no aces
    costs nothing where the contract is sure to be made.
    """
    words = tuple(a for a in view.legal if not isinstance(a, Play | Claim))
    if not words:
        return None
    effort = call_effort(view, None, words)
    worlds, tally = weigh_in_worlds(view, rng, None, (*words, None), effort)
    choice = option_weighing.best_option(tally, None)
    return None if choice is None else _call_advice(view, worlds, tally, choice)


def weigh_in_worlds(
    view: SeatView,
    rng: Random,
    plain: option_weighing.CallOption,
    options: tuple[option_weighing.CallOption, ...],
    effort: CallEffort,
    explains: bool = True,
) -> tuple[tuple[World, ...], option_weighing.OptionTally]:
    """Return the worlds examined, and the values of every option in them, in points.

    ``explains`` is as in ``weigh_options``.
    """
    seat, work = view.seat, continuation.WorkBudget(times=effort.work)
    seed = rng.getrandbits(32)
    weights, worlds = world_source(view, rng, effort.layouts)
    found = [next(worlds)]
    likely = model_probabilities(view)
    following = continuation.DealContinuation(found[0].game, seat, work, likely)

    def value(number: int, option: option_weighing.CallOption) -> continuation.Prospect:
        if number == len(found):
            found.append(next(worlds))
        game = found[number].game
        if option is not None:
            game = apply_action(game, seat, option)
        return following.evaluate(game, number, Random(seed + number))

    tally = option_weighing.weigh_options(
        options,
        plain,
        weights,
        value,
        lambda: work.is_done,
        likely,
        effort.least,
        effort.rivals,
        effort.caution if effort.rivals == 1 else None,
        effort.early and effort.rivals == 1,
        explains,
    )
    return tuple(found), tally


def _call_advice(
    view: SeatView, worlds: tuple[World, ...], tally: option_weighing.OptionTally, choice: Action
) -> Advice:
    """Return the advice: the choice first, then the live options, then the dropped ones."""
    rows = [
        WeighedAction(
            option, tally.mean(option), _count_made(view, tally, option), tally.doubt(option)
        )
        for option in tally.values
        if option is not None
    ]
    rows.sort(key=lambda row: (row.action != choice, row.action not in tally.live, -row.value))
    is_counted = any(row.action == choice and row.holds >= 0 for row in rows)
    reasons = call_reasons.reasons_for_call(view, worlds, tally, choice, is_counted=is_counted)
    return Advice(choice, tuple(rows), len(tally.weights), reasons=reasons)


def _count_made(view: SeatView, tally: option_weighing.OptionTally, option: Action) -> int:
    """Count worlds where the own contract is made or the doubled one beaten; -1 if unknown."""
    made = tally.made[option]
    if None in made or len(made) < len(tally.weights) or option == CONCEDE:
        return -1
    if view.stage in (Stage.EXCHANGE, Stage.DECLARE):
        return made.count(True)
    return made.count(False) if isinstance(option, Kontra) and option.level % 2 else -1
