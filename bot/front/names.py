"""What people are called: as they were last seen, safe to show; robots by their seat."""

import discord

from bot.engine.cards import Seat
from bot.render.names import safe_name
from bot.render.words import Words
from bot.store import Store


class Names:
    """Names of users, read once and then remembered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[int, str] = {}
        self._forgotten = 0  # how often: what was read before may be of before
        self.renamed = 0  # how often somebody has been called otherwise than before

    async def remember(self, user: discord.User | discord.Member) -> None:
        """Keep the name under which a player is shown; bots see members only when they act."""
        name = user.display_name
        if self._seen.get(user.id) == name:
            return
        forgotten = self._forgotten
        await self._store.wishes.set_name(user.id, name)
        if forgotten == self._forgotten:
            self._seen[user.id] = name
        self.renamed += 1

    async def of(self, user_id: int) -> str:
        """The safe name of a user; four digits for one who was never seen."""
        if (name := self._seen.get(user_id)) is None:
            forgotten, person = self._forgotten, await self._store.wishes.person(user_id)
            name = self._seen.get(user_id, person.name or "")  # one seen meanwhile is newer
            if forgotten == self._forgotten:
                self._seen[user_id] = name
        return safe_name(name or f"{user_id % 10000:04}")

    def forget(self, user_id: int) -> None:
        """Ask the store again, where nothing is by now."""
        self._forgotten += 1
        self._seen.pop(user_id, None)
        self.renamed += 1


def forgotten_name(words: Words) -> str:
    """What somebody is called whose data was deleted."""
    return words.say("player.forgotten")


def robot_name(seat: Seat, words: Words) -> str:
    """What the robot on a seat is called."""
    return words.say(f"robot.{seat}")
