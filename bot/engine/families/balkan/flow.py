"""The course of a Balkan deal, top to bottom (rules/balkan.md 2).

Number won -> talon and discard -> contract; game won -> (reveal) -> contract; then defence ->
kontra -> ten tricks or fewer -> score.  Three passes may give refas.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Final, assert_never

from bot.engine import actions, cards, rules
from bot.engine.actions import PASS, Action
from bot.engine.cards import Hand, Seat, Strain, trump_of
from bot.engine.deal import (
    AuctionWon,
    Carry,
    CarryChange,
    ContractDeclared,
    Deal,
    DealResult,
    ExchangeDone,
    PassedOut,
    PhaseOutcome,
    PlayFinished,
    Role,
    new_deal,
    undealt_deal,
)
from bot.engine.families.balkan import contracts, defence, scoring
from bot.engine.families.balkan.auction import Auction, GamesToCompare, begin_comparison
from bot.engine.families.balkan.options import (
    BalkanOptions,
    GameCommitment,
    KontraCallers,
    PartnerPays,
    PlainTwo,
    SanacLead,
)
from bot.engine.family import ContractEnding, Family
from bot.engine.ledger import Account, SettlementStep, Sheet, Total
from bot.engine.notation import deal_result
from bot.engine.phases import Declaration, Exchange, take_talon
from bot.engine.rules import IllegalAction, RuleReason, Rules
from bot.engine.trick_play import TRICKS, TrickPlay, begin_trick_play, claim_splits
from bot.model.enums import Posting

# 2.2: five to each, two to the talon, five to each
_PACKETS: Final = ((0, 17), (5, 22), (10, 27))
_PACKET: Final = 5
_TALON: Final = 15
_CHAT_LEVEL: Final = 60
_ENDLESS_LEVEL: Final = 300  # of a match that is stopped after twelve deals at most


class Balkan(Family):
    """The Balkan family, for the registry."""

    key = "balkan"
    options = BalkanOptions
    carry = scoring.BalkanCarry
    accounts = (Account(scoring.MAIN, paired=False), Account(scoring.SIDE, paired=True))

    endings: ClassVar[Mapping[str, ContractEnding]] = {
        **dict.fromkeys(("made", "unplayed", "two_credited"), ContractEnding.FULFILLED),
        "failed": ContractEnding.FAILED,
        **dict.fromkeys(
            ("two_refa", "two_void", "passed_out", "passed_out_refa"), ContractEnding.NEITHER
        ),
    }
    defence_answers = defence.ANSWERS

    def initial_carry(self, rules: Rules) -> Carry:
        options = BalkanOptions.of(rules)
        return scoring.BalkanCarry(
            sheet=scoring.opening_sheet(options.starting_level, options.players)
        )

    def deal_conditions(self, rules: Rules, carry: Carry) -> tuple[int, ...]:
        """Return the refas given, the open refas and the progress of each main column."""
        options, mine = BalkanOptions.of(rules), scoring.balkan_carry(carry)
        totals = (scoring.main_total(carry.sheet, seat) for seat in range(options.players))
        moved = (_unsigned(total + options.starting_level) for total in totals)
        return (mine.refas_given, *mine.refas, *moved)

    def carry_under(self, rules: Rules, dealer: Seat, conditions: tuple[int, ...]) -> Carry:
        if not conditions:
            return replace(self.initial_carry(rules), dealer=dealer)
        options, players = BalkanOptions.of(rules), rules.players
        given, *rest = conditions
        refas, moved = rest[:players], rest[players:]
        if len(moved) != players or max(refas) > given:
            raise ValueError(conditions)
        sheet = Sheet(
            tuple(
                Total(scoring.MAIN, seat, None, amount)
                for seat, steps in enumerate(moved)
                if (amount := _signed(steps) - options.starting_level)
            )
        )
        return scoring.BalkanCarry(
            dealer=dealer, sheet=sheet, refas=tuple(refas), refas_given=given
        )

    def start_deal(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """Deal the cards; forehand is next to the dealer, the dealer calls last (2.2)."""
        options, seats = BalkanOptions.of(rules), _seats(rules, carry)
        dealt = [Hand(0)] * options.players
        for seat, packets in zip(seats, _PACKETS, strict=True):
            dealt[seat] = Hand.of(deck[n + k] for n in packets for k in range(_PACKET))
        suit_only = options.game_commitment is GameCommitment.SUIT_ONLY
        auction = Auction(options.top, suit_only, live=seats, fresh=seats)
        return new_deal(rules, carry, seats, tuple(dealt), deck[_TALON : _TALON + 2], auction)

    def after_phase(
        self, deal: Deal, outcome: PhaseOutcome
    ) -> Deal | DealResult | Carry | CarryChange:
        match outcome:
            case PassedOut():
                return _score_passed_out(deal)
            case GamesToCompare(claimed):
                names = contracts.plain_games(BalkanOptions.of(deal.rules))
                return deal.with_phase(begin_comparison(claimed, names))
            case AuctionWon(seat, name) if name == contracts.GAME:
                return _declare(
                    _with_contract(deal, seat, name),
                    contracts.plain_games(BalkanOptions.of(deal.rules)),
                )
            case AuctionWon(seat, name) if contracts.is_game(name):
                return _defend(_with_contract(deal, seat, name))
            case AuctionWon(seat, name):
                return _exchange(_with_contract(deal, seat, name))
            case ExchangeDone():
                number = contracts.value_of(_contract_name(deal))
                return _declare(
                    deal, contracts.contracts_from(BalkanOptions.of(deal.rules), number)
                )
            case ContractDeclared(name):
                return _defend(_with_contract(deal, deal.declared_contract.declarer, name))
            case defence.BothDropped():
                return deal_result(
                    deal, "unplayed", scoring.verdict_postings(deal, scoring.unplayed_verdict())
                )
            case defence.DefenceSet(callers) if callers:
                return deal.with_phase(defence.FirstKontra(callers))
            case defence.NotDoubled() if scoring.is_plain_two_deal(
                BalkanOptions.of(deal.rules), deal
            ):
                return _score_undoubled_two(deal.with_roles(no_kontra=deal.defenders()))
            case defence.KontraCalled(caller):
                return _after_kontra(deal, caller)
            case defence.DefenceSet() | defence.NotDoubled() | defence.DoublingOver():
                return begin_play(BalkanOptions.of(deal.rules), deal)
            case PlayFinished():
                return _score_play(deal)
            case scoring.PartnerAnswered(is_paid):
                return scoring.carry_after_answer(deal.carry, is_paid)
            case _:
                raise TypeError(outcome)

    def scored_cards(self, deal: Deal) -> tuple[int, ...]:
        return ()

    def begin_defended_play(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        options = BalkanOptions.of(deal.rules)
        named = (
            contracts.contract_of(name, seat)
            for name in contracts.ladder(options.suit_order, contracts.SANAC)
        )
        wanted = (strain is None, trump_of(strain))
        contract = next(each for each in named if (each.is_misere, each.trump) == wanted)
        deal = deal._replace(contract=contract)
        return begin_play(options, deal.with_roles(defender=deal.defenders()))

    def next_carry(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """Return the next carry; the dealer changes after every deal (2.1)."""
        left, sheet = scoring.refas_after(carry, result), carry.sheet.plus(result.postings)
        may_ask = BalkanOptions.of(rules).partner_pays is PartnerPays.ON_REQUEST
        return scoring.BalkanCarry(
            number=result.number,
            dealer=(carry.dealer + 1) % rules.players,
            sheet=sheet,
            time_up=carry.time_up,
            refas=left.refas,
            refas_given=left.given,
            used=left.used,
            overtaken=scoring.partner_debts(result) if may_ask else (),
        )

    def pending_question(self, rules: Rules, carry: Carry) -> Deal | None:
        """Let a defender left short by their partner ask the partner to pay (3.11)."""
        debts = scoring.balkan_carry(carry).overtaken
        return (
            undealt_deal(rules, carry, _seats(rules, carry), scoring.AskPartner(debts[0]))
            if debts
            else None
        )

    def ruled_carry(
        self, rules: Rules, carry: Carry, postings: tuple[Posting, ...], *, is_over: bool
    ) -> Carry:
        """Refuse, while the match runs, columns that sum to less than zero (2.11)."""
        sheet = carry.sheet.plus(postings)
        if scoring.remaining_debt(sheet) < 0 and not is_over:
            raise IllegalAction(RuleReason.WRONG_PHASE)
        return replace(carry, sheet=sheet)

    def has_ended(self, rules: Rules, carry: Carry) -> bool:
        """Return True if the columns sum to zero (2.11)."""
        return scoring.remaining_debt(carry.sheet) == 0

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return scoring.settle(BalkanOptions.of(rules), sheet)

    def balance(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return scoring.balance(sheet)

    def settlement_steps(
        self, rules: Rules, sheet: Sheet, *, is_over: bool
    ) -> tuple[SettlementStep, ...]:
        return scoring.settlement_steps(BalkanOptions.of(rules), sheet, is_over=is_over)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Return the remaining debt, the refas given and possible, and each seat's open ones.

        The mark "used_1_0" is the amount beside the first used refa of seat 1.  For an entry that
        a partner may be asked to pay (3.11): the fine, the victim and the taker of the tricks.
        """
        mine = scoring.balkan_carry(carry)
        return (
            ("remaining", scoring.remaining_debt(carry.sheet)),
            ("refas_given", mine.refas_given),
            ("refas_most", scoring.refa_budget(BalkanOptions.of(rules))),
            *((f"refas_{seat}", n) for seat, n in enumerate(mine.refas)),
            *(
                (f"used_{seat}_{place}", amount)
                for seat, row in enumerate(mine.used)
                for place, amount in enumerate(row)
            ),
            *(("fine", debt.fine) for debt in mine.overtaken[:1]),
            *(("victim", debt.victim) for debt in mine.overtaken[:1]),
            *(("taker", debt.taker) for debt in mine.overtaken[:1]),
        )

    def with_target(self, rules: Rules, target: int) -> Rules:
        """Set the starting level: the debt everybody opens with (3.1)."""
        return rules.with_options(starting_level=target)

    def deals_by_themselves(self, rules: Rules, deals: int) -> Rules:
        """Give no refas, and a debt so high that the match does not end with it."""
        return rules.with_options(
            max_refas=0, starting_level=_ENDLESS_LEVEL, abandoned_game="write_off"
        )

    def target_of(self, rules: Rules) -> int:
        return BalkanOptions.of(rules).starting_level

    def chat_target(self, rules: Rules) -> int:
        """Return the recommended starting level of a chat (the owner's questions at the end)."""
        return min(_CHAT_LEVEL, self.target_of(rules))

    def automatic_call(self, deal: Deal) -> Action | None:
        """Return a pass if it is the only legal call (section 5, auto_forced_pass)."""
        is_forced = deal.phase.legal(deal) == (PASS,)
        return PASS if is_forced and BalkanOptions.of(deal.rules).auto_forced_pass else None


