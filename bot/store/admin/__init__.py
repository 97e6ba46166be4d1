"""Maintenance and privacy.

``archive``: packing of old games.
``host_commands``: archive, export and erase commands of the host.
``transfer``: copies everything between SQLite and PostgreSQL.
``user_data``: exports a user's data and erases their identity.
``anonymisation``: automatic deletion after time.
``status``: schema version and signs of life, read from outside.
"""
