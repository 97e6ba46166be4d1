"""Maintenance and privacy.

``host_commands``: archive, export and erase commands of the host; rotation of backups.
``transfer``: copies everything between SQLite and PostgreSQL; packs old games.
``user_data``: exports a user's data and erases their identity.
``anonymisation``: automatic deletion after time.
``status``: schema version and signs of life, read from outside.
"""
