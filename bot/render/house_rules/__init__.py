"""House rules as text and screens.

rule_text.py      titles, values and groups of options; differences from a preset; share codes
rules_screens.py  the rules of a table, their choice in the lobby, the saved sets of a server
"""
