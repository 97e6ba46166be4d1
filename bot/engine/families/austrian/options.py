"""The house rules of the Austrian family (rules/austrian.md 4), with their consistency checks."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from bot.engine.rules import BadRules, Claims, Options


class SuitOrder(StrEnum):
    """The suits by their number, 1 to 4."""

    CSDH = "CSDH"
    SCDH = "SCDH"


class DeckStyle(StrEnum):
    FRENCH = "french"
    GERMAN = "german"


class PremiumSet(StrEnum):
    HEARTS_ONLY = "hearts_only"
    HEARTS_5_6 = "hearts_5_6"
    HEARTS_5_8 = "hearts_5_8"


class HoldRight(StrEnum):
    FOREHAND = "forehand"
    NONE = "none"


class Successor3(StrEnum):
    DEALER = "dealer"
    SECOND_SPEAKER = "second_speaker"


class Successor4(StrEnum):
    SECOND_SPEAKER = "second_speaker"
    LAST_SPEAKER = "last_speaker"


class NumberJumps(StrEnum):
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class GameReveal(StrEnum):
    SEQUENTIAL_RAISE = "sequential_raise"
    SEALED_SIMULTANEOUS = "sealed_simultaneous"


class AllPassRule(StrEnum):
    AUSFECHTEN = "ausfechten"
    REDEAL_NEXT_DEALER = "redeal_next_dealer"
    REDEAL_SAME_DEALER = "redeal_same_dealer"


class AnteMode(StrEnum):
    DEALER_EACH_DEAL = "dealer_each_deal"
    ALL_PLAYERS_WHEN_EMPTY = "all_players_when_empty"


class ForcedPlay(StrEnum):
    ONE_STAKE = "one_stake"
    NEVER = "never"


class Negotiation(StrEnum):
    OFF = "off"
    BEFORE_FIRST_LEAD = "before_first_lead"
    ANY_TRICK_BOUNDARY = "any_trick_boundary"


class OpenDefence(StrEnum):
    OPT_IN = "opt_in"
    AUTOMATIC = "automatic"


class MatchEnd(StrEnum):
    ROUNDS = "rounds"
    VOTE = "vote"  # after every full round
    POT_EMPTY = "pot_empty"


Tens = Annotated[int, Field(ge=10, le=1000)]


class AustrianOptions(Options):
    """Defaults are Viennese; a preset lists what differs (data/presets/austrian)."""

    players: Literal[3, 4] = 3
    claims: Claims = Claims.OFF  # V-18: trump contracts and Ausfechten are played to the end

    suit_order: SuitOrder = SuitOrder.CSDH  # C-2, Q1
    deck_style: DeckStyle = DeckStyle.FRENCH  # 4: pictures only
    premium_set: PremiumSet = PremiumSet.HEARTS_5_8  # 2.2, variants
    trump_obligation: bool = False  # C-8
    lowest_winner_duty: bool = True  # C-9
    hold_right: HoldRight = HoldRight.FOREHAND  # V-4, Q10
    hold_successor_3p: Successor3 = Successor3.DEALER  # V-4, Q2
    hold_successor_4p: Successor4 = Successor4.SECOND_SPEAKER  # V-4, Q2
    number_jumps: NumberJumps = NumberJumps.ALLOWED  # V-5, A-2, Q3
    game_reveal: GameReveal = GameReveal.SEQUENTIAL_RAISE  # V-7, A-7, Q11
    game_may_name_hearts: bool = False  # A-7, Q12
    hearts_ends_auction: bool = False
    after_buy: bool = True  # V-11; without levels from five there is none (6.2)
    after_buy_decline_final: bool = True  # V-11 rule 5, Q5
    all_pass: AllPassRule = AllPassRule.AUSFECHTEN  # V-17, A-12, Q14
    ante_mode: AnteMode = AnteMode.DEALER_EACH_DEAL  # T1, U1, Q9
    basic_stake_chips: Tens = 10  # 3.1: the value of ten units
    ante_units: Tens = 10  # 3.1
    max_amount_units: Tens = 30  # 3.1: M
    forced_play: ForcedPlay = ForcedPlay.ONE_STAKE  # V-12
    negotiation: Negotiation = Negotiation.BEFORE_FIRST_LEAD  # V-14, Q6
    negotiation_max_offers: Annotated[int, Field(ge=1, le=9)] = 3  # V-14
    open_defence: OpenDefence = OpenDefence.OPT_IN  # V-16, Q7
    ace_bonuses: bool = False  # A-10, U8, U9
    no_aces_when_unplayed: bool = True  # A-10, Q13
    talon_exposed: bool = False  # C-10, Q16
    early_stop_premium: bool = True  # V-18
    sitting_dealer_pays_premiums: bool = False  # T7, U7-U9, Q8
    match_end: MatchEnd = MatchEnd.ROUNDS  # 3.6, Q15
    rounds: Annotated[int, Field(ge=1, le=100)] = 4  # 3.6

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Check the consistency rules of section 4, and the fixed values of 3.1 and 4."""
        hearts_only = self.premium_set is PremiumSet.HEARTS_ONLY
        sealed = self.game_reveal is GameReveal.SEALED_SIMULTANEOUS
        tens = (self.basic_stake_chips, self.ante_units, self.max_amount_units)
        faults = {
            "ten_units": any(number % 10 for number in tens),
            "sealed_needs_hearts_only": sealed and not hearts_only,
            "hearts_end_needs_hearts_only": self.hearts_ends_auction and not hearts_only,
            "hearts_game_needs_sealed": self.game_may_name_hearts and not sealed,
            "dealer_antes_one_stake": not self.pot_is_common and self.ante_units != 10,
            "common_ante_is_flat": self.pot_is_common and self.max_amount_units != 10,
        }
        for reason, is_so in faults.items():
            if is_so:
                raise BadRules(reason)
        return self

    @property
    def pot_is_common(self) -> bool:
        """True if all fill the pot (the transfers of 3.4), False for those of 3.2."""
        return self.ante_mode is AnteMode.ALL_PLAYERS_WHEN_EMPTY

    @property
    def top(self) -> int:
        """The highest level of the contracts without trump; below five there is none."""
        match self.premium_set:
            case PremiumSet.HEARTS_ONLY:
                return 4
            case PremiumSet.HEARTS_5_6:
                return 6
            case _:
                return 8
