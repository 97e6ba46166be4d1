"""Short messages: a refusal, trouble with a table, the reminder of whose turn it is."""

from bot.render.facts import TableFacts
from bot.render.parts import lines, text_blocks
from bot.render.screen import Screen, Tone
from bot.render.words import Words


def alert_screen(text: str, tone: Tone = Tone.ALARM, game: int = 0) -> Screen:
    """One short text without buttons."""
    return Screen(game, 0, tone, text_blocks(text))


def frozen_screen(facts: TableFacts, words: Words) -> Screen:
    """The public message of a table whose log cannot be continued."""
    body = lines(f"### {words.say('board.frozen')}", words.say("alert.frozen", game=facts.game))
    return alert_screen(body, Tone.ALARM, facts.game)


def reminder(words: Words, mention: str, facts: TableFacts) -> str:
    """The one line that mentions the player who is awaited."""
    key = "alert.reminder" if facts.deadline is None else "alert.reminder_until"
    when = "" if facts.deadline is None else f"<t:{facts.deadline}:R>"
    return words.say(key, mention=mention, when=when)
