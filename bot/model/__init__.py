"""Plain values that every room may import.

``values``: the base of classes that only hold values.
``enums``: enums and records of tables, clocks and settings, and the entries of a sheet.
``refusals``: the reasons why a table refuses a request.
``registers``: registers whose entries are imported when they are first asked for.
``codec_fields``: text encoding of single values, and addresses of thinkers.
``leaderboards``: the choice of a leaderboard.
``reviews``: the numbers of a reviewed deal, and their totals.
"""
