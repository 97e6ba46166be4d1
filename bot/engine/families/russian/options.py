"""The house rules of the Russian family (rules/russian.md 5), with their consistency checks."""

import re
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from bot.engine import rules
from bot.engine.trick_play import ExposureMoment


class MountainMode(StrEnum):
    MOUNTAIN = "mountain"
    WHISTS = "whists"  # 4.9: every opponent writes whists instead


class WhistPenalty(StrEnum):
    FULL = "full"
    HALF = "half"


class WhistSharing(StrEnum):
    INDIVIDUAL = "individual"
    GENTLEMAN_SINGLE = "gentleman_single"
    GENTLEMAN_ALL = "gentleman_all"


class ConsolationTo(StrEnum):
    NONE = "none"
    WHISTERS = "whisters"
    DEFENDERS = "defenders"
    DEFENDERS_AND_DEALER = "defenders_and_dealer"


class ConsolationValue(StrEnum):
    CONTRACT = "contract"
    FIXED10 = "fixed10"


class SingleWhisterTricks(StrEnum):
    ALL_DEFENCE = "all_defence"
    OWN = "own"


class QuotaRule(StrEnum):
    TEAM_CAPPED = "team_capped"
    TEAM_UNCAPPED = "team_uncapped"
    PERSONAL = "personal"


class HighWhist(StrEnum):
    SECOND = "second"
    BOTH = "both"
    NONE = "none"


class TenTrick(StrEnum):
    WHISTED = "whisted"
    CHECKED = "checked"


class Progression(StrEnum):
    NONE = "none"
    ARITHMETIC = "arithmetic"
    GEOMETRIC = "geometric"


class ExitOn(StrEnum):
    FULFILLED = "fulfilled"
    DECLARED = "declared"
    FULFILLED_WHISTED = "fulfilled_whisted"


class RaspasyTalon(StrEnum):
    CLOSED = "closed"
    OPEN = "open"


class ThirdLead(StrEnum):
    FIRST_HAND = "first_hand"
    WINNER = "winner"


class RaspasyDealer(StrEnum):
    PARTICIPATES = "participates"
    SITS_OUT = "sits_out"


class RostovRaspasy(StrEnum):
    CONVERSION = "conversion"
    LEAST_TAKES = "least_takes"


class TwoHandedAllPass(StrEnum):
    RASPASY = "raspasy"
    REDEAL = "redeal"  # the cards are thrown in without a score


class Rounding(StrEnum):
    COMBINED = "combined"
    SEPARATE = "separate"


class DealerRotation(StrEnum):
    ALWAYS = "always"
    STAYS_ON_RASPASY = "stays_on_raspasy"


class EndCondition(NamedTuple):
    """The end of the match, in the notation of the rules: ``pool_sum(20*players)``, ``deals(12)``.

    ``amount`` is pool points, deals, minutes, or the minute of the day of ``until(03:00)``;
    ``per_player`` multiplies it by the players.
    """

    kind: Literal["all_pools_closed", "every_pool", "pool_sum", "deals", "time", "until"]
    amount: int = 0
    per_player: bool = False

    def reached_by(self, value: int, players: int) -> bool:
        return value >= self.amount * (players if self.per_player else 1)

    @property
    def hour(self) -> str:
        """The time of day: 03:00."""
        return f"{self.amount // 60:02}:{self.amount % 60:02}"

    def __str__(self) -> str:
        if self.kind == "all_pools_closed":
            return self.kind
        if self.kind == "until":
            return f"{self.kind}({self.hour})"
        return f"{self.kind}({self.amount}{'*players' if self.per_player else ''})"


class PoolSettlement(NamedTuple):
    """The value of a pool point: ``average(20)`` against the mean, ``pairwise(5)`` each."""

    kind: Literal["average", "pairwise"]
    factor: int

    def __str__(self) -> str:
        return f"{self.kind}({self.factor})"


