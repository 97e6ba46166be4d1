"""Tables: one game's lock, state and version, and the only writer of its log (design section 5).

Everything that happens to a table is a pure function from one state to the next and one
transaction: ``await table.change(changes.join, user_id)``. The table saves first, then notifies;
after a write of unknown outcome it drops its state and reloads.

table: one game, its lock and its newest committed state; games read from the store and replayed;
the store, clock and callbacks of all.
registry: all tables, loaded on first use and found by channel and player.
state: the table as one frozen value, compressed while idle, the checks every change needs, and
the deadlines of moves.
changes: changes around the game (seats, robots, house rules, the start, pauses, the end).
moves: changes that write a line of the log, also managers' decisions about deals after the end, and
the records of a closed deal or match.
voting: proposals and votes.
take_backs: taking an act back.
kibitzing: members without a seat who follow a hand with its player's consent.
leaving: leaving a match, returning, handing a seat over.
"""

from bot.tables.registry import TableRegistry
from bot.tables.table import DeckSource, Table, TableListeners, TableServices

__all__ = ["DeckSource", "Table", "TableListeners", "TableRegistry", "TableServices"]
