"""Screens for learning: hints, replays and post-mortems.

hint_screens.py        a hint, or the comparison of one's call: actions, reasons, alternatives
match_screens.py       a finished match, one of its deals, and a deal card by card
postmortem_screens.py  the analysis of a deal: overview, best line, card by card
scored_deal.py         parts of those: the diagram, the state at one card, take-backs
"""