BALKAN: Final = Balkan()


def _seats(rules: Rules, carry: Carry) -> tuple[Seat, Seat, Seat]:
    first, second, third = ((carry.dealer + step) % rules.players for step in (1, 2, 3))
    return first, second, third


def _with_contract(deal: Deal, seat: Seat, name: str) -> Deal:
    """Return the deal with the winning bid or the announced contract."""
    return deal.with_contract(contracts.contract_of(name, seat))


def _score_passed_out(deal: Deal) -> DealResult:
    """Score three passes, with a refa for all if one is allowed (2.5)."""
    given = scoring.is_refa_allowed(BalkanOptions.of(deal.rules), deal.carry)
    return deal_result(deal, "passed_out_refa" if given else "passed_out", ())


def _exchange(deal: Deal) -> Deal:
    """Give the declarer the talon, by option face down, and begin the exchange (2.6)."""
    declarer, face_up = deal.declared_contract.declarer, BalkanOptions.of(deal.rules).talon_exposed
    return take_talon(deal, declarer, face_up).with_phase(Exchange(declarer, may_throw=False))


def _declare(deal: Deal, names: tuple[str, ...]) -> Deal:
    """Begin the declaration (2.7)."""
    return deal.with_phase(Declaration(deal.declared_contract.declarer, names, may_concede=False))