_END = re.compile(r"(every_pool(?!.*players)|pool_sum|deals|time)\(([1-9]\d{0,3})(\*players)?\)")
_UNTIL = re.compile(r"until\(([01]\d|2[0-3]):([0-5]\d)\)")
_SETTLEMENT = re.compile(r"(average|pairwise)\((\d{1,3})\)")


def _read_end(value: object) -> object:
    if value == "all_pools_closed":
        return EndCondition("all_pools_closed")
    if isinstance(value, str):
        if match := _UNTIL.fullmatch(value):
            return EndCondition("until", 60 * int(match[1]) + int(match[2]))
        if not (match := _END.fullmatch(value)):
            raise ValueError("all_pools_closed, every_pool(n), pool_sum(n), deals(n), time(n), ...")
        return EndCondition(match[1], int(match[2]), bool(match[3]))  # type: ignore[arg-type]
    return value


def _read_settlement(value: object) -> object:
    if isinstance(value, str):
        if not (match := _SETTLEMENT.fullmatch(value)):
            raise ValueError("average(n) or pairwise(n)")
        return PoolSettlement(match[1], int(match[2]))  # type: ignore[arg-type]
    return value


EndText = Annotated[EndCondition, BeforeValidator(_read_end), PlainSerializer(str)]
SettlementText = Annotated[PoolSettlement, BeforeValidator(_read_settlement), PlainSerializer(str)]
PositivePoints = Annotated[int, Field(ge=1, le=1000)]


def _price_text(price: Decimal) -> str:
    """Return the one text of a price: 0.1, 10."""
    return f"{price.normalize():f}"


WhistPrice = Annotated[
    Decimal, Field(gt=0, le=1000, decimal_places=2), PlainSerializer(_price_text)
]


