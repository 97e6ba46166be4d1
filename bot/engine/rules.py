"""The rules of a table: a family, the preset they started from, and all options.

Options are frozen when the first card is dealt; the game stores the whole set, so that a later
change of a preset affects no running game.
"""

from enum import StrEnum
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict

from bot.engine.cards import Seat


class Claims(StrEnum):
    """The option that lets a player propose a split of the remaining tricks."""

    OFF = "off"
    BY_CONSENT = "by_consent"


class TricksShown(StrEnum):
    """The finished tricks that players may look at while the deal is played."""

    ALL = "all"
    LAST = "last"  # the others are turned down, until the deal is scored


class TakingBack(StrEnum):
    """The option that lets a player take back their last action (rules/README.md, Taking back)."""

    OFF = "off"
    ASK = "ask"  # all must agree
    FRIENDLY = "friendly"  # the same; free at a friendly table while nobody has acted since


class Options(BaseModel):
    """The options every family has; each family extends them.

    The family's own validators refuse contradictory options with BadRules.
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
        """Return the options of rules that are known to be of this family."""
        assert isinstance(rules.options, cls)
        return rules.options


class Rules(NamedTuple):
    """One set of rules; ``preset`` is the name of the preset the options started from."""

    family: str
    preset: str
    options: Options

    @property
    def players(self) -> int:
        return self.options.players

    @property
    def dummy(self) -> Seat:
        """The seat of the dummy in a game of two players, after theirs; else -1."""
        return 2 if self.players == 2 else -1

    def with_options(self, **changes: object) -> "Rules":
        """Return the rules with changed options.  Raises ValidationError for an invalid value."""
        options = self.options.model_dump() | changes
        return self._replace(options=self.options.model_validate(options))
