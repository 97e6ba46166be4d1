"""Detection of damage: what is stored must be what was written.

``hash_chain``: the link of each log line.
``checksums``: a hash of each row, maintained by triggers.
``robot_totals``: running totals of the robots, which triggers maintain.
``verification``: compares stored games with their chain, and rows with their checksums.
``guard``: verification on read, base of aggregate queries, background check of history.
"""
