"""Leagues of a server: rounds of tables that are drawn, opened and scored by themselves.

pairings.py      draws of tables of three and four
formats.py       the Serbian league, the Russian tournament and others: points of a match
league_log.py    lines that are only added, and the state they lead to
standings.py     places, ties, yellow cards
course.py        what is due at a moment
"""
