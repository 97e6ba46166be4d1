"""Deals outside their match: /pref deal, *Take along* and *Play again* on every past deal.

deal_screens.py       the page of a deal, and the list of a user's own deals
deal_handlers.py      reads codes, texts and files, and a deal in a message: the menu *Replay*
own_deal_handlers.py  keeps deals under names, takes typed ones, gives matches as files
attempts.py           a deal played again against robots, as values
attempt_screens.py    where to begin, the hand as at a table, the comparison
attempt_handlers.py   stores attempts; robots think in a worker
typed_hands.py        hands as people write them
"""

from typing import Final

from discord import Attachment, Interaction, Message, app_commands
from discord.ext import commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handled_in
from bot.features.feature import Feature
from bot.ui_commands.practice_commands import (
    BeginAttempt,
    ContinueAttempt,
    DropOwnDeal,
    EnterOwnDeal,
    ExportMatch,
    ExportSeason,
    KeepAttempt,
    MarkInAttempt,
    MoveInAttempt,
    NameOwnDeal,
    OpenOwnDeal,
    PlayDealAgain,
    ReadDealFile,
    SetUpAttempt,
    ShowOwnDeals,
)
from bot.ui_commands.view_commands import TakeDealAlong

__all__ = ["DEALS", "open_posted_deal", "open_typed_deal"]

handled_in(
    "bot.features.deals.attempt_handlers",
    *(PlayDealAgain, SetUpAttempt, BeginAttempt, ContinueAttempt, MoveInAttempt, MarkInAttempt),
)
handled_in(
    "bot.features.deals.deal_handlers",
    *(ReadDealFile, TakeDealAlong),
)
handled_in(
    "bot.features.deals.own_deal_handlers",
    *(ShowOwnDeals, OpenOwnDeal, NameOwnDeal, DropOwnDeal, KeepAttempt, EnterOwnDeal),
    *(ExportMatch, ExportSeason),
)


async def open_typed_deal(context: Context, code: str, file: Attachment | None) -> None:
    """Show the deal of a typed code or a file."""
    from bot.features.deals import deal_handlers  # with the first deal

    await deal_handlers.read_typed_deal(context, code, file)


async def open_posted_deal(context: Context, message: Message) -> None:
    """Show the deal that a message names."""
    from bot.features.deals import deal_handlers  # with the first deal

    await deal_handlers.replay_posted_deal(context, message)


class DealCog(commands.Cog):
    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("deal", "command.deal"),
        description=localized("Look at a deal: its code, our text, or a file", "command.deal.help"),
    )
    @app_commands.rename(
        code=localized("code", "command.deal.code"), file=localized("file", "command.deal.file")
    )
    @app_commands.describe(
        code=localized("The code or the text of a deal", "command.deal.code.help"),
        file=localized("Text, JSON, PPN, or a collection of deals", "command.deal.file.help"),
    )
    async def deal(
        self, interaction: Interaction, code: str = "", file: Attachment | None = None
    ) -> None:
        await self.handler.run_typed(
            interaction, lambda context: open_typed_deal(context, code, file)
        )


class OwnDealCog(commands.Cog):
    """/problem deal, which goes with the user."""

    def __init__(self, handler: InteractionHandler) -> None:
        self.handler = handler

    @app_commands.command(
        name=localized("deal", "command.deal"),
        description=localized("Look at a deal: its code, our text, or a file", "command.deal.help"),
    )
    @app_commands.rename(
        code=localized("code", "command.deal.code"), file=localized("file", "command.deal.file")
    )
    @app_commands.describe(
        code=localized("The code or the text of a deal", "command.deal.code.help"),
        file=localized("Text, JSON, PPN, or a collection of deals", "command.deal.file.help"),
    )
    async def deal(
        self, interaction: Interaction, code: str = "", file: Attachment | None = None
    ) -> None:
        await self.handler.run_own(
            interaction, lambda context: open_typed_deal(context, code, file)
        )


DEALS: Final = Feature(pref_parts=(DealCog,), own_parts=(OwnDealCog,))
