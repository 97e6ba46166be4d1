"""``python -m bot verify``: every stored game audited, on a copy, while the bot may go on playing.

A copy, because the audit wants one state of the whole file and may have to bring an older layout
up to date; the file itself is only read.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from bot.store import Store, backup
from bot.tables.audit import Difference, differences

_EVERY = 1000  # games between two words about how far it has come


async def verify(
    path: Path, found: Callable[[Difference], None], progress: Callable[[int, int], None]
) -> int:
    """Audit the games in a file; how many there were.

    ``found`` hears of every difference, ``progress`` now and then how many of how many games are
    done.  Raises StoreError when there is no such file or it cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="preferans-verify-") as folder:
        copy = Path(folder) / "games.db"
        backup(path, copy)
        async with Store.session(copy, now=0) as store:
            games = await store.lists.game_ids()
            for done, game_id in enumerate(games, start=1):
                log = await store.lists.log_of(game_id)
                assert log is not None  # nobody else writes to the copy
                for difference in differences(log):
                    found(difference)
                if not done % _EVERY:
                    progress(done, len(games))
            return len(games)
