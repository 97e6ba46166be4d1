"""Serbian is one language in two scripts: the Cyrillic file is made from the Latin one."""

import pytest

from tests.support.catalogues import entries
from tools import cyrillic


def test_the_cyrillic_file_is_the_one_made_from_the_latin() -> None:
    made = cyrillic.made_of(cyrillic.LATIN)
    assert cyrillic.CYRILLIC.read_text(encoding="utf-8") == made, "make cyrillic"


@pytest.mark.parametrize(
    ("latin", "made"),
    [
        ("Ljubav, Njegoš, džez, đak", "Љубав, Његош, џез, ђак"),
        ("Igra {name}: 7⟦D⟧", "Игра {name}: 7⟦D⟧"),
        ("`/table open` otvara nov sto", "`/table open` отвара нов сто"),
        ("od Discorda", "од Дискорда"),
        ("**Prva ruka** (Vorhand)", "**Прва рука** (Vorhand)"),
    ],
)
def test_what_is_not_serbian_stays(latin: str, made: str) -> None:
    assert cyrillic.cyrillic(latin) == made


def test_the_letters_on_cards_stay() -> None:
    latin, made = entries("sr"), entries("sr_Cyrl")
    for key in (*(f"rank.{rank}.short" for rank in "AKQJ"), "command.open", "language.hr"):
        assert made[key] == latin[key]
