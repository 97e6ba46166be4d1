"""Languages and names: Russian for a person and for a server, hostile names."""

import re
from pathlib import Path

import pytest

from bot.engine.deal import Stage
from tests.support.room import Room, controls, evening, words_of

pytestmark = pytest.mark.slow  # whole evenings

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LATIN_WORD = re.compile(r"[A-Za-z]{3,}")


def latin_words(text: str) -> set[str]:
    """Return English words left in a Russian text, except tiles, times and commands."""
    text = re.sub(r"<a?:\w+:\d+>|<t:\d+:\w>|<[#@]\d+>|</[^>]*>|`[^`]*`", " ", text)
    return set(LATIN_WORD.findall(text))


async def test_a_person_speaks_russian(room: Room) -> None:
    """Their private screens are Russian, the public ones are not."""
    ana, boris = room.person("Ана"), room.person("Boris")
    await room.command(ana, "pref me")
    await room.press(ana, "me language ru")
    assert CYRILLIC.search(words_of(ana.private))
    await room.seated(ana, boris, robots=1, clock="none", target=20)
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    await room.press(ana, "hand", room.message())
    await room.press(boris, "hand", room.message())
    assert latin_words(words_of(ana.private)) <= {"Boris"}
    assert not CYRILLIC.search(words_of(boris.private).replace("Ана", ""))
    assert not CYRILLIC.search(words_of(room.message()).replace("Ана", ""))
    await room.command(ana, "pref me")
    await room.press(ana, "me language -")
    assert not CYRILLIC.search(words_of(ana.private))


async def test_a_language_that_discord_does_not_know_is_chosen(room: Room) -> None:
    """Serbian in Cyrillic letters, over the Croatian that Discord reports for them."""
    ana = room.person("Ана", locale="hr")
    await room.command(ana, "pref me")
    assert "Tvoje postavke" in words_of(ana.private)
    await room.press(ana, "me language sr_Cyrl")
    assert "Твоја подешавања" in words_of(ana.private)


async def test_serbian_is_offered_once_and_quietly(room: Room) -> None:
    """To the person who opens a Serbian table, in both scripts; Discord has no Serbian setting."""
    ana, boris, vera = room.person("Ana"), room.person("Boris", locale="hr"), room.person("Vera")
    offer = {"me language sr", "me language sr_Cyrl"}
    await room.open_table(ana, rules="sochi")
    assert ana.private is None  # a Russian table: nobody is asked
    await room.open_table(ana, rules="serbian")
    assert {one.text for one in controls(ana.private)} == offer
    assert words_of(ana.private).startswith("-# Bot može da ti govori srpski")
    await room.press(ana, "me language sr_Cyrl")
    assert "Твоја подешавања" in words_of(ana.private)
    await room.open_table(boris, rules="slovenian")
    assert {one.text for one in controls(boris.private)} == {"me language sl"}
    for who in (ana, boris):  # chosen, or let pass: never again
        who.private = None
        await room.open_table(who, rules="serbian")
        assert who.private is None
    await room.command(vera, "pref me")
    await room.press(vera, "me language en")
    vera.private = None
    await room.open_table(vera, rules="serbian")
    assert vera.private is None


@pytest.mark.sampled(suite=2)
@pytest.mark.slow
@pytest.mark.parametrize("preset", ["sochi", "croatian", "serbian", "viennese", "austrian"])
async def test_a_server_speaks_russian(room: Room, preset: str) -> None:
    """A whole deal: not one English word anywhere."""
    marta = room.manager("Марта")
    ana, boris = room.person("Аня", locale="ru"), room.person("Боря", locale="ru")
    await room.command(marta, "pref server")
    await room.press(marta, "server page look")
    await room.press(marta, "server page look")
    await room.press(marta, "server language ru")
    await room.seated(ana, boris, robots=1, clock="normal", target=20, rules=preset)
    await room.start(ana)
    await room.play_until(lambda room: room.game().carry.number == 1)
    for what in ("score", "last", "more"):
        await room.press(ana, what, room.message())
        assert latin_words(words_of(ana.private)) == set(), what
    for name in ("pref help", "pref rules", "leaderboard", "pref history", "pref me"):
        await room.command(ana, name)
        # the glossary gives the names of the original documents in brackets
        said = re.sub(r"\([^)]*\)", "", words_of(ana.private)) if name == "pref help" else None
        assert latin_words(said or words_of(ana.private)) <= {"Discord"}, name
    public = [
        words_of(message)
        for place in (room.channel, room.place())
        for message in room.public(place)
        if not message.content
    ]
    assert latin_words("\n".join(public)) == set()
    labels = [c.label for c in controls(room.message())]
    assert latin_words(" ".join(labels)) == set()


async def test_discord_speaks_russian(tmp_path: Path) -> None:
    """Without a setting, Discord's own locale of the user and the server counts."""
    async with evening(tmp_path, locale="ru") as room:
        ana, bob = room.person("Аня", locale="ru"), room.person("Bob", locale="en-GB")
        await room.seated(ana, bob, robots=1, clock="none")
        await room.start(ana)
        await room.skip_to(Stage.AUCTION)
        for who in (ana, bob):
            await room.press(who, "hand", room.message())
        assert CYRILLIC.search(words_of(room.message()))
        assert CYRILLIC.search(words_of(ana.private))
        assert not CYRILLIC.search(words_of(bob.private).replace("Аня", ""))


async def test_an_unknown_locale_is_english(room: Room) -> None:
    hana = room.person("Hana", locale="ja")
    await room.open_table(hana)
    await room.command(hana, "pref help")
    assert latin_words(words_of(hana.private))


HOSTILE = [
    "**bold** __under__",
    "@everyone",
    "<@123456789012345678>",
    "# Heading",
    "> quote `code` ```",
    "||spoiler|| ~~strike~~",
    "[link](https://example.com)",
    "⟦KS⟧ ⟦AH⟧",
    "<:king_of_spades:123456789012345678>",
    "line\nbreak\r\n-# small",
    "\u202eevil\u200b\u2066",
    "Z̷̡̧̛a̸̢͠l̵̨̛g̷̢͝o̸͇͠" * 4,
    "\u3164",
    "x" * 32,
    "%s {name} {0} \\",
    "🂡🃏👩‍👩‍👧‍👦",
    "pref:a:1:1:play KS",
]


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(HOSTILE), 3))
async def test_hostile_names(room: Room, start: int) -> None:
    """Three at a time through a deal: no mention, no markup, no broken screen."""
    people = [room.person(name[:32]) for name in (HOSTILE * 2)[start : start + 3]]
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.play_to(Stage.PLAY, cards=1)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    for name in ("leaderboard", "pref score", "pref last"):
        await room.command(people[0], name)
    await room.next_deal()
    await room.play_to(Stage.AUCTION)
    said = room.public_words()
    assert "@everyone" not in said
    assert "<@" not in said
    assert "https://" not in said
    # no name can make a tile: each tile in the text is a real emoji
    known = {str(emoji.id) for emoji in room.bot.parts.assets.tiles.values()}
    assert set(re.findall(r"<:\w+:(\d+)>", said)) <= known
    for person in people:
        assert person.name in said or person.name.replace("\\", "") in said
