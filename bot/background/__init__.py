"""Background tasks: everything that moves a table when no user interacts.

The background work of ``bot.features`` is with its feature.

Open first:
    driver.py            draws, deals, robots' moves and the pauses before them, expired clocks,
                         proved offers of tricks
    table_tasks.py       one task per table while it has work, retries, the timer that wakes tables,
                         the clock, and the gate that lets interactions go first
    reviewer.py          reviews every scored deal, and compares it with robots on the same deck
    ruling_writer.py     writes managers' decisions about deals into the logs of their matches
    weekly_tables.py     opens the weekly tables of servers
    downtime.py          gives clocks back the time without a connection to Discord
    data_retention.py    deletes data of old games and of servers without the bot
"""
