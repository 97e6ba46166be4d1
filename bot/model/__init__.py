"""Plain values that every room may import.

``enums``: enums and records of tables, clocks and settings.
``refusals``: the reasons why a table refuses a request.
``codec_fields``: text encoding of single values.
``leaderboards``: the choice of a leaderboard.
``postings``: the entries of a sheet.
``reviews``: the numbers of a reviewed deal, and their totals.
"""
