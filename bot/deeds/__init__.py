"""What buttons and commands say that is no action of the rules: values, and their notation.

``bot.deeds.table`` has the deeds of one table, ``bot.deeds.server`` those that need none, and
``bot.deeds.notation`` writes and reads both.  The words on the buttons of old messages are these
texts: they may grow, but what stands in a channel keeps its meaning.
"""