class RussianOptions(rules.Options):
    """Defaults are Sochi's; a preset lists what differs (data/presets/russian)."""

    mountain_mode: MountainMode = MountainMode.MOUNTAIN  # 4.9
    mountain_multiplier: Literal[1, 2] = 1  # 4.3
    whist_multiplier: Literal[1, 2] = 1  # 4.3
    rostov_whists_per_point: PositivePoints = 5  # 4.9
    whist_penalty: WhistPenalty = WhistPenalty.FULL  # 4.3
    whist_sharing: WhistSharing = WhistSharing.INDIVIDUAL  # 4.3
    consolation_to: ConsolationTo = ConsolationTo.WHISTERS  # 4.3
    consolation_value: ConsolationValue = ConsolationValue.CONTRACT  # 5
    single_whister_tricks: SingleWhisterTricks = SingleWhisterTricks.ALL_DEFENCE  # 5
    quota_rule: QuotaRule = QuotaRule.TEAM_CAPPED  # AM-05
    half_whist: bool = True  # 2.6
    half_whist_first: bool = False  # 2.6
    high_whist: HighWhist = HighWhist.SECOND  # AM-06
    stalingrad: bool = True  # 2.6
    ten_trick: TenTrick = TenTrick.WHISTED  # 2.6
    misere_without_talon: bool = False  # 2.4 rule 7
    senior_hold: bool = True  # 2.4 rule 3
    jump_bids: bool = True  # 2.4 rule 2
    concede_three: bool = False  # 2.5 rule 5
    open_whist_exposure: ExposureMoment = ExposureMoment.BEFORE_LEAD  # 2.7
    misere_exposure: ExposureMoment = ExposureMoment.AFTER_DECLARER_LEAD  # 2.7
    defender_talk: bool = True  # 2.7
    raspasy_cost_base: PositivePoints = 1  # 3.3
    raspasy_progression: Progression = Progression.ARITHMETIC  # 3.3
    raspasy_cost_cap: PositivePoints | None = 3  # 3.3
    raspasy_exit_bar: tuple[Annotated[int, Field(ge=6, le=10)], ...] = (6, 7)  # 3.3
    raspasy_exit_on: ExitOn = ExitOn.FULFILLED  # 3.2
    raspasy_max_streak: PositivePoints | None = None  # 3.2
    raspasy_talon: RaspasyTalon = RaspasyTalon.OPEN  # 3.4
    raspasy_third_lead: ThirdLead = ThirdLead.FIRST_HAND  # 3.4
    raspasy_dealer_4p: RaspasyDealer = RaspasyDealer.PARTICIPATES  # 3.4
    raspasy_amnesty: bool | Literal["auto"] = "auto"  # 3.5
    raspasy_zero_bonus: Literal[0, 1, 2] = 2  # 3.5
    raspasy_zero_bonus_dealer: bool = True  # 3.5
    rostov_raspasy: RostovRaspasy = RostovRaspasy.CONVERSION  # 3.5
    two_handed_all_pass: TwoHandedAllPass = TwoHandedAllPass.RASPASY  # 2.11 rule 6
    dealer_talon_bonus: bool = True  # 4.6
    throw_talon: bool = True  # 2.5 rule 3
    american_aid: bool = True  # 4.7
    aid_whists_per_point: PositivePoints = 10  # 4.7
    pool_target: PositivePoints | None = 20  # 4.7
    end_condition: EndText = EndCondition("all_pools_closed")  # 4.10
    finish_round: bool = False  # 4.10
    pool_settlement: SettlementText = PoolSettlement("average", 10)  # 4.11
    rounding: Rounding = Rounding.COMBINED  # 4.11
    dealer_rotation: DealerRotation = DealerRotation.ALWAYS  # AM-35
    whist_price: WhistPrice = Decimal(1)  # 4.11

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Check the consistency rules of section 5, and the assumptions of the other sections."""
        bar = self.raspasy_exit_bar
        faults = {
            "aid_needs_target": self.american_aid and self.pool_target is None,
            "closed_pools_need_aid": self.end_condition.kind == "all_pools_closed"
            and not self.american_aid,
            "dealer_needs_open_talon": self.dealer_takes_part
            and self.raspasy_talon is RaspasyTalon.CLOSED,
            "bar_starts_at_six": bar[:1] != (6,),
            "bar_never_falls": list(bar) != sorted(bar),
            # 4.7: capped pools would never reach it
            "sum_beyond_pools": self._is_beyond_pools("pool_sum", self.players),
            "pool_beyond_target": self._is_beyond_pools("every_pool", 1),
            # 3.5: the halves written by two equal players are whole only without the dealer
            "least_takes_is_rostov": self.rostov_raspasy is RostovRaspasy.LEAST_TAKES
            and (self.mountain_mode is MountainMode.MOUNTAIN or self.dealer_takes_part),
            # 2.11 rule 4: its player sees the dummy from the first trick on
            "dummy_lies_open": self.players == 2
            and ExposureMoment.AFTER_FIRST_TRICK
            in (self.open_whist_exposure, self.misere_exposure),
        }
        for reason, is_so in faults.items():
            if is_so:
                raise rules.BadRules(reason)
        return self

    def _is_beyond_pools(self, kind: str, pools: int) -> bool:
        """Return True if the end is above the sum of ``pools`` pools that aid caps at target."""
        target, end = self.pool_target, self.end_condition
        if not self.american_aid or target is None or end.kind != kind:
            return False
        return not end.reached_by(target * pools, self.players)

    @property
    def has_amnesty(self) -> bool:
        """Amnesty (3.5); "auto" is yes, unless a resting dealer would gain or lose by it."""
        if self.raspasy_amnesty == "auto":
            return self.players < 4 or self.dealer_takes_part
        return self.raspasy_amnesty

    @property
    def dealer_takes_part(self) -> bool:
        """True if four play and the talon cards are the dealer's in raspasy (3.4)."""
        return self.players == 4 and self.raspasy_dealer_4p is RaspasyDealer.PARTICIPATES

    @property
    def throws_in(self) -> bool:
        """True if two players deal again after both have passed (2.11 rule 6)."""
        return self.players == 2 and self.two_handed_all_pass is TwoHandedAllPass.REDEAL
