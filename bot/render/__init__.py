"""Screens as plain data, rendered from game views; nothing here knows Discord.

- screen: the blocks, buttons and selects of a screen; text from users made safe, and text widths
- screen_data: the records a screen needs beside the view (seats, clock, votes, history)
- words: the languages (data/locales), and cards and calls as text
- formatting: names, cards, tricks, numbers and small tables as text
- announcement_screens: refusals, notices and turn notifications
- paper/: pictures and tiles; families/: the presentation of each family
- rule_text: titles, values and groups of house rules; differences from a preset; share codes
- rules_screens: the rules of a table, their choice in the lobby, the saved sets of a server
- deal_results: entries of a deal with their reasons, its result by best play
- sheet_screens: the running sheet, the settlement step by step, and parts for other screens
- table/, hand/, study/, server/: the screens of each subject

The screens of lessons, problems and rankings are in ``bot.features``.
"""
