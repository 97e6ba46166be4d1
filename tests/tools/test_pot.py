"""The template for translators has every text, its place in the code, and examples."""

import io

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tests.support.catalogues import entries, facts_in
from tools import pot

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def template() -> Catalog:
    """Return the template as a translator reads it."""
    file = io.BytesIO()
    write_po(file, pot.template(), width=100)
    return read_po(io.BytesIO(file.getvalue()))


def comments_of(template: Catalog, key: str) -> list[str]:
    """Return the comments of an entry; a long one continues on the next line."""
    message = template[key]
    assert message is not None
    return message.auto_comments


def test_it_has_all_keys_and_no_text(template: Catalog) -> None:
    keys = [m.id if isinstance(m.id, str) else m.id[0] for m in template if m.id]
    assert keys == list(entries("en"))
    assert not any(form for message in template if message.id for form in pot.texts_of(message))


def test_a_text_tells_its_screen_and_its_facts(template: Catalog) -> None:
    assert comments_of(template, "result.tricks") == [
        "English: {n} trick | {n} tricks",
        "Screen: russian-drawn, sochi-3-remise: the result",
        "{n}: 6",
    ]


def test_a_text_that_no_screen_shows_is_described(template: Catalog) -> None:
    assert any(line.startswith("Typed by players") for line in comments_of(template, "said.game"))
    assert any(line.startswith("Like about.") for line in comments_of(template, "about.leningrad"))


def test_every_placeholder_has_an_example(template: Catalog) -> None:
    for key, english in entries("en").items():
        facts = set[str]().union(*map(facts_in, english))
        told = comments_of(template, key)
        assert {fact for fact in facts if not any(f"{{{fact}}}: " in one for one in told)} == set()
