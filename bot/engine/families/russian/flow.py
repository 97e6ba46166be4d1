"""The course of a Russian deal, top to bottom (rules/russian.md 2).

Auction won -> talon and exchange -> declaration -> whist -> play -> score; three passes ->
raspasy -> score.  The accounts are the pool, the mountain, and the whists on each opponent.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, assert_never

from bot.engine.cards import Hand, Seat, Strain, trump_of
from bot.engine.deal import (
    AuctionWon,
    Carry,
    Contract,
    ContractConceded,
    ContractDeclared,
    Deal,
    DealResult,
    ExchangeDone,
    PassedOut,
    PhaseOutcome,
    PlayFinished,
    new_deal,
)
from bot.engine.families.russian import auction, contracts, scoring
from bot.engine.families.russian.defence import ANSWERS, Defence, DefenceQuestion, DefenceSet
from bot.engine.families.russian.options import (
    DealerRotation,
    EndCondition,
    RussianOptions,
    TenTrick,
)
from bot.engine.family import ContractEnding, Family
from bot.engine.ledger import Account, SettlementStep, Sheet
from bot.engine.notation import deal_result
from bot.engine.phases import Declaration, Exchange, take_talon
from bot.engine.rules import Claims, IllegalAction, RuleReason, Rules
from bot.engine.trick_play import Exposure, TrickPlay, active_defenders, begin_trick_play
from bot.model.enums import Posting

# 2.3 rule 3: packets of two, the talon after the second round
_PACKETS: Final = tuple(
    tuple(start + n for start in starts for n in (0, 1))
    for starts in ((0, 6, 14, 20, 26), (2, 8, 16, 22, 28), (4, 10, 18, 24, 30))
)
_TALON: Final = 12
_CHAT_POOL: Final = 10
_POOL_ENDS: Final = ("all_pools_closed", "every_pool", "pool_sum")


class Russian(Family):
    """The Russian family, for the registry."""

    key = "russian"
    options = RussianOptions
    carry = scoring.RussianCarry
    accounts = (
        Account(scoring.POOL, paired=False),
        Account(scoring.MOUNTAIN, paired=False),
        Account(scoring.WHISTS, paired=True),
    )

    endings: ClassVar[Mapping[str, ContractEnding]] = {
        **dict.fromkeys(
            ("made", "misere_made", "unplayed", "half_whist"), ContractEnding.FULFILLED
        ),
        **dict.fromkeys(("remise", "misere_failed", "conceded"), ContractEnding.FAILED),
        **dict.fromkeys(("all_pass", "thrown_in"), ContractEnding.NEITHER),
    }
    defence_answers = ANSWERS

    def deal_conditions(self, rules: Rules, carry: Carry) -> tuple[int, ...]:
        """Return the number of all-pass deals since the last exit (3.2)."""
        return (_streak(carry),)

    def carry_under(self, rules: Rules, dealer: Seat, conditions: tuple[int, ...]) -> Carry:
        (streak,) = conditions or (0,)
        return scoring.RussianCarry(dealer=dealer, streak=streak)

    def start_deal(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """Deal packets of two, clockwise from the dealer's left (2.3)."""
        options, streak = RussianOptions.of(rules), _streak(carry)
        seats = _seats_in_order(rules, carry.dealer)
        dealt = [Hand(0)] * max(3, options.players)
        for seat, packets in zip(seats, _PACKETS, strict=True):
            dealt[seat] = Hand.of([deck[place] for place in packets])
        agreed = auction.AuctionRules(
            scoring.raspasy_bar(options, streak),
            options.senior_hold,
            options.jump_bids,
            options.misere_without_talon,
        )
        talon = deck[_TALON : _TALON + 2]
        speaking = tuple(seat for seat in seats if seat != rules.dummy)
        deal = new_deal(rules, carry, seats, tuple(dealt), talon, auction.Auction(agreed, speaking))
        if rules.dummy >= 0:
            return deal.with_roles(dummy=(rules.dummy,))
        return deal.with_roles(resting=(carry.dealer,)) if options.players == 4 else deal

    def after_phase(self, deal: Deal, outcome: PhaseOutcome) -> Deal | DealResult:
        match outcome:
            case PassedOut() if RussianOptions.of(deal.rules).throws_in:
                return deal_result(deal, "thrown_in", ())
            case PassedOut():
                return scoring.begin_all_pass(deal)
            case AuctionWon(seat, name) if name == contracts.MISERE_BY_HAND:
                return _play_misere(_with_contract(deal, seat, name))
            case AuctionWon(seat, name):
                return _exchange(_with_contract(deal, seat, name), seat)
            case ExchangeDone():
                return _declare(deal)
            case ContractConceded():
                return deal_result(deal, "conceded", scoring.score_concession(deal))
            case ContractDeclared(name):
                return _defend(_with_contract(deal, deal.declared_contract.declarer, name))
            case DefenceSet(whisters=()):
                word = "half_whist" if outcome.half >= 0 else "unplayed"
                return deal_result(deal, word, scoring.score_unplayed(deal, outcome))
            case DefenceSet(whisters, is_open=is_open):
                return _play_contract(deal, whisters, is_open)
            case PlayFinished():
                return _score_play(deal)
            case _:
                raise TypeError(outcome)

    def scored_cards(self, deal: Deal) -> tuple[int, ...]:
        """Return the talon, for which a dealer of four may be paid (4.6)."""
        return deal.talon if deal.rules.players == 4 else ()

    def begin_defended_play(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        trump = trump_of(strain)
        contract = Contract("", seat, 0 if strain is None else 6, trump)
        return begin_trick_play(
            deal._replace(contract=contract), TrickPlay(trump=trump, claims=False)
        )

    def next_carry(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        options = RussianOptions.of(rules)
        level = result.contract.level if result.contract else 0
        streak = scoring.streak_after(options, _streak(carry), result.outcome, level)
        stays = (
            result.contract is None and options.dealer_rotation is DealerRotation.STAYS_ON_RASPASY
        )
        return scoring.RussianCarry(
            number=result.number,
            dealer=carry.dealer if stays else (carry.dealer + 1) % options.players,
            sheet=carry.sheet.plus(result.postings),
            time_up=carry.time_up,
            streak=streak,
        )

    def ruled_carry(
        self, rules: Rules, carry: Carry, postings: tuple[Posting, ...], *, is_over: bool
    ) -> Carry:
        """Refuse, while the match runs, a pool below zero or beyond its target (4.10)."""
        options, sheet = RussianOptions.of(rules), carry.sheet.plus(postings)
        pools = [sheet.total(scoring.POOL, seat) for seat in range(options.players)]
        is_capped = options.end_condition.kind == "all_pools_closed"
        most = options.pool_target if is_capped else None
        too_much = most is not None and max(pools) > most
        if (min(pools) < 0 or too_much) and not is_over:
            raise IllegalAction(RuleReason.WRONG_PHASE)
        return replace(carry, sheet=sheet)

    def has_ended(self, rules: Rules, carry: Carry) -> bool:
        """Return True if the end condition is met (4.10)."""
        options = RussianOptions.of(rules)
        pools = [carry.sheet.total(scoring.POOL, seat) for seat in range(options.players)]
        end, players = options.end_condition, options.players
        match end.kind:
            case "all_pools_closed":
                return pools == [options.pool_target] * players
            case "every_pool":
                return end.reached_by(min(pools), players)
            case "pool_sum":
                return end.reached_by(sum(pools), players)
            case "deals":
                reached = end.reached_by(carry.number, players)
            case "time" | "until":
                reached = carry.time_up
            case _:
                assert_never(end.kind)
        return reached and (not options.finish_round or carry.number % players == 0)

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return scoring.settle(RussianOptions.of(rules), sheet)

    def settlement_steps(
        self, rules: Rules, sheet: Sheet, *, is_over: bool
    ) -> tuple[SettlementStep, ...]:
        return scoring.settlement_steps(RussianOptions.of(rules), sheet)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        options, streak = RussianOptions.of(rules), _streak(carry)
        return (
            ("streak", streak),
            ("cost", scoring.raspasy_cost(options, streak)),
            ("bar", scoring.raspasy_bar(options, streak)),
        )

    def with_target(self, rules: Rules, target: int) -> Rules:
        """Set pool points each, or rounds, or minutes, as the end condition counts (4.10).

        For a time of day the target is the minute of the day.
        """
        end = RussianOptions.of(rules).end_condition
        if end.kind == "all_pools_closed":
            return rules.with_options(pool_target=target)
        return rules.with_options(end_condition=str(EndCondition(end.kind, target, end.per_player)))

    def deals_by_themselves(self, rules: Rules, deals: int) -> Rules:
        """Leave out what one deal does to the next: the row of raspasy, full pools, aid."""
        return rules.with_options(
            american_aid=False,
            pool_target=None,
            raspasy_progression="none",
            raspasy_exit_bar=(6,),
            dealer_rotation="always",
            finish_round=False,
            end_condition=f"deals({deals})",
        )

    def target_of(self, rules: Rules) -> int:
        options = RussianOptions.of(rules)
        if options.end_condition.kind == "all_pools_closed":
            return options.pool_target or 0
        return options.end_condition.amount

    def chat_target(self, rules: Rules) -> int:
        """Return a pool of ten; rounds and times stay as they are (PO-4)."""
        target = self.target_of(rules)
        is_of_pools = RussianOptions.of(rules).end_condition.kind in _POOL_ENDS
        return min(_CHAT_POOL, target) if is_of_pools else target

    def match_minutes(self, rules: Rules) -> int | None:
        end = RussianOptions.of(rules).end_condition
        return end.amount if end.kind == "time" else None

    def end_minute(self, rules: Rules) -> int | None:
        end = RussianOptions.of(rules).end_condition
        return end.amount if end.kind == "until" else None


RUSSIAN: Final = Russian()


def _seats_in_order(rules: Rules, dealer: Seat) -> tuple[Seat, Seat, Seat]:
    """Return the seats in order of play; a dummy sits at the dealer's right (2.11 rule 1)."""
    if rules.dummy >= 0:
        return 1 - dealer, rules.dummy, dealer
    first, second, third = ((dealer + step) % rules.players for step in (1, 2, 3))
    return first, second, third


def _with_contract(deal: Deal, seat: Seat, name: str) -> Deal:
    """Return the deal with the winning bid or the declared contract."""
    level, trump = contracts.level_and_trump(name)
    return deal.with_contract(Contract(name, seat, level, trump))


def _exchange(deal: Deal, seat: Seat) -> Deal:
    options = RussianOptions.of(deal.rules)
    may_throw = options.players == 4 and options.throw_talon
    return take_talon(deal, seat).with_phase(Exchange(seat, may_throw))


def _declare(deal: Deal) -> Deal:
    if deal.declared_contract.name == contracts.MISERE:
        return _play_misere(deal)
    names = contracts.contracts_from(deal.declared_contract.name)
    may_concede = RussianOptions.of(deal.rules).concede_three
    return deal.with_phase(Declaration(deal.declared_contract.declarer, names, may_concede))


def _defend(deal: Deal) -> Deal:
    """Ask the first defender, or begin the play if whist is forced (2.6)."""
    options, (first, second) = RussianOptions.of(deal.rules), deal.defenders()
    is_alone = deal.rules.dummy >= 0
    if _is_checked(deal) or (options.stalingrad and deal.declared_contract.name == "6S"):
        return _play_contract(deal, active_defenders(deal), is_open=is_alone)
    if is_alone:
        (first,) = active_defenders(deal)
    phase = Defence(
        DefenceQuestion.ONLY if is_alone else DefenceQuestion.FIRST,
        first,
        second,
        deal.declared_contract.level,
        options.half_whist,
        options.half_whist_first,
    )
    return deal.with_phase(phase)


def _is_checked(deal: Deal) -> bool:
    options = RussianOptions.of(deal.rules)
    ten = deal.contract is not None and deal.contract.level == 10
    return ten and options.ten_trick is TenTrick.CHECKED


def _play_contract(deal: Deal, whisters: tuple[Seat, ...], is_open: bool) -> Deal:
    options, defenders = RussianOptions.of(deal.rules), deal.defenders()
    laying = None
    if _is_checked(deal):
        laying = Exposure(options.misere_exposure, defenders, boss=_dummys_boss(deal))
    elif is_open:
        laying = Exposure(options.open_whist_exposure, defenders, boss=whisters[0])
    deal = deal.with_roles(whister=whisters)
    return begin_trick_play(deal, _tricks(deal, laying))


def _play_misere(deal: Deal) -> Deal:
    options, defenders = RussianOptions.of(deal.rules), deal.defenders()
    deal = deal.with_roles(defender=active_defenders(deal))
    laying = Exposure(options.misere_exposure, defenders, boss=_dummys_boss(deal))
    return begin_trick_play(deal, _tricks(deal, laying))


def _tricks(deal: Deal, laying: Exposure | None) -> TrickPlay:
    claims, boss = deal.rules.options.claims is Claims.BY_CONSENT, _dummys_boss(deal)
    bossed = () if boss < 0 else (deal.rules.dummy,)
    return TrickPlay(deal.declared_contract.trump, claims, laying, boss, bossed)


def _dummys_boss(deal: Deal) -> Seat:
    """Return the player of the dummy's cards, the declarer's one opponent; -1 without a dummy."""
    return -1 if deal.rules.dummy < 0 else active_defenders(deal)[0]


def _score_play(deal: Deal) -> DealResult:
    contract = deal.contract
    if contract is None:
        return deal_result(deal, "all_pass", scoring.score_all_pass(deal))
    won = deal.won[contract.declarer]
    if contract.is_misere:
        word = "misere_failed" if won else "misere_made"
        return deal_result(deal, word, scoring.score_misere(deal))
    whisters = tuple(seat for seat in deal.defenders() if deal.roles[seat] == "whister")
    word = "made" if won >= contract.level else "remise"
    return deal_result(deal, word, scoring.score_contract(deal, whisters))


def _streak(carry: Carry) -> int:
    assert isinstance(carry, scoring.RussianCarry)
    return carry.streak
