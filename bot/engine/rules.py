"""What a table plays: a family, the preset it started from, and the options in full.

Options are frozen when the first card is dealt; the whole set is stored with the game, so a
preset that changes later changes no running game.
"""

from enum import StrEnum
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from bot.engine.cards import Seat


class Claims(StrEnum):
    """Whether a player may propose how the remaining tricks are split."""

    OFF = "off"
    BY_CONSENT = "by_consent"


class TricksShown(StrEnum):
    """Which finished tricks may be looked at while the deal is played."""

    ALL = "all"
    LAST = "last"  # the others are turned down, until the deal is scored


class TakingBack(StrEnum):
    """Whether a player may take his last act back (rules/README.md, Taking back)."""

    OFF = "off"
    ASK = "ask"  # everybody has to agree
    FRIENDLY = "friendly"  # the same; free at a friendly table while nobody has acted since


class Options(BaseModel):
    """The options every family has; each family extends them.

    An impossible mixture is refused by the family's own validators with BadRules.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    players: Literal[2, 3, 4] = 3
    claims: Claims = Claims.BY_CONSENT
    take_back: TakingBack = TakingBack.ASK
    reveal_after_deal: bool = True
    tricks_shown: TricksShown = TricksShown.ALL
    stake_label: str = "points"

    @classmethod
    def of(cls, rules: "Rules") -> Self:
        """The options of rules that are known to be of this family."""
        assert isinstance(rules.options, cls)
        return rules.options


class Rules(NamedTuple):
    """One agreed set of rules; ``preset`` is the name the options started from."""

    family: str
    preset: str
    options: Options

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def dummy(self) -> Seat:
        """The place of the third hand where two play, after those of the players; else -1."""
        return 2 if self.players == 2 else -1

    def with_options(self, **changes: object) -> "Rules":
        """The rules with other options.  Raises ValidationError for a value that cannot be."""
        options = self.options.model_dump() | changes
        return self._replace(options=self.options.model_validate(options))
