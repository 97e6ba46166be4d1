"""The SQLite backend: everything specific to SQLite and to files.

``connection``: the connection, its SQL dialect, its errors translated, the file it has open.
``functions``: SQL functions, checksum triggers and the view each connection defines.
``migration``: schema migrations, schema hash, checked copies.
``startup``: opening a file with the checks that cannot wait.
``file_check``: all other checks, in the background.
``lock_file``: one process per file, by locks of the operating system, and how it was left.
``environment``: SQLite version, disk space.
``restoring``: crash-safe replacement of the file by a copy.
"""