def _defend(deal: Deal) -> Deal:
    """Begin the defence (2.8).

    Both always defend bettel and preferans; against a plain two they are only asked for a kontra.
    """
    options, defenders = BalkanOptions.of(deal.rules), deal.defenders()
    if contracts.is_all_or_nothing(_contract_name(deal)):
        return deal.with_roles(defender=defenders).with_phase(defence.FirstKontra(defenders))
    if scoring.is_plain_two_deal(options, deal):
        return deal.with_phase(defence.FirstKontra(defenders))
    guest_may_kontra = options.kontra_callers is KontraCallers.ANY_ACTIVE
    return deal.with_phase(
        defence.Defence(defence.DefenceQuestion.FIRST, *defenders, guest_may_kontra)
    )


def _after_kontra(deal: Deal, caller: Seat) -> Deal:
    """Continue after a kontra: the caller answers for the team, the other is a guest (2.9.2)."""
    options = BalkanOptions.of(deal.rules)
    deal = deal.with_roles(guest=deal.defenders()).with_roles(caller=(caller,))
    game_bettel = (
        contracts.is_game(_contract_name(deal))
        and contracts.value_of(_contract_name(deal)) == contracts.BETTEL
    )
    may_rekontra = options.rekontra_on_game_bettel or not game_bettel
    last = options.longest_chain if may_rekontra else 1
    return (
        begin_play(options, deal)
        if last == 1
        else deal.with_phase(defence.Doubling(caller, 1, last))
    )


