"""The PostgreSQL backend.  It imports asyncpg, which is an extra (``fleet``).

Therefore ``bot.store`` imports it only for an address of PostgreSQL.

``connection``: the connection, its SQL dialect, placeholders.
``session``: driver sessions with their parameters, driver errors translated.
``reconnecting``: sessions replaced after a loss, and commits of unknown outcome.
``migration``: schema migrations under a lock, schema hash.
``startup``: opening a database with all checks, its status.
"""
