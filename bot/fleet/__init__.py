"""A fleet: several processes of the bot, each with the servers of its shards (design section 5).

coordinator: the interface of the fleet, and its single-process form.
leases: acquiring the shards, removing dead holders, and the lease held in PostgreSQL.
schema: the fleet's PostgreSQL schema and connections.
"""
