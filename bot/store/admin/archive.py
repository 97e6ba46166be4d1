"""Archive of old games: all their lines in one row each (bot/store/packing.py).

Nothing is lost: archived games are still read, replayed, verified and anonymised. Each game is
packed in its own transaction, which verifies the hash chain again from the packed row.
"""

from typing import Final

from bot.store.access import Access
from bot.store.database import Database, Row
from bot.store.errors import GameDamaged
from bot.store.integrity.verification import find_chain_fault
from bot.store.packing import PackedLine

_PACKABLE: Final = (  # the lines to pack: no decks, no take-backs, nothing of an open deal
    "game_id = ?1 AND version <= (SELECT max(last_version) FROM deal WHERE game_id = ?1)"
    " AND text NOT LIKE 'deck %' AND text NOT LIKE 'takeback %'"
)
_OLD: Final = (
    "SELECT game_id FROM game WHERE ended_at < ? AND seal IS NOT NULL"
    " AND EXISTS (SELECT 1 FROM deal WHERE deal.game_id = game.game_id)"
    " AND game_id NOT IN (SELECT game_id FROM archive) ORDER BY game_id"
)
_LINES: Final = (
    f'SELECT version, deal, seat, text, "by", at, link FROM line WHERE {_PACKABLE} ORDER BY version'  # noqa: S608
)
_PACK: Final = "INSERT INTO archive (game_id, lines, link) VALUES (?, ?, ?)"
_DROP: Final = f"DELETE FROM line WHERE {_PACKABLE}"  # noqa: S608


class Archive(Access):
    """Packing of old games. StorageTrouble from all."""

    async def unpacked_games(self, before: int) -> tuple[int, ...]:
        """Return undamaged, unpacked games with a scored deal that ended before that time."""
        return tuple(int(row[0]) for row in await self._rows(_OLD, before))

    async def pack(self, game_id: int) -> None:
        """Move the lines of a finished game into one row.

        GameDamaged, with nothing changed, if the game fails verification before or after packing.
        """
        async with self._snapshot() as db:
            await self._verify_game(db, game_id)
        await self._write(lambda db: _pack(db, game_id))

    async def shrink(self) -> None:
        """Return free pages to the disk, if there are many."""
        async with self._connection() as db:
            await db.shrink()


async def _pack(db: Database, game_id: int) -> None:
    rows = await db.fetch(_LINES, (game_id,))
    if not rows:
        return
    await db.fetch(
        _PACK, (game_id, db.dialect.pack([_without_link(row) for row in rows]), rows[-1][-1])
    )
    await db.fetch(_DROP, (game_id,))
    if await find_chain_fault(db, game_id):
        raise GameDamaged(game_id)


def _without_link(row: Row) -> PackedLine:
    """Return the line without its link, which can be recomputed."""
    version, deal, seat, text, by, at, _ = row
    return version, deal, seat, text, by, at
