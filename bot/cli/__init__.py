"""Commands for hosts and developers, beside running the bot.

``doctor``: checks of everything a host can set up wrong.
``playground``: the bot in a simulated Discord.
``storage``: backup, restore, archive, move and export of stored games.
``verify``: replays and audits every stored game.
"""
