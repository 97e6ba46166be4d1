"""The house rules of the Balkan family (rules/balkan.md 5), with their consistency checks."""

from enum import StrEnum
from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from bot.engine import rules


class Direction(StrEnum):
    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"


class SuitSkin(StrEnum):
    GERMAN = "german"
    FRENCH = "french"
    ITALIAN = "italian"


class SuitOrder(StrEnum):
    """The suits of 2, 3, 4 and 5; the value has their letters, lowest first."""

    SPADES_LOW = "SDHC"  # the three printed descriptions (A33)
    CLUBS_LOW = "CDHS"  # the general article, 4.2


class RefaScale(StrEnum):
    """The scale of refas with ``max_refas = auto``; ``budget`` has the numbers."""

    STEPS_30_50 = "steps_30_50"  # croatian, slovenian
    STEPS_40_60 = "steps_40_60"  # guide
    PER_30 = "per_30"  # serbian


class HatRule(StrEnum):
    ABOVE_ZERO = "above_zero"
    ZERO_COUNTS = "zero_counts"


class GameCommitment(StrEnum):
    OPEN = "open"  # a plain game may be any contract
    SUIT_ONLY = "suit_only"  # a plain game is a suit; bettel and sanac are named at once


class PlainTwo(StrEnum):
    """The meaning of a two that nobody doubles (2.9.3)."""

    DEFAULT_WIN = "default_win"
    THROW_IN_REFA = "throw_in_refa"
    REFA_THEN_HAT_WIN = "refa_then_hat_win"
    REFA_THEN_WIN = "refa_then_win"
    NORMAL = "normal"


class KontraCallers(StrEnum):
    VOLUNTEERS = "volunteers"
    ANY_ACTIVE = "any_active"


class BettelPayout(StrEnum):
    HOST_SINGLE = "host_single"
    HOST_BOTH_SHARES = "host_both_shares"
    BOTH = "both"


class SanacLead(StrEnum):
    FOREHAND = "forehand"
    PREDECESSOR = "predecessor"


class LastCut(StrEnum):
    CONTRACT_AND_TRICKS = "contract_and_tricks"
    CONTRACT_ONLY = "contract_only"


class LastFall(StrEnum):
    SINGLE = "single"
    DOUBLE = "double"


class AbandonedGame(StrEnum):
    WRITE_OFF = "write_off"
    VOID = "void"


class DefenceConventions(StrEnum):
    OFF = "off"
    HINTS = "hints"


class PartnerPays(StrEnum):
    OFF = "off"
    ON_REQUEST = "on_request"  # 3.11: the taker of a partner's trick may be asked


LONGEST_CHAIN: Final = 10  # the technical bound of an unlimited chain (section 5)


class BalkanOptions(rules.Options):
    """Defaults are Croatian; a preset lists what differs (data/presets/balkan).

    ``players`` is three: four with a resting dealer is outside the rules (section 5).  Cards
    nobody has seen stay hidden after the deal unless a host changes the option (2.12, A30).
    """

    players: Literal[3] = 3
    reveal_after_deal: bool = False  # 2.12
    direction: Direction = Direction.CLOCKWISE  # 2.0: how the table is drawn, nothing else
    suit_skin: SuitSkin = SuitSkin.GERMAN  # 1.1
    suit_order: SuitOrder = SuitOrder.SPADES_LOW  # A33
    starting_level: Annotated[int, Field(ge=10, le=1000)] = 30  # 3.1
    max_refas: Annotated[int, Field(ge=0, le=100)] | Literal["auto"] = "auto"  # 3.7
    refa_scale: RefaScale = RefaScale.STEPS_30_50  # 3.7, A17
    refa_blocked_by_hat: bool = True  # 2.5
    hat_rule: HatRule = HatRule.ABOVE_ZERO  # 3.10, A16
    game_commitment: GameCommitment = GameCommitment.OPEN  # 2.4, A4
    preferans_contract: bool = False  # 2.3, A8
    talon_exposed: bool = True  # 2.6
    plain_two: PlainTwo = PlainTwo.DEFAULT_WIN  # 2.9.3
    plain_two_refa_exempt: bool = True  # 2.9.3
    kontra_max_level: Annotated[int, Field(ge=1, le=LONGEST_CHAIN)] | None = None  # 2.9.2, A13
    kontra_callers: KontraCallers = KontraCallers.VOLUNTEERS  # 2.9.1, A9
    bettel_kontra_payout: BettelPayout = BettelPayout.HOST_SINGLE  # 3.5, A12
    rekontra_on_game_bettel: bool = True  # 5
    sanac_lead: SanacLead = SanacLead.FOREHAND  # 2.10
    stop_at_five: bool = True  # 2.10, 3.4
    last_contract_cut: LastCut = LastCut.CONTRACT_AND_TRICKS  # 3.8, A26
    last_contract_fall: LastFall = LastFall.SINGLE  # 3.8
    abandoned_game: AbandonedGame = AbandonedGame.WRITE_OFF  # 3.9, A34
    partner_pays: PartnerPays = PartnerPays.OFF  # 3.11
    defence_conventions: DefenceConventions = DefenceConventions.OFF  # 2.10: advice, no rule
    auto_forced_pass: bool = True  # 5: a courtesy of the interface

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Check that German and Italian packs have their one order of suits (1.1)."""
        faults = {
            "suit_order_needs_french_pack": self.suit_order is not SuitOrder.SPADES_LOW
            and self.suit_skin is not SuitSkin.FRENCH,
        }
        for reason, is_so in faults.items():
            if is_so:
                raise rules.BadRules(reason)
        return self

    @property
    def top(self) -> int:
        """The highest number and game (2.3)."""
        return 8 if self.preferans_contract else 7

    @property
    def longest_chain(self) -> int:
        """The last level of doubling (2.9.2)."""
        return self.kontra_max_level or LONGEST_CHAIN
