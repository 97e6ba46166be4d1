"""Screens that belong to no table.

help_screens.py      help for the present moment of a table, and general help by topic
settings_screens.py  settings of a server and of a user, the offer of a language, and a user's
                     stored data: summary, export, deletion
table_lists.py       finished games, a user's open tables, a server's weekly tables
"""
