"""Short screens and texts: refusals, trouble with a table, turn notifications."""

from bot.analysis.claims import Line
from bot.deeds.lobby import Come
from bot.deeds.table import Back
from bot.refusals import Refusal
from bot.render.parts import bold, deed_button, lines, text_blocks, tiles
from bot.render.screen import Row, Screen, Style, Tone
from bot.render.words import Words
from bot.terms import Occasion


def alert_screen(text: str, tone: Tone = Tone.ALARM, game: int = 0) -> Screen:
    """Return a screen of one short text without buttons."""
    return Screen(game, 0, tone, text_blocks(text))


def left_screen(game: int, words: Words) -> Screen:
    """Tell a player who has left that the seat is still theirs, with a button to return."""
    back = Row((deed_button(words, "back", Back(), Style.GOOD),))
    text = words.refusal(Refusal.HAS_LEFT)
    return Screen(game, 0, Tone.ALARM, (*text_blocks(text), back))


def call_screen(game: int, text: str, link: str, words: Words) -> Screen:
    """Return the announcement of a lobby, with a link and a button to join."""
    where = words.say("alert.where", link=link)
    join = Row((deed_button(words, "join", Come(), Style.GOOD),))
    return Screen(game, 0, Tone.WAITING, (*text_blocks(lines(text, where)), join))


def frozen_screen(game: int, words: Words) -> Screen:
    """Return the public message of a table whose log cannot be continued."""
    body = lines(f"### {words.say('board.frozen')}", words.say("alert.frozen", game=game))
    return alert_screen(body, Tone.ALARM, game)


def proof_note(line: Line, name: str, words: Words) -> str:
    """Explain why an offer was accepted at once, with the cards of a public line of play."""
    if line.given_up:
        return words.say("alert.given_up", name=name)
    if not line.cards:
        return words.say("alert.proven", name=name)
    return words.say("alert.proven_line", name=name, cards=tiles(line.cards))


def mentioning_call(words: Words, why: Occasion, mention: str, deadline: int | None) -> str:
    """Return the line that mentions a player at their table; ``deadline`` in unix seconds."""
    return words.say(_called(why, deadline), mention=mention, when=f"<t:{deadline}:R>")


def direct_call(words: Words, why: Occasion, server: str, link: str, deadline: int | None) -> str:
    """Return the direct message for a player elsewhere, with a link to the table."""
    key = f"{_called(why, deadline)}.direct"
    return words.say(key, server=bold(server), link=link, when=f"<t:{deadline}:R>")


def _called(why: Occasion, deadline: int | None) -> str:
    if why is Occasion.START:
        return "alert.begins"
    return "alert.reminder" if deadline is None else "alert.reminder_until"
