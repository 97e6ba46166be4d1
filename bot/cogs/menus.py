"""The menus of a message and of a user, which Discord opens with a right click or a long press."""

from discord import Interaction, Member, Message, User, app_commands

from bot.discord_ui.app_setup import localized
from bot.discord_ui.handlers import InteractionHandler, menu_handlers
from bot.features.deals import message_deals
from bot.ui_commands.server_commands import ShowProfile


def context_menus(handler: InteractionHandler) -> tuple[app_commands.ContextMenu, ...]:
    """Return the menus, which work on servers alone."""

    async def replay(interaction: Interaction, message: Message) -> None:
        await handler.run_typed(
            interaction, lambda context: message_deals.replay_posted_deal(context, message)
        )

    async def analyse(interaction: Interaction, message: Message) -> None:
        await handler.run_typed(
            interaction, lambda context: menu_handlers.analyse_message(context, message)
        )

    async def profile(interaction: Interaction, user: User | Member) -> None:
        await handler.run_command(interaction, ShowProfile(user.id))

    async def invite(interaction: Interaction, user: User | Member) -> None:
        await handler.run_typed(
            interaction, lambda context: menu_handlers.invite_to_own_table(context, user.id)
        )

    named = (
        (localized("Replay", "menu.replay"), replay),
        (localized("Post-mortem", "menu.analyse"), analyse),
        (localized("Profile", "menu.profile"), profile),
        (localized("Invite to my table", "menu.invite"), invite),
    )
    on_servers = app_commands.AppCommandContext(guild=True)
    return tuple(
        app_commands.ContextMenu(name=name, callback=callback, allowed_contexts=on_servers)
        for name, callback in named
    )
