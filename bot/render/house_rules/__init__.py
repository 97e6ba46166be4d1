"""House rules as text and screens.

rule_text.py      titles, values and groups of options; differences from a preset; game length
share_code.py     house rules as one line to paste, and back
rules_screens.py  the rules of a table, their choice in the lobby, the saved sets of a server
"""
