"""The course of a Balkan deal, top to bottom (rules/balkan.md 2).

Number won -> talon and discard -> contract; game won -> (reveal) -> contract; then defence ->
kontra -> ten tricks or fewer -> score.  Three passes may give refas.
"""

from collections.abc import Mapping
from typing import ClassVar, Final, assert_never

from bot.engine.actions import PASS, Action
from bot.engine.cards import Hand, Seat, Strain, trump_of
from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult, Outcome, Stage
from bot.engine.families.balkan import refas, scoring, settlement
from bot.engine.families.balkan.auction import Auction, GamesClaimed
from bot.engine.families.balkan.carry import MAIN, SIDE, BalkanCarry, of, opening_sheet, remaining
from bot.engine.families.balkan.contracts import (
    BETTEL,
    GAME,
    SANAC,
    all_or_nothing,
    contract_of,
    contracts_from,
    is_game,
    ladder,
    plain_games,
    value_of,
)
from bot.engine.families.balkan.defence import ANSWERS, BothDropped, Defence, DefenceSet, Question
from bot.engine.families.balkan.kontra import (
    Doubling,
    DoublingOver,
    FirstKontra,
    KontraSaid,
    NotDoubled,
)
from bot.engine.families.balkan.options import (
    BalkanOptions,
    GameCommitment,
    KontraCallers,
    PartnerPays,
    PlainTwo,
)
from bot.engine.families.balkan.partner import Answered, Asking, answered, overtaken
from bot.engine.families.balkan.play import begin_play
from bot.engine.families.balkan.reveal import begin_reveal
from bot.engine.families.balkan.scoring import Verdict
from bot.engine.family import Ending, Family
from bot.engine.ledger import Account, Sheet
from bot.engine.opening import first_deal, undealt
from bot.engine.outcomes import AuctionWon, Declared, Exchanged, Moved, PassedOut, Played
from bot.engine.phases import Declaration, Exchange, talon_taken
from bot.engine.results import scored
from bot.engine.rules import Rules
from bot.engine.settlement import Step

# 2.2: five to each, two to the talon, five to each
_PACKETS: Final = ((0, 17), (5, 22), (10, 27))
_PACKET: Final = 5
_TALON: Final = 15
_CHAT_LEVEL: Final = 60


