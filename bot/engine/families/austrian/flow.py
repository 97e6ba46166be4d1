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
from bot.engine.carry import Carry
from bot.engine.deal import Deal, DealResult, Outcome, Stage
from bot.engine.families.austrian import afterbuy, contracts, course, scoring
from bot.engine.families.austrian import carry as carries
from bot.engine.families.austrian.auction import GamesCalled
from bot.engine.families.austrian.carry import AustrianCarry, pot_of
from bot.engine.families.austrian.defence import ANSWERS, Defence, DefenceSet, Question
from bot.engine.families.austrian.ending import Telling, Told, Voted
from bot.engine.families.austrian.negotiation import Agreed
from bot.engine.families.austrian.options import AllPass, AustrianOptions, MatchEnd
from bot.engine.families.austrian.pot import is_forced, stake_of
from bot.engine.families.austrian.sealing import Sealing
from bot.engine.families.austrian.settlement import settle, steps
from bot.engine.family import Ending, Family, FirstDealer
from bot.engine.ledger import Account, Sheet
from bot.engine.outcomes import AuctionWon, Declared, Exchanged, PassedOut, Played
from bot.engine.phases import Declaration, Exchange, talon_taken
from bot.engine.play import TRICKS
from bot.engine.results import scored
from bot.engine.roles import Role
from bot.engine.rules import Rules
from bot.engine.settlement import Step


