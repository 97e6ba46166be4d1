"""Short messages: a refusal, trouble with a table, the reminder of whose turn it is."""

from bot.analysis.claims import Line
from bot.render.facts import TableFacts
from bot.render.parts import lines, text_blocks, tiles
from bot.render.screen import Screen, Tone
from bot.render.words import Words


def alert_screen(text: str, tone: Tone = Tone.ALARM, game: int = 0) -> Screen:
    """One short text without buttons."""
    return Screen(game, 0, tone, text_blocks(text))


def frozen_screen(game: int, words: Words) -> Screen:
    """The public message of a table whose log cannot be continued."""
    body = lines(f"### {words.say('board.frozen')}", words.say("alert.frozen", game=game))
    return alert_screen(body, Tone.ALARM, game)


def proof_note(line: Line, name: str, words: Words) -> str:
    """Why an offer was accepted at once; with the cards of a plan that everybody may see."""
    if line.given_up:
        return words.say("alert.given_up", name=name)
    if not line.cards:
        return words.say("alert.proven", name=name)
    return words.say("alert.proven_line", name=name, cards=tiles(line.cards))


def reminder(words: Words, mention: str, facts: TableFacts) -> str:
    """The one line that mentions the player who is awaited."""
    key = "alert.reminder" if facts.deadline is None else "alert.reminder_until"
    when = "" if facts.deadline is None else f"<t:{facts.deadline}:R>"
    return words.say(key, mention=mention, when=when)
