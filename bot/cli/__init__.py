"""The command line: arguments, and the commands for hosts and developers.

``doctor``: checks of everything a host can set up wrong.
``logs``: log lines as text or JSON, without secrets; the end of a process without memory.
``main``: the parser of all commands, and those that start processes.
``playground``: the bot in a simulated Discord, which ``live_simulation`` keeps running.
``storage``: backup, restore, archive, move and export of stored games.
``verify``: replays and audits every stored game, and computes all ratings anew.
"""
