"""/pref fairplay: seals of open tables for everybody, results of pairs for managers."""

import pytest

from bot.features import fair_play
from bot.model.leaderboards import RatedMatch
from bot.model.refusals import Refusal
from bot.store.queries.leaderboards import RatedScope
from tests.features.test_pair_results import match
from tests.support.room import Room, controls, words_of


async def test_the_page_shows_the_seals_of_open_tables(room: Room) -> None:
    """The same digits as under the card, and no seed."""
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.command(boris, "pref fairplay", room.channel)
    assert "fairplay pairs" not in [one.text for one in controls(boris.private)]
    await room.press(boris, "fairplay log", boris.private)
    assert room.say("fair.no_seals") in words_of(boris.private)
    await room.open_table(ana)
    await room.press(boris, "fairplay", boris.private)
    await room.press(boris, "fairplay log", boris.private)
    seal = words_of(boris.private).partition("`")
    (stored,) = room.read("SELECT seed FROM shuffle")
    assert "#1" in words_of(boris.private)
    assert seal[1]
    assert stored["seed"] not in words_of(boris.private)


async def test_results_of_pairs_are_for_managers(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members who hide from lists are in none; a member cannot open the page by its button."""
    marta, ana = room.manager(), room.person("Ana")
    boris, vera = room.person("Boris"), room.person("Vera")
    ids = [ana.id, boris.id, vera.id]

    async def of_year(*_: object) -> list[RatedMatch]:
        pluses = ((40, 40, -80), (60, -20, -40))
        return [match(n, dict(zip(ids, pluses[n % 2], strict=True))) for n in range(12)]

    async def scopes(*_: object) -> tuple[RatedScope, ...]:
        return (RatedScope("russian"),)

    monkeypatch.setattr(fair_play, "_matches_of_a_year", of_year)
    monkeypatch.setattr(room.bot.parts.store.rated_matches, "scopes", scopes)
    await room.command(marta, "pref fairplay", room.channel)
    await room.press(marta, "fairplay pairs")
    page = words_of(marta.private)
    assert page.count(" ± ") == 3 + 1  # three pairs, and the explanation
    assert room.say("fair.pairs.warning", one_in=44, pairs=3) in page
    await room.command(vera, "pref me", room.channel)
    await room.press(vera, "me ranked no", vera.private)
    await room.press(marta, "fairplay", marta.private)
    await room.press(marta, "fairplay pairs")
    assert words_of(marta.private).count(" ± ") == 1 + 1
    await room.command(ana, "pref fairplay", room.channel)
    assert ana.private is not None
    with room.nothing_changes():
        await room.raw((ana, ana.private, "pref:d:0:0:fairplay pairs"))
    assert room.sentence(Refusal.NO_PERMISSION) in words_of(ana.private)
