"""Detection of damage: what is stored must be what was written.

``hash_chain``: the link of each log line.
``checksums``: a hash of each row, maintained by triggers.
``play_totals``: running totals of reviewed deals, which triggers maintain.
``verification``: compares stored games with their chain, and rows with their checksums.
``guard``: verification on read, base of aggregate queries, background check of history.
"""
