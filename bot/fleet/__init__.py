"""A fleet: several processes of the bot, each with the servers of its shards (design section 5).

coordinator: the interface of the fleet, and its single-process form.
leases: the lease on shards, held in PostgreSQL.
acquisition: acquiring the shards and removing dead holders.
schema: the fleet's PostgreSQL schema and connections.
"""
