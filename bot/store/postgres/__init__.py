"""What is PostgreSQL's own: the connection, its words, its layout.  Imports asyncpg, which is an
extra (``fleet``): only ``bot.store.choosing`` comes here, and only for an address of PostgreSQL.
"""
