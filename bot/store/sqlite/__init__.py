"""The SQLite backend: everything specific to SQLite and to files.

``connection``: the connection, its SQL dialect, its errors translated, the file it has open; the
SQL functions, checksum triggers and the view it defines.
``migration``: schema migrations, schema hash, checked copies.
``startup``: opening a file with the checks that cannot wait, and all others in the background;
SQLite version, disk space.
``lock_file``: one process per file, by locks of the operating system, and how it was left.
``restoring``: crash-safe replacement of the file by a copy, without the users erased since.
"""
