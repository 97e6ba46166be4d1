"""The score sheet and its reasons.

sheet_screens.py   the running sheet, the settlement step by step, and their parts for other screens
deal_results.py    entries of a deal with their reasons, its result by best play
"""
