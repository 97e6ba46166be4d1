"""UI commands that show a table without changing it: its sheet, rules, deals and post-mortems."""

from enum import StrEnum
from typing import Final

from bot.model.codec_fields import choice_field, enum_field, number_field, optional_field
from bot.ui_commands.codec import DEAL, PAGE, TableCommand, ui_command

_MAX_STEP: Final = 99


class DealBoundary(StrEnum):
    """First or last card of a deal in a replay."""

    FIRST = "first"
    LAST = "last"


_STEP: Final = choice_field(
    {
        **{str(step): step for step in range(-1, _MAX_STEP + 1)},
        **{edge.value: edge for edge in DealBoundary},
    }
)


# -- a finished match


@ui_command("match", optional_field("", None, PAGE))
class ShowMatch(TableCommand):
    """Show the course of a match with its deals, by pages from 1; without a page the first one."""

    page: int | None = None


@ui_command("deal", DEAL)
class ShowDeal(TableCommand):
    """Show a scored deal: its auction, its score entries and their reasons."""

    deal: int


@ui_command("code", DEAL)
class TakeDealAlong(TableCommand):
    """Show the code of a scored deal, and the deal as a file."""

    deal: int


@ui_command("replay", DEAL, _STEP, choice_field({"": False, "shared": True}))
class ReplayDeal(TableCommand):
    """Show a scored deal at one of its cards, counted from 0.

    ``shared``: the reader came from a shared deal, not from the match.
    """

    deal: int
    step: int | DealBoundary
    shared: bool = False


@ui_command("share", DEAL, number_field(0, _MAX_STEP))
class ShareDeal(TableCommand):
    """Post a deal at one of its cards for everybody in the channel."""

    deal: int
    step: int


@ui_command("animate", DEAL)
class AnimateDeal(TableCommand):
    """Post a deal as an animation for everybody in the channel."""

    deal: int


# -- the sheet, the tricks, the rules and the post-mortem


class ScorePage(StrEnum):
    """A page of the sheet; old buttons name none."""

    DRAWN = ""
    WORDS = "words"
    CHART = "chart"


@ui_command("score", enum_field(ScorePage))
class ShowScore(TableCommand):
    """Show the sheet: drawn with the payments, in words, or as a chart of the match."""

    page: ScorePage = ScorePage.DRAWN


@ui_command("settlement")
class ShowSettlement(TableCommand):
    """Show the settlement step by step, from the sheet to the payments."""


@ui_command("last")
class ShowLastTrick(TableCommand):
    """Show the last trick and all tricks of the deal."""


@ui_command("words")
class ShowTableInWords(TableCommand):
    """Show all that the picture of the table shows, in words."""


@ui_command("rules", optional_field("", None, PAGE))
class ShowRules(TableCommand):
    """Show the rules of the table, by pages from 1; without a page the first one."""

    page: int | None = None


@ui_command("more")
class ShowMorePage(TableCommand):
    """Show the page of rarely needed commands."""


@ui_command("analyse", DEAL, "line")
class ShowBestLine(TableCommand):
    """Show one optimal line of play for a deal."""

    deal: int


@ui_command("analyse", DEAL, "calls", optional_field("", 1, PAGE))
class ShowCalls(TableCommand):
    """Show a page of what each call of a deal was worth to its player."""

    deal: int
    page: int = 1


@ui_command("analyse", optional_field("", None, DEAL))
class ShowPostMortem(TableCommand):
    """Show the post-mortem of a deal, by default of the newest one."""

    deal: int | None = None


@ui_command("walk", DEAL, "mistake", number_field(-1, _MAX_STEP))
class ShowNextMistake(TableCommand):
    """Show a deal at the first mistake after a card; -1 searches all cards."""

    deal: int
    after: int


@ui_command("walk", DEAL, _STEP)
class StepThroughDeal(TableCommand):
    """Show a deal at one of its cards, counted from 0; -1 is the position before the first card."""

    deal: int
    step: int | DealBoundary
