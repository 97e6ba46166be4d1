"""The Discord user interface beside the slash commands.

``app_setup``: sync and translate slash commands, upload tile emojis.
``channels``: channels, threads, lobby messages and permissions of tables; roles of titles.
``components``: custom ids, buttons, selects and modals.
``delivery``: first responses to interactions, private messages, nonces, the limiter of requests.
``event_lists``: scheduled and weekly tables in the servers' lists of events, and their starts.
``failures``: classification of failed requests.
``gateway_events``: servers, channels and threads that disappear or return.
``handlers``: interaction handlers.
``messages``: public messages, live hands, announcements and notifications.
``people``: names, languages and settings of users and servers.
``quotas``: limits per user, server and channel.
``responses``: responses to interactions, and their errors.
``start_times``: typed start times of tables, and times of day; their words in all languages;
time zones, quiet hours.
``table_data``: data that the screens of a table show.
"""
