"""A card on the table stays in one line with its player's name, however narrow the phone."""

from bot.engine.view import build_view
from bot.render.screen_data import SeatData
from bot.render.table.board import board_screen
from tests.render.walks import CATALOGUE, table_facts, texts
from tests.support.builders import dealt, said
from tests.support.builders import texts as words_of

EN = CATALOGUE.words("en")
DEAL = (
    "7S 10S KS AS 10C JC QC AC JH KH | JS 8C KC QD AD 8H 9H 10H QH AH"
    " | 9S 7C 9C 7D 8D 9D 10D JD KD 7H | 8S QS"
)
SAID = "bid 6S, pass, pass, discard 8S QS, declare 6S, play AS, play JS"


def board(*names: str) -> str:
    """Return the public board after two cards, with the third player asked."""
    seats = tuple(SeatData(name, user) for user, name in enumerate(names, 1))
    game = said(dealt(DEAL), *words_of(SAID))
    return "\n".join(texts(board_screen(build_view(game, None), table_facts(seats=seats), EN)))


def test_short_names_stand_side_by_side() -> None:
    assert "⟦AS⟧ Ana\u2003⟦JS⟧ Boris\u2003▫️ Vera" in board("Ana", "Boris", "Vera")


def test_long_names_have_a_line_each() -> None:
    """A line that is too long breaks before a picture first, and tears a name from its card."""
    long = board("Aleksandra", "Maximilian", "Vera")
    assert "⟦AS⟧ Aleksandra\n⟦JS⟧ Maximilian\n▫️ Vera" in long