class Balkan(Family):
    """The Balkan family, for the registry."""

    key = "balkan"
    options = BalkanOptions
    carry = BalkanCarry
    accounts = (Account(MAIN, paired=False), Account(SIDE, paired=True))

    endings: ClassVar[Mapping[str, Ending]] = {
        **dict.fromkeys(("made", "unplayed", "two_credited"), Ending.FULFILLED),
        "failed": Ending.FAILED,
        **dict.fromkeys(("two_refa", "two_void", "passed_out", "passed_out_refa"), Ending.NEITHER),
    }
    answers = ANSWERS

    def start(self, rules: Rules) -> Carry:
        options = BalkanOptions.of(rules)
        return BalkanCarry(sheet=opening_sheet(options.starting_level, options.players))

    def open(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        """Deal the cards; forehand is next to the dealer, the dealer calls last (2.2)."""
        options, seats = BalkanOptions.of(rules), _seats(rules, carry)
        dealt = [Hand(0)] * options.players
        for seat, packets in zip(seats, _PACKETS, strict=True):
            dealt[seat] = Hand.of(deck[n + k] for n in packets for k in range(_PACKET))
        suit_only = options.game_commitment is GameCommitment.SUIT_ONLY
        auction = Auction(options.top, suit_only, live=seats, fresh=seats)
        return first_deal(rules, carry, seats, tuple(dealt), deck[_TALON : _TALON + 2], auction)

    def after(self, deal: Deal, outcome: Outcome) -> Deal | DealResult | Carry | Moved:
        match outcome:
            case PassedOut():
                return _passed_out(deal)
            case GamesClaimed(claimed):
                names = plain_games(BalkanOptions.of(deal.rules))
                return deal.at(begin_reveal(claimed, names))
            case AuctionWon(seat, name) if name == GAME:
                return _declare(_named(deal, seat, name), plain_games(BalkanOptions.of(deal.rules)))
            case AuctionWon(seat, name) if is_game(name):
                return _defend(_named(deal, seat, name))
            case AuctionWon(seat, name):
                return _exchange(_named(deal, seat, name))
            case Exchanged():
                number = value_of(_contract(deal))
                return _declare(deal, contracts_from(BalkanOptions.of(deal.rules), number))
            case Declared(name):
                return _defend(_named(deal, deal.declared.declarer, name))
            case BothDropped():
                return scored(deal, "unplayed", scoring.written(deal, scoring.unplayed()))
            case DefenceSet(callers) if callers:
                return deal.at(FirstKontra(callers))
            case NotDoubled() if refas.is_plain_two(BalkanOptions.of(deal.rules), deal):
                return _two_without_kontra(deal.with_roles(no_kontra=deal.defenders()))
            case KontraSaid(caller):
                return _kontra(deal, caller)
            case DefenceSet() | NotDoubled() | DoublingOver():
                return begin_play(BalkanOptions.of(deal.rules), deal)
            case Played():
                return _score_play(deal)
            case Answered(is_paid):
                return answered(deal.carry, is_paid)
            case _:
                raise TypeError(outcome)

    def played_in(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        options = BalkanOptions.of(deal.rules)
        named = (contract_of(name, seat) for name in ladder(options.suit_order, SANAC))
        wanted = (strain is None, trump_of(strain))
        contract = next(each for each in named if (each.is_misere, each.trump) == wanted)
        deal = deal._replace(contract=contract)
        return begin_play(options, deal.with_roles(defender=deal.defenders()))

    def next(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """Return the next carry; the dealer changes after every deal (2.1)."""
        left, sheet = refas.after(carry, result), carry.sheet.plus(result.postings)
        may_ask = BalkanOptions.of(rules).partner_pays is PartnerPays.ON_REQUEST
        return BalkanCarry(
            number=result.number,
            dealer=(carry.dealer + 1) % rules.players,
            sheet=sheet,
            time_up=carry.time_up,
            refas=left.refas,
            refas_given=left.given,
            used=left.used,
            overtaken=overtaken(result) if may_ask else (),
        )

    def question(self, rules: Rules, carry: Carry) -> Deal | None:
        """Let a defender left short by their partner ask the partner to pay (3.11)."""
        debts = of(carry).overtaken
        return undealt(rules, carry, _seats(rules, carry), Asking(debts[0])) if debts else None

    def over(self, rules: Rules, carry: Carry) -> bool:
        """Return True if the columns sum to zero (2.11)."""
        return remaining(carry.sheet) == 0

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return settlement.settle(BalkanOptions.of(rules), sheet)

    def balance(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return settlement.balance(sheet)

    def steps(self, rules: Rules, sheet: Sheet, *, is_over: bool) -> tuple[Step, ...]:
        return settlement.steps(BalkanOptions.of(rules), sheet, is_over=is_over)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Return the remaining debt, the refas given and possible, and each seat's open ones.

        The mark "used_1_0" is the amount beside the first used refa of seat 1.  For an entry that
        a partner may be asked to pay (3.11): the fine, the victim and the taker of the tricks.
        """
        mine = of(carry)
        return (
            ("remaining", remaining(carry.sheet)),
            ("refas_given", mine.refas_given),
            ("refas_most", refas.budget(BalkanOptions.of(rules))),
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

    def target_of(self, rules: Rules) -> int:
        return BalkanOptions.of(rules).starting_level

    def chat_target(self, rules: Rules) -> int:
        """Return the recommended starting level of a chat (the owner's questions at the end)."""
        return min(_CHAT_LEVEL, self.target_of(rules))

    def unasked(self, deal: Deal) -> Action | None:
        """Return a pass if it is the only legal call (section 5, auto_forced_pass)."""
        forced = deal.phase.stage is Stage.AUCTION and deal.phase.legal(deal) == (PASS,)
        return PASS if forced and BalkanOptions.of(deal.rules).auto_forced_pass else None


BALKAN: Final = Balkan()


def _seats(rules: Rules, carry: Carry) -> tuple[Seat, Seat, Seat]:
    first, second, third = ((carry.dealer + step) % rules.players for step in (1, 2, 3))
    return first, second, third


def _named(deal: Deal, seat: Seat, name: str) -> Deal:
    """Return the deal with the winning bid or the announced contract."""
    return deal.under(contract_of(name, seat))


def _passed_out(deal: Deal) -> DealResult:
    """Score three passes, with a refa for all if one is allowed (2.5)."""
    given = refas.is_allowed(BalkanOptions.of(deal.rules), deal.carry)
    return scored(deal, "passed_out_refa" if given else "passed_out", ())


def _exchange(deal: Deal) -> Deal:
    """Give the declarer the talon, by option face down, and begin the exchange (2.6)."""
    declarer, face_up = deal.declared.declarer, BalkanOptions.of(deal.rules).talon_exposed
    return talon_taken(deal, declarer, face_up).at(Exchange(declarer, may_throw=False))


def _declare(deal: Deal, names: tuple[str, ...]) -> Deal:
    """Begin the declaration (2.7)."""
    return deal.at(Declaration(deal.declared.declarer, names, may_concede=False))


def _defend(deal: Deal) -> Deal:
    """Begin the defence (2.8).

    Both always defend bettel and preferans; against a plain two they are only asked for a kontra.
    """
    options, defenders = BalkanOptions.of(deal.rules), deal.defenders()
    if all_or_nothing(_contract(deal)):
        return deal.with_roles(defender=defenders).at(FirstKontra(defenders))
    if refas.is_plain_two(options, deal):
        return deal.at(FirstKontra(defenders))
    guest_may_kontra = options.kontra_callers is KontraCallers.ANY_ACTIVE
    return deal.at(Defence(Question.FIRST, *defenders, guest_may_kontra))


def _kontra(deal: Deal, caller: Seat) -> Deal:
    """Continue after a kontra: the caller answers for the team, the other is a guest (2.9.2)."""
    options = BalkanOptions.of(deal.rules)
    deal = deal.with_roles(guest=deal.defenders()).with_roles(caller=(caller,))
    game_bettel = is_game(_contract(deal)) and value_of(_contract(deal)) == BETTEL
    may_rekontra = options.rekontra_on_game_bettel or not game_bettel
    last = options.longest_chain if may_rekontra else 1
    return begin_play(options, deal) if last == 1 else deal.at(Doubling(caller, 1, last))


def _two_without_kontra(deal: Deal) -> DealResult:
    """Score a plain two that nobody doubled (2.9.3)."""
    options = BalkanOptions.of(deal.rules)
    may_refa = refas.is_allowed(options, deal.carry)
    match options.plain_two:
        case PlainTwo.DEFAULT_WIN:
            outcome = "two_credited"
        case PlainTwo.THROW_IN_REFA:
            outcome = "two_refa" if may_refa else "two_void"
        case PlainTwo.REFA_THEN_HAT_WIN:
            hat = refas.wears_hat(options, deal.carry, deal.declared.declarer)
            outcome = "two_refa" if may_refa else "two_credited" if hat else "two_void"
        case PlainTwo.REFA_THEN_WIN:
            outcome = "two_refa" if may_refa else "two_credited"
        case PlainTwo.NORMAL:
            raise AssertionError
        case _:
            assert_never(options.plain_two)
    is_won = outcome == "two_credited"
    return scored(deal, outcome, scoring.written(deal, scoring.two_credited()) if is_won else ())


def _score_play(deal: Deal) -> DealResult:
    verdict: Verdict = scoring.verdict_of_play(deal)
    return scored(deal, "made" if verdict.is_made else "failed", scoring.written(deal, verdict))


def _contract(deal: Deal) -> str:
    return deal.declared.name
