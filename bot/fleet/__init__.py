"""Many processes of the bot, each with the servers of its shards (design section 5, the fleet).

``fellows`` is what a process asks of the fleet, alone or not; ``leases`` the right to act, held in
PostgreSQL; ``ground`` what of it stands there.
"""
