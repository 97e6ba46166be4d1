"""The score sheet and its reasons.

sheet_screens.py   the running sheet, and the settlement step by step
sheet_blocks.py    parts of several screens: picture, chart, totals table, payments
deal_results.py    entries of a deal with their reasons, its result by best play
"""