class Austrian(Family):
    """The Austrian family, for the registry."""

    key = "austrian"
    options = AustrianOptions
    carry = AustrianCarry
    accounts = (
        Account(carries.CASH, paired=True),
        Account(carries.POT, paired=False),
        Account(carries.REST, paired=False),
    )

    endings: ClassVar[Mapping[str, Ending]] = {
        **dict.fromkeys(("made", "unplayed", "agreed"), Ending.FULFILLED),
        "fallen": Ending.FAILED,
        **dict.fromkeys(("ausfechten", "thrown_in"), Ending.NEITHER),
    }
    answers = ANSWERS

    @property
    def first_dealer(self) -> FirstDealer:
        return _first_dealer

    def open(self, rules: Rules, carry: Carry, deck: tuple[int, ...]) -> Deal:
        return course.dealt(rules, carry, AustrianOptions.of(rules), deck)

    def after(self, deal: Deal, outcome: Outcome) -> Deal | DealResult | Carry:
        match outcome:
            case PassedOut():
                return _all_passed(deal)
            case GamesCalled(seats):
                return deal.at(Sealing(seats, AustrianOptions.of(deal.rules).game_may_name_hearts))
            case AuctionWon(seat, name):
                return _won(deal, seat, name)
            case Exchanged():
                return _name(deal)
            case Declared(name):
                return _named(course.named(deal, deal.declared.declarer, name))
            case afterbuy.Bought(seat, lowest):
                return _buy(course.named(deal, seat, lowest), seat)
            case afterbuy.Declined():
                return _after_buy(deal)
            case DefenceSet():
                return _defended(deal)
            case Told():
                return scored(deal, "unplayed", scoring.score_contract(deal))
            case Agreed():
                return scored(deal, "agreed", scoring.score_contract(deal, agreed=True))
            case Played():
                return _score_play(deal)
            case Voted(goes_on):
                return replace(carries.of(deal.carry), asked=False, ended=not goes_on)
            case _:
                raise TypeError(outcome)

    def played_in(self, deal: Deal, seat: Seat, strain: Strain | None) -> Deal:
        return course.played_in(deal, seat, strain)

    def next(self, rules: Rules, carry: Carry, result: DealResult) -> Carry:
        """Return the next carry: the deal moves on, the shares of the pot are updated (3.6)."""
        options = AustrianOptions.of(rules)
        stays = result.outcome == "thrown_in" and options.all_pass is AllPass.REDEAL_SAME_DEALER
        sheet = carry.sheet.plus(result.postings)
        turns = carries.of(carry).turns + (not stays)
        return AustrianCarry(
            number=result.number,
            dealer=carry.dealer if stays else (carry.dealer + 1) % options.players,
            sheet=carries.with_rest(sheet, options.players, result.dealer),
            time_up=carry.time_up,
            turns=turns,
            asked=_is_asked(options, pot_of(sheet), 0 if stays else turns),
        )

    def question(self, rules: Rules, carry: Carry) -> Deal | None:
        """Return the vote on filling the empty pot or on another round, if one is due (3.6)."""
        is_asked = carries.of(carry).asked
        return course.vote(rules, carry, AustrianOptions.of(rules)) if is_asked else None

    def over(self, rules: Rules, carry: Carry) -> bool:
        """Return True after the agreed rounds, or after a vote against playing on (3.6)."""
        options, own = AustrianOptions.of(rules), carries.of(carry)
        full = own.turns >= options.rounds * options.players
        return own.ended or (options.match_end is MatchEnd.ROUNDS and full)

    def settle(self, rules: Rules, sheet: Sheet) -> tuple[int, ...]:
        return settle(AustrianOptions.of(rules), sheet)

    def steps(self, rules: Rules, sheet: Sheet, *, is_over: bool) -> tuple[Step, ...]:
        return steps(AustrianOptions.of(rules), sheet)

    def marks(self, rules: Rules, carry: Carry) -> tuple[tuple[str, int], ...]:
        """Return the marks of the open or the next deal, whose pot includes the ante (3.2)."""
        options = AustrianOptions.of(rules)
        stake = stake_of(options, carry.sheet)
        return (
            ("pot", stake.pot),
            ("amount", stake.amount),
            ("maximum", options.max_amount_units),
            ("ante", stake.ante),
            ("forced", int(is_forced(options, stake))),
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

    def target_of(self, rules: Rules) -> int:
        options = AustrianOptions.of(rules)
        is_pot = options.match_end is MatchEnd.POT_EMPTY
        return options.ante_units if is_pot else options.rounds

    def chat_target(self, rules: Rules) -> int:
        """Return four rounds, or the smallest pot."""
        return min(_CHAT[AustrianOptions.of(rules).match_end], self.target_of(rules))

    def unasked(self, deal: Deal) -> Action | None:
        """Return a pass for a bidder without any other call (6.2)."""
        forced = deal.phase.stage is Stage.AUCTION and deal.phase.legal(deal) == (PASS,)
        return PASS if forced else None


_CHAT: Final = {MatchEnd.ROUNDS: 4, MatchEnd.VOTE: 4, MatchEnd.POT_EMPTY: 10}

AUSTRIAN: Final = Austrian()


def _first_dealer(rules: Rules, drawn: tuple[Card, ...]) -> Seat:
    return contracts.first_dealer(AustrianOptions.of(rules).suit_order, drawn)


def _is_asked(options: AustrianOptions, pot: int, turns: int) -> bool:
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


def _all_passed(deal: Deal) -> Deal | DealResult:
    if AustrianOptions.of(deal.rules).all_pass is AllPass.AUSFECHTEN:
        return course.play_ausfechten(deal)
    return scored(deal, "thrown_in", scoring.score_thrown_in(deal))


def _won(deal: Deal, seat: Seat, name: str) -> Deal | DealResult:
    """Begin the purchase, the naming of a game, or what follows a fixed contract (V-9, V-10)."""
    deal = course.named(deal, seat, name)
    if contracts.is_bought(name):
        return _buy(deal, seat)
    if name == contracts.GAME:
        last = 4 if AustrianOptions.of(deal.rules).game_may_name_hearts else 3
        games = tuple(f"{n}X" for n in contracts.NUMBERS)
        return deal.at(Declaration(seat, games[:last], False, switched_off=games[last:]))
    return _named(deal)


def _buy(deal: Deal, seat: Seat) -> Deal:
    """Give the buyer the talon, or in an after-buy the discards (C-10)."""
    deal = talon_taken(deal, seat, face_up=AustrianOptions.of(deal.rules).talon_exposed)
    return deal._replace(discard=()).at(Exchange(seat, may_throw=False))


def _name(deal: Deal) -> Deal | DealResult:
    """Ask for the contract after a purchase; a single possible one is named automatically."""
    seat, options = deal.declared.declarer, AustrianOptions.of(deal.rules)
    names = contracts.names_from(deal.declared.name, options.top)
    if len(names) > 1:
        return deal.at(Declaration(seat, names, False))
    return _named(course.named(deal.said(seat, Declare(names[0])), seat, names[0]))


def _named(deal: Deal) -> Deal | DealResult:
    """Begin the after-buy after contracts one to four, else the defence (V-11, V-12)."""
    name, options = deal.declared.name, AustrianOptions.of(deal.rules)
    buys = contracts.is_bought(name) and (name in contracts.NUMBERS or afterbuy.was_bought(deal))
    return _after_buy(deal) if buys and options.after_buy else _defend(deal)


def _after_buy(deal: Deal) -> Deal | DealResult:
    options = AustrianOptions.of(deal.rules)
    question = afterbuy.next_question(deal, options.top, options.after_buy_decline_final)
    return _defend(deal) if question is None else deal.at(question)


def _defend(deal: Deal) -> Deal | DealResult:
    """Ask the defenders in trump contracts, unless everybody must join (V-12)."""
    options, (left, right) = AustrianOptions.of(deal.rules), deal.defenders()
    if deal.declared.trump < 0:
        return course.play_premium(deal)
    if is_forced(options, stake_of(options, deal.carry.sheet)):
        return course.play_trumps(deal.with_roles(defender=(left, right)))
    return deal.at(Defence(Question.FIRST, left, right))


def _defended(deal: Deal) -> Deal | DealResult:
    """Begin the play; if both stay home the contract is made with all ten tricks (V-12, A-8)."""
    declarer, options = deal.declared.declarer, AustrianOptions.of(deal.rules)
    if any(deal.roles[seat] != Role.DROPPED for seat in deal.defenders()):
        return course.play_trumps(deal)
    deal = deal._replace(won=tuple(TRICKS * (seat == declarer) for seat in range(options.players)))
    if options.ace_bonuses and options.no_aces_when_unplayed and scoring.has_no_aces(deal):
        return deal.at(Telling(declarer))
    return scored(deal, "unplayed", scoring.score_contract(deal))


def _score_play(deal: Deal) -> Deal | DealResult:
    if deal.contract is None:
        return scored(deal, "ausfechten", scoring.score_ausfechten(deal))
    word = "made" if scoring.is_made(deal) else "fallen"
    return scored(deal, word, scoring.score_contract(deal))
