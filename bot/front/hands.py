"""Live hands: private messages that can still be edited, kept at their table's newest state."""

import logging
import time
from dataclasses import dataclass
from typing import Final

import discord

from bot.front.components import Tiles, layout
from bot.front.facts import Facts
from bot.front.failures import FAILED, PASSING, meaning
from bot.front.languages import Languages
from bot.render.screen import Screen
from bot.tables import Table
from bot.terms import ENDED

log = logging.getLogger(__name__)

_TOKEN_LIFE: Final = 14 * 60  # an interaction token can edit its message for a quarter of an hour


@dataclass(slots=True)
class LiveHand:
    """A private message that can still be edited, and what it shows."""

    interaction: discord.Interaction
    screen: Screen
    born: float

    @property
    def is_live(self) -> bool:
        return time.monotonic() - self.born < _TOKEN_LIFE


class Hands:
    """The newest private message of every player at every table."""

    def __init__(self, facts: Facts, languages: Languages, tiles: Tiles) -> None:
        self._facts = facts
        self._languages = languages
        self._tiles = tiles
        self._live: dict[tuple[int, int], LiveHand] = {}

    def keep(self, game_id: int, interaction: discord.Interaction, screen: Screen) -> None:
        """This player's newest private message; the older one is no longer pushed to."""
        self._live[game_id, interaction.user.id] = LiveHand(interaction, screen, time.monotonic())

    def is_open(self, game_id: int, user_id: int) -> bool:
        """Whether this player has a hand that is kept up to date."""
        hand = self._live.get((game_id, user_id))
        return hand is not None and hand.is_live

    def forget(self, user_id: int) -> None:
        """Nothing is pushed to this person any more."""
        for key in [key for key in self._live if key[1] == user_id]:
            del self._live[key]

    async def push(self, table: Table) -> bool:
        """Draw the newest state into every live hand; False where that is worth another try."""
        keys = [key for key in self._live if key[0] == table.id]
        is_done = True
        for key in keys:
            is_done &= await self._push(table, *key)
        if is_done and table.row.status in ENDED:  # nothing will change any more
            for key in keys:
                self._live.pop(key, None)
        return is_done

    async def _push(self, table: Table, game_id: int, user_id: int) -> bool:
        hand = self._live.get((game_id, user_id))
        if hand is None:
            return True
        # too old, or got up meanwhile, or cannot be read
        if not hand.is_live or table.seat_of(user_id) is None or table.unreadable:
            self._live.pop((game_id, user_id), None)
            return True
        words = await self._languages.of(hand.interaction)
        where = hand.interaction.channel_id
        screen = await self._facts.hand(table, user_id, words, seen_in=where)
        if screen == hand.screen:
            return True
        try:
            await hand.interaction.edit_original_response(
                view=layout(screen, self._tiles, words),
                attachments=[],  # the sheet may have been shown there
                allowed_mentions=discord.AllowedMentions.none(),
            )
            hand.screen = screen
        except FAILED as error:
            if meaning(error) in PASSING:
                return False
            # dismissed or expired: "My hand" on the table brings a new one
            log.debug("a hand of game %s is gone: %s", game_id, error)
            if self._live.get((game_id, user_id)) is hand:
                del self._live[game_id, user_id]
        return True
