"""The public messages of a table, from lobby to result, and the pages behind their buttons.

- lobby_screens: the lobby, its menu, its seats, inviting, filling with robots
- board: the running deal, and a table of an event while its deals are closed to others
- result: the last trick, the scored deal, the finished match; a started, closed or void game
- deck_fairness: the sealed deck, the words mixed into it, and its check
- deal_lines: single lines about a deal: auction, absent players, refused claims, take-backs
"""
