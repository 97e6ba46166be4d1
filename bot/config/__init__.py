"""Configuration of a process.

``settings``: the environment variables of the host, as one frozen value.
``database_url``: PostgreSQL addresses, and whether they can work.
"""
