"""Reads and writes by subject.

``stored_games``: games to resume, logs, lists of games.
``reviews``: reviews of closed deals.
``rulings``: reports of deals, and managers' decisions about them.
``sent_notifications``: turn notifications and their messages, events in the lists of servers.
``leaderboards``: past games, rankings, and the roles given as titles.
``recaps``: moments and sums of a season or a year.
``player_statistics``: totals of players and robots.
``preferences``: settings of servers, users and the bot, and a server's named house rules.
``weekly_schedule``: tables that open every week.
``problem_attempts``: practice and daily problems.
"""