def _score_undoubled_two(deal: Deal) -> DealResult:
    """Score a plain two that nobody doubled (2.9.3)."""
    options = BalkanOptions.of(deal.rules)
    may_refa = scoring.is_refa_allowed(options, deal.carry)
    match options.plain_two:
        case PlainTwo.DEFAULT_WIN:
            outcome = "two_credited"
        case PlainTwo.THROW_IN_REFA:
            outcome = "two_refa" if may_refa else "two_void"
        case PlainTwo.REFA_THEN_HAT_WIN:
            hat = scoring.wears_hat(options, deal.carry, deal.declared_contract.declarer)
            outcome = "two_refa" if may_refa else "two_credited" if hat else "two_void"
        case PlainTwo.REFA_THEN_WIN:
            outcome = "two_refa" if may_refa else "two_credited"
        case PlainTwo.NORMAL:
            raise AssertionError
        case _:
            assert_never(options.plain_two)
    is_won = outcome == "two_credited"
    return deal_result(
        deal,
        outcome,
        scoring.verdict_postings(deal, scoring.two_credited_verdict()) if is_won else (),
    )


def _score_play(deal: Deal) -> DealResult:
    verdict: scoring.ContractVerdict = scoring.verdict_of_play(deal)
    return deal_result(
        deal, "made" if verdict.is_made else "failed", scoring.verdict_postings(deal, verdict)
    )


def _contract_name(deal: Deal) -> str:
    return deal.declared_contract.name


def _unsigned(number: int) -> int:
    """Return 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2."""
    return 2 * number if number >= 0 else -2 * number - 1


def _signed(number: int) -> int:
    """Return the number that ``_unsigned`` wrote."""
    return -(number + 1) // 2 if number % 2 else number // 2


# The play (rules/balkan.md 2.10): the first lead, the deciding trick, capped claims.
#
# Suits and sanac stop at the fifth trick of the defence, bettel at the declarer's first, preferans
# at the first of the defence.

_ONE: Final = 1  # trick that decides a bettel or a preferans


@dataclass(frozen=True, slots=True)
class CappedPlay(TrickPlay):
    """Play whose claims give ``counted`` at most ``most`` tricks, as the play itself does (3.4)."""

    counted: tuple[cards.Seat, ...] = ()
    most: int = TRICKS

    def out_of_turn_actions(self, deal: Deal, seat: cards.Seat) -> tuple[actions.Action, ...]:
        if not TrickPlay.out_of_turn_actions(self, deal, seat):
            return ()
        places = tuple(deal.seats.index(counted) for counted in self.counted)
        left = TRICKS - len(deal.tricks)
        room = self.most - sum(deal.won[counted] for counted in self.counted)
        # if all ten tricks are played, those after the fifth do not count
        return _capped(left, self._place_out(deal), places, room if room > 0 else left)


@lru_cache(maxsize=512)
def _capped(left: int, out: int, places: tuple[int, ...], room: int) -> tuple[actions.Claim, ...]:
    found = claim_splits(left, out)
    return tuple(claim for claim in found if sum(claim.tricks[place] for place in places) <= room)


def begin_play(options: BalkanOptions, deal: Deal) -> Deal:
    """Return the deal at its first lead."""
    name, declarer = deal.declared_contract.name, deal.declared_contract.declarer
    dropped = [seat for seat in deal.defenders() if deal.roles[seat] == Role.DROPPED]
    counted = (declarer,) if contracts.value_of(name) == contracts.BETTEL else deal.defenders()
    most = _ONE if contracts.is_all_or_nothing(name) else scoring.CREDITED_TRICKS
    stops = options.stop_at_five or contracts.is_all_or_nothing(name)
    phase = CappedPlay(
        trump=deal.declared_contract.trump,
        claims=options.claims is rules.Claims.BY_CONSENT,
        out=dropped[0] if dropped else -1,
        side=counted if stops else (),
        limit=most,
        counted=counted,
        most=most,
    )
    return begin_trick_play(deal, phase, leader=_first_lead(options, deal, phase.out))


def _first_lead(options: BalkanOptions, deal: Deal, out: cards.Seat) -> cards.Seat:
    """Return forehand or the next active seat; to sanac and preferans never the declarer (A31)."""
    value, declarer = (
        contracts.value_of(deal.declared_contract.name),
        deal.declared_contract.declarer,
    )
    by_predecessor = options.sanac_lead is SanacLead.PREDECESSOR
    plays_second = value == contracts.PREFERANS or (value == contracts.SANAC and by_predecessor)
    leader = deal.defenders()[1] if plays_second else deal.seats[0]
    while leader == out or (value >= contracts.SANAC and leader == declarer):
        leader = deal.next_seat(leader)
    return leader
