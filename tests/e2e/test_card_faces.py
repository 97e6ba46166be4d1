"""The faces of cards: by the table's rules, the server's setting, the reader's own."""

import re

from bot.model.enums import CardFaces
from bot.render.paper.tile_names import TILE_CODES, TILE_NAMES, tile_name
from tests.support.room import Message, Person, Room, words_of


def faces_of(message: Message | None) -> set[CardFaces]:
    """Return the faces of a message's cards; each of its tiles is one that Discord knows."""
    assert message is not None
    shown = set(re.findall(r"<?:(\w+):\d+>|'name': '(\w+)'", str(message.components)))
    named = {one or other for one, other in shown} & TILE_NAMES
    assert named
    return {
        faces for faces in CardFaces if named <= {tile_name(code, faces) for code in TILE_CODES}
    }


async def chosen(room: Room, who: Person, command: str, press: str) -> None:
    await room.command(who, command)
    await room.press(who, press, who.private)


async def test_a_table_shows_the_cards_it_is_played_with(room: Room) -> None:
    """German ones at a Croatian table; the server's setting counts more, the reader's most."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, rules="croatian", clock="none")
    await room.start(ana)
    assert faces_of(await room.hand(ana)) == {CardFaces.GERMAN}
    await chosen(room, boris, "pref me", "me faces cyrillic")
    assert faces_of(await room.hand(boris)) == {CardFaces.CYRILLIC}
    marta = room.manager()
    await chosen(room, marta, "pref server", "server page look")
    await room.press(marta, "server faces french")
    await room.press(ana, "hand", room.message())
    assert faces_of(ana.private) == {CardFaces.FRENCH}
    await chosen(room, boris, "pref me", "me faces -")
    assert faces_of(await room.hand(boris)) == {CardFaces.FRENCH}
    await chosen(room, vera, "pref me", "me faces four")
    assert faces_of(await room.hand(vera)) == {CardFaces.FOUR}


async def test_an_open_hand_changes_its_cards_at_once(room: Room) -> None:
    """Its language too; nobody has to move first."""
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, clock="none")
    await room.start(ana)
    hand, other = await room.hand(boris), await room.hand(vera)
    assert faces_of(hand) == faces_of(other) == {CardFaces.FOUR}
    await chosen(room, boris, "pref me", "me faces german")
    assert faces_of(hand) == {CardFaces.GERMAN}
    await room.press(boris, "me language de", boris.private)
    assert "Deine Ansage" in words_of(hand)
    assert faces_of(other) == {CardFaces.FOUR}
