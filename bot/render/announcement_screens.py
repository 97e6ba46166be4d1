"""Short screens and texts: refusals, trouble with a table, turn notifications."""

from bot.analysis.claim_proofs import OfferProof
from bot.model import enums, refusals
from bot.render.formatting import bold, card_tiles, command_button, join_lines, text_blocks
from bot.render.screen import ButtonRow, Screen, Style, Tone, escaped_text
from bot.render.words import Words
from bot.ui_commands.play_commands import AcceptInvitation, ReturnToSeat, ShowHand


def alert_screen(text: str, tone: Tone = Tone.ALARM, game: int = 0) -> Screen:
    """Return a screen of one short text without buttons."""
    return Screen(game, 0, tone, text_blocks(text))


def refusal_screen(text: str, game: int, words: Words) -> Screen:
    """Return a refusal for a player of a running match, with the way back to the hand."""
    back = ButtonRow((command_button(words, "to_hand", ShowHand()),))
    return Screen(game, 0, Tone.ALARM, (*text_blocks(text), back))


def return_screen(game: int, words: Words) -> Screen:
    """Tell a player who has left that the seat is still theirs, with a button to return."""
    back = ButtonRow((command_button(words, "back", ReturnToSeat(), Style.GOOD),))
    text = words.refusal(refusals.Refusal.HAS_LEFT)
    return Screen(game, 0, Tone.ALARM, (*text_blocks(text), back))


def lobby_call_screen(game: int, text: str, link: str, words: Words) -> Screen:
    """Return the announcement of a lobby, with a link and a button to join."""
    where = words.say("alert.where", link=link)
    join = ButtonRow((command_button(words, "join", AcceptInvitation(), Style.GOOD),))
    return Screen(game, 0, Tone.WAITING, (*text_blocks(join_lines(text, where)), join))


def frozen_screen(game: int, words: Words) -> Screen:
    """Return the public message of a table whose log cannot be continued."""
    body = join_lines(f"### {words.say('board.frozen')}", words.say("alert.frozen", game=game))
    return alert_screen(body, Tone.ALARM, game)


def proof_note(line: OfferProof, name: str, words: Words) -> str:
    """Explain why an offer was accepted at once, with the cards of a public line of play."""
    if line.is_trivial:
        return words.say("alert.given_up", name=name)
    if not line.cards:
        return words.say("alert.proven", name=name)
    return words.say("alert.proven_line", name=name, cards=card_tiles(line.cards))


def ruling_text(kind: enums.RulingKind, deal: int, reason: str, words: Words) -> str:
    """Return a manager's decision about a deal as a sentence, with its reason if there is one."""
    said = capitalised(words.say(f"ruling.{kind}", deal=deal))
    return words.say("ruling.reason", said=said, reason=escaped_text(reason)) if reason else said


def capitalised(text: str) -> str:
    """Return the text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def mention_text(words: Words, why: enums.NotifyReason, mention: str, deadline: int | None) -> str:
    """Return the line that mentions a player at their table; ``deadline`` in unix seconds."""
    return words.say(_notification_key(why, deadline), mention=mention, when=f"<t:{deadline}:R>")


def direct_message_text(
    words: Words, why: enums.NotifyReason, server: str, link: str, deadline: int | None
) -> str:
    """Return the direct message for a player elsewhere, with a link to the table."""
    key = f"{_notification_key(why, deadline)}.direct"
    return words.say(key, server=bold(server), link=link, when=f"<t:{deadline}:R>")


def _notification_key(why: enums.NotifyReason, deadline: int | None) -> str:
    if why is enums.NotifyReason.START:
        return "alert.begins"
    return "alert.reminder" if deadline is None else "alert.reminder_until"
