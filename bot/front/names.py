"""Display names: those of users as last seen, made safe to show; those of robots by seat."""

import discord

from bot.engine.cards import Seat
from bot.render.names import safe_name
from bot.render.words import Words
from bot.store import Store


class NameCache:
    """Cache of user names."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._names: dict[int, str] = {}
        self._forget_count = 0  # a counter: earlier reads may be outdated
        self.rename_count = 0  # a counter of changed names, for caches

    async def remember(self, user: discord.User | discord.Member) -> None:
        """Store a player's display name; bots see members only when they act."""
        name = user.display_name
        if self._names.get(user.id) == name:
            return
        forgotten = self._forget_count
        await self._store.preferences.set_name(user.id, name)
        if forgotten == self._forget_count:
            self._names[user.id] = name
        self.rename_count += 1

    async def name_of(self, user_id: int) -> str:
        """Return the safe name of a user; four digits for an unknown one."""
        if (name := self._names.get(user_id)) is None:
            forgotten, person = self._forget_count, await self._store.preferences.person(user_id)
            name = self._names.get(user_id, person.name or "")  # one seen meanwhile is newer
            if forgotten == self._forget_count:
                self._names[user_id] = name
        return safe_name(name or f"{user_id % 10000:04}")

    def forget(self, user_id: int) -> None:
        """Drop a user from the cache after the store has erased them."""
        self._forget_count += 1
        self._names.pop(user_id, None)
        self.rename_count += 1


def forgotten_name(words: Words) -> str:
    """Return the name shown for a user whose data was deleted."""
    return words.say("player.forgotten")


def robot_name(seat: Seat, words: Words) -> str:
    """Return the name of the robot on a seat."""
    return words.say(f"robot.{seat}")
