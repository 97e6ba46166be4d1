"""Interaction handlers: they turn clicks and commands into table changes, and respond with screens.

A button and a command with the same meaning end in the same function.
The handlers of ``bot.features`` register themselves as these do, many with their first command.

``analysis_pages``: hints and post-mortems.
``context``: services, and the context of one interaction.
``interaction_handler``: entry points of all interactions; autocomplete and typed moves.
``lobby_handlers``: opening tables, also every week, seats and invitations.
``match_history``: finished matches and their deals.
``menu_handlers``: the menus of a message and of a user.
``public_posts``: posts on behalf of a user.
``registry``: ``@handles``, and the handler of each UI command; what shows the deals of an event's
table that are not open.
``server_pages``: help, server and user settings; export and erasure of a user's data.
``table_changes``: handlers that change a table, or hand a seat over.
``table_pages``: pages of a table; cutting and verifying its decks; following a hand.
``table_rules``: house rules, presets and share codes.
"""

from bot.discord_ui.handlers import (  # each registers its handlers
    analysis_pages,
    lobby_handlers,
    match_history,
    server_pages,
    table_changes,
    table_pages,
    table_rules,
)
from bot.discord_ui.handlers.interaction_handler import InteractionHandler

__all__ = [
    "InteractionHandler",
    "analysis_pages",
    "lobby_handlers",
    "match_history",
    "server_pages",
    "table_changes",
    "table_pages",
    "table_rules",
]
