"""Tables: one game's lock, state and version, and the only writer of its log (design section 5).

Whatever happens to a table is a pure function of ``changes`` or ``moves``, and one transaction:
``await table.change(changes.join, user_id)``.  Save, then tell.  When in doubt, forget and reload.
"""

from bot.tables.services import Decks, Services
from bot.tables.table import Table
from bot.tables.tables import Tables

__all__ = ["Decks", "Services", "Table", "Tables"]
