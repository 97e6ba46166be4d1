"""The course of an Austrian deal, top to bottom (rules/austrian.md 2.2, 2.3).

Auction won -> talon, discard, contract named -> after-buy -> join or stay home -> play -> score;
games called by several players are first named in secret; three passes -> Ausfechten, or a new
deal.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, assert_never

from bot.engine.actions import PASS, Action, Declare
from bot.engine.cards import Card, Seat, Strain
from bot.engine.deal import (
    AuctionWon,
    Carry,
    ContractDeclared,
    Deal,
    DealResult,
    ExchangeDone,
    PassedOut,
    PhaseOutcome,
    PlayFinished,
    Role,
)
from bot.engine.families.austrian import auction, contracts, defence, phase_setup, play, scoring
from bot.engine.families.austrian.options import AllPassRule, AustrianOptions, MatchEnd
from bot.engine.families.austrian.scoring import settle, settlement_steps
from bot.engine.family import ContractEnding, Family, FirstDealer
from bot.engine.ledger import Account, SettlementStep, Sheet, Total
from bot.engine.notation import deal_result
from bot.engine.phases import Declaration, Exchange, take_talon
from bot.engine.rules import IllegalAction, RuleReason, Rules
from bot.engine.trick_play import TRICKS
from bot.model.enums import Posting


class Austrian(Family):
    """The Austrian family, for the registry."""

    key = "austrian"
    options = AustrianOptions
    carry = scoring.AustrianCarry
    accounts = (
        Account(scoring.CASH, paired=True),
        Account(scoring.POT, paired=False),
        Account(scoring.REST, paired=False),
    )

    endings: ClassVar[Mapping[str, ContractEnding]] = {
        **dict.fromkeys(("made", "unplayed", "agreed"), ContractEnding.FULFILLED),
        "fallen": ContractEnding.FAILED,
        **dict.fromkeys(("ausfechten", "thrown_in"), ContractEnding.NEITHER),
    }
    defence_answers = defence.ANSWERS

    @property
    def first_dealer(self) -> FirstDealer:
        return _first_dealer

    def deal_conditions(self, rules: Rules, carry: Carry) -> tuple[int, ...]:
        """Return the amount in the pot before the antes."""
        return (scoring.pot_total(carry.sheet),)

    def carry_under(self, rules: Rules, dealer: Seat, conditions: tuple[int, ...]) -> Carry:
        (pot,) = conditions or (0,)
        sheet = Sheet((Total(scoring.POT, dealer, None, -pot),) if pot else ())
        return scoring.AustrianCarry(dealer=dealer, sheet=sheet)

    def start_deal(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        return phase_setup.deal_cards(rules, carry, AustrianOptions.of(rules), deck)

    def after_phase(self, deal: Deal, outcome: PhaseOutcome) -> Deal | DealResult | Carry:
        match outcome:
            case PassedOut():
                return _after_all_passed(deal)
            case auction.GamesCalled(seats):
                return deal.with_phase(
                    auction.Sealing(seats, AustrianOptions.of(deal.rules).game_may_name_hearts)
                )
            case AuctionWon(seat, name):
                return _after_auction(deal, seat, name)
            case ExchangeDone():
                return _ask_contract(deal)
            case ContractDeclared(name):
                return _after_naming(
                    phase_setup.with_named_contract(deal, deal.declared_contract.declarer, name)
                )
            case auction.DiscardBought(seat, lowest):
                return _buy(phase_setup.with_named_contract(deal, seat, lowest), seat)
            case auction.PurchaseDeclined():
                return _after_buy(deal)
            case defence.DefenceSet():
                return _after_defence(deal)
            case phase_setup.NoAcesAnswered():
                return deal_result(deal, "unplayed", scoring.score_contract(deal))
            case play.SplitAgreed():
                return deal_result(deal, "agreed", scoring.score_contract(deal, agreed=True))
            case PlayFinished():
                return _score_play(deal)
            case phase_setup.VoteOver(goes_on):
                return replace(scoring.austrian_carry(deal.carry), asked=False, ended=not goes_on)
            case _:
                raise TypeError(outcome)

    def scored_cards(self, deal: Deal) -> tuple[int, ...]:
        """Return the cards among which aces may be paid (A-10)."""
        pays_aces = AustrianOptions.of(deal.rules).ace_bonuses
        return (*deal.dealt, *deal.talon, *deal.discard) if pays_aces else ()

    def begin_defended_play(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        return phase_setup.begin_defended_play(deal, seat, strain)

    def next_carry(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """Return the next carry: the deal moves on, the shares of the pot are updated (3.6)."""
        options = AustrianOptions.of(rules)
        stays = result.outcome == "thrown_in" and options.all_pass is AllPassRule.REDEAL_SAME_DEALER
        sheet = carry.sheet.plus(result.postings)
        turns = scoring.austrian_carry(carry).turns + (not stays)
        return scoring.AustrianCarry(
            number=result.number,
            dealer=carry.dealer if stays else (carry.dealer + 1) % options.players,
            sheet=scoring.with_rest(sheet, options.players, result.dealer),
            time_up=carry.time_up,
            turns=turns,
            asked=_is_vote_due(options, scoring.pot_total(sheet), 0 if stays else turns),
        )

    def pending_question(self, rules: Rules, carry: Carry) -> Deal | None:
        """Return the vote on filling the empty pot or on another round, if one is due (3.6)."""
        is_asked = scoring.austrian_carry(carry).asked
        return (
            phase_setup.continuation_vote(rules, carry, AustrianOptions.of(rules))
            if is_asked
            else None
        )

    def ruled_carry(
        self, rules: Rules, carry: Carry, postings: tuple[Posting, ...], *, is_over: bool
    ) -> Carry:
        """Keep the shares of the pot up to date; a match cannot go on with less than no pot."""
        sheet = carry.sheet.plus(postings)
        if scoring.pot_total(sheet) < 0 and not is_over:
            raise IllegalAction(RuleReason.WRONG_PHASE)
        last = (carry.dealer - 1) % rules.players
        return replace(carry, sheet=scoring.with_rest(sheet, rules.players, last))

    def has_ended(self, rules: Rules, carry: Carry) -> bool:
        """Return True after the agreed rounds, or after a vote against playing on (3.6)."""
        options, own = AustrianOptions.of(rules), scoring.austrian_carry(carry)
        full = own.turns >= options.rounds * options.players
        return own.ended or (options.match_end is MatchEnd.ROUNDS and full)

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return settle(AustrianOptions.of(rules), sheet)

    def settlement_steps(
        self, rules: Rules, sheet: Sheet, *, is_over: bool
    ) -> tuple[SettlementStep, ...]:
        return settlement_steps(AustrianOptions.of(rules), sheet)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Return the marks of the open or the next deal, whose pot includes the ante (3.2)."""
        options = AustrianOptions.of(rules)
        stake = scoring.stake_of(options, carry.sheet)
        return (
            ("pot", stake.pot),
            ("amount", stake.amount),
            ("maximum", options.max_amount_units),
            ("ante", stake.ante),
            ("forced", int(scoring.is_joining_forced(options, stake))),
        )

    def with_target(self, rules: Rules, target: int) -> Rules:
        """Set the rounds, or the ante of a pot played until empty; a vote has no target (3.6)."""
        end = AustrianOptions.of(rules).match_end
        match end:
            case MatchEnd.ROUNDS:
                return rules.with_options(rounds=target)
            case MatchEnd.POT_EMPTY:
                return rules.with_options(ante_units=target)
            case MatchEnd.VOTE:
                return rules
            case _:
                assert_never(end)

    def deals_by_themselves(self, rules: Rules, deals: int) -> Rules:
        """Play rounds enough for the deals; the pot goes on from one to the next (3.2)."""
        rounds = -(-deals // rules.players)
        return rules.with_options(match_end="rounds", rounds=rounds)

    def target_of(self, rules: Rules) -> int:
        options = AustrianOptions.of(rules)
        is_pot = options.match_end is MatchEnd.POT_EMPTY
        return options.ante_units if is_pot else options.rounds

    def chat_target(self, rules: Rules) -> int:
        """Return four rounds, or the smallest pot."""
        return min(_CHAT_TARGETS[AustrianOptions.of(rules).match_end], self.target_of(rules))

    def automatic_call(self, deal: Deal) -> Action | None:
        """Return a pass for a bidder without any other call (6.2)."""
        return PASS if deal.phase.legal(deal) == (PASS,) else None


_CHAT_TARGETS: Final = {MatchEnd.ROUNDS: 4, MatchEnd.VOTE: 4, MatchEnd.POT_EMPTY: 10}

AUSTRIAN: Final = Austrian()


def _first_dealer(rules: Rules, drawn: tuple[Card, ...]) -> Seat:
    return contracts.first_dealer(AustrianOptions.of(rules).suit_order, drawn)


def _is_vote_due(options: AustrianOptions, pot: int, turns: int) -> bool:
    """Return True if all vote on the next deal (3.6).

    ``turns`` is 0 if the same dealer deals again.
    """
    end = options.match_end
    match end:
        case MatchEnd.POT_EMPTY:
            return not pot
        case MatchEnd.VOTE:
            return turns > 0 and turns % options.players == 0
        case MatchEnd.ROUNDS:
            return False
        case _:
            assert_never(end)


def _after_all_passed(deal: Deal) -> Deal | DealResult:
    if AustrianOptions.of(deal.rules).all_pass is AllPassRule.AUSFECHTEN:
        return phase_setup.play_ausfechten(deal)
    return deal_result(deal, "thrown_in", scoring.score_thrown_in(deal))


def _after_auction(deal: Deal, seat: Seat, name: str) -> Deal | DealResult:
    """Begin the purchase, the naming of a game, or what follows a fixed contract (V-9, V-10)."""
    deal = phase_setup.with_named_contract(deal, seat, name)
    if contracts.is_bought(name):
        return _buy(deal, seat)
    if name == contracts.GAME:
        last = 4 if AustrianOptions.of(deal.rules).game_may_name_hearts else 3
        games = tuple(f"{n}X" for n in contracts.NUMBERS)
        return deal.with_phase(Declaration(seat, games[:last], False, switched_off=games[last:]))
    return _after_naming(deal)


def _buy(deal: Deal, seat: Seat) -> Deal:
    """Give the buyer the talon, or in an after-buy the discards (C-10)."""
    deal = take_talon(deal, seat, face_up=AustrianOptions.of(deal.rules).talon_exposed)
    return deal._replace(discard=()).with_phase(Exchange(seat, may_throw=False))


def _ask_contract(deal: Deal) -> Deal | DealResult:
    """Ask for the contract after a purchase; a single possible one is named automatically."""
    seat, options = deal.declared_contract.declarer, AustrianOptions.of(deal.rules)
    names = contracts.contracts_from(deal.declared_contract.name, options.top)
    if len(names) > 1:
        return deal.with_phase(Declaration(seat, names, False))
    return _after_naming(
        phase_setup.with_named_contract(deal.with_call(seat, Declare(names[0])), seat, names[0])
    )


def _after_naming(deal: Deal) -> Deal | DealResult:
    """Begin the after-buy after contracts one to four, else the defence (V-11, V-12)."""
    name, options = deal.declared_contract.name, AustrianOptions.of(deal.rules)
    buys = contracts.is_bought(name) and (name in contracts.NUMBERS or auction.was_bought(deal))
    return _after_buy(deal) if buys and options.after_buy else _defend(deal)


def _after_buy(deal: Deal) -> Deal | DealResult:
    options = AustrianOptions.of(deal.rules)
    question = auction.next_after_buy(deal, options.top, options.after_buy_decline_final)
    return _defend(deal) if question is None else deal.with_phase(question)


def _defend(deal: Deal) -> Deal | DealResult:
    """Ask the defenders in trump contracts, unless everybody must join (V-12)."""
    options, (left, right) = AustrianOptions.of(deal.rules), deal.defenders()
    if deal.declared_contract.trump < 0:
        return phase_setup.play_premium(deal)
    if scoring.is_joining_forced(options, scoring.stake_of(options, deal.carry.sheet)):
        return phase_setup.play_trumps(deal.with_roles(defender=(left, right)))
    return deal.with_phase(defence.Defence(defence.DefenceQuestion.FIRST, left, right))


def _after_defence(deal: Deal) -> Deal | DealResult:
    """Begin the play; if both stay home the contract is made with all ten tricks (V-12, A-8)."""
    declarer, options = deal.declared_contract.declarer, AustrianOptions.of(deal.rules)
    if any(deal.roles[seat] != Role.DROPPED for seat in deal.defenders()):
        return phase_setup.play_trumps(deal)
    deal = deal._replace(won=tuple(TRICKS * (seat == declarer) for seat in range(options.players)))
    if options.ace_bonuses and options.no_aces_when_unplayed and scoring.has_no_aces(deal):
        return deal.with_phase(phase_setup.NoAcesQuestion(declarer))
    return deal_result(deal, "unplayed", scoring.score_contract(deal))


def _score_play(deal: Deal) -> Deal | DealResult:
    if deal.contract is None:
        return deal_result(deal, "ausfechten", scoring.score_ausfechten(deal))
    word = "made" if scoring.has_made_contract(deal) else "fallen"
    return deal_result(deal, word, scoring.score_contract(deal))
