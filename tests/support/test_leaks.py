"""A planted leak is found, and permitted knowledge is not reported."""

import asyncio
import base64
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.engine.cards import CARDS_BY_NAME, TABLE_SEAT
from bot.engine.notation import format_action
from bot.model.enums import Clock
from bot.model.values import replace
from bot.presets import rules_text
from bot.render.paper.tile_names import tile_name
from bot.store import Store
from bot.store.records import LogEntry, LogLine, NewGame, SeatHolder
from tests.store.making import SEED
from tests.support.builders import deck, names, rules
from tests.support.leaks import leaks
from tests.support.naming import cards_in
from tests.support.stored import with_layout
from tests.support.witness import SentRequest, Witness

ANA, BORIS, VERA, GUEST = 101, 102, 103, 104
DEAL = "AS KS QS JS AC KC AD KD AH KH | 7S 8S 9S 10S 7C 8C 9C 10C QC JC | ... | 7H 8H"
LINES = [
    (TABLE_SEAT, "dealer 2"),
    (TABLE_SEAT, format_action(deck(DEAL))),
    *[(0, "bid 6D"), (1, "pass"), (2, "pass")],
    *[(0, "discard 7H 8H"), (0, "declare 6D"), (1, "whist"), (2, "pass"), (1, "closed")],
    *[(0, "play AS"), (1, "play 7S"), (2, "play 7D")],
]
OPEN, EXCHANGE, CALLED, PLAYED, FINISHED = 2, 5, 10, 12, 13  # number of lines so far


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game up to the end of the first trick, in a stored file that nobody changes."""
    path = tmp_path_factory.mktemp("leaks") / "bot.db"
    asyncio.run(play_the_first_trick(path))
    return path


async def play_the_first_trick(path: Path) -> None:
    async with Store.session(with_layout(path), now=1) as store:
        people = tuple(
            SeatHolder(seat, user, None, 0, None, 0, False)
            for seat, user in enumerate((ANA, BORIS, VERA))
        )
        agreed = rules_text(rules("sochi"))
        new = NewGame(1, 2, ANA, agreed, Clock.NONE, False, 1, None, people, SEED)
        room = (await store.games.open_game(new)).snapshot
        for version, (seat, line) in enumerate(LINES):
            after = room._replace(row=room.row._replace(version=version + 1))
            await store.games.save(
                room, after, LogEntry(LogLine(version, 1, seat, line, "table", 1))
            )
            room = after


def kept(
    body: Any, viewer: int | None, version: int, path: str = "/channels/2/messages"
) -> SentRequest:
    return SentRequest("POST", path, body, viewer, {1: version})


def shown(cards: str, version: int | None = None) -> dict[str, Any]:
    """Return a message with card tiles, stamped with the version its buttons refer to."""
    tiles = " ".join(f"<:{tile_name(card)}:12345>" for card in cards.split())
    button = [] if version is None else [{"type": 2, "custom_id": f"pref:d:1:{version}:hand"}]
    return {"components": [{"type": 10, "content": tiles}, *button]}


def followed(cards: str, version: int, now: int, *seats: int) -> SentRequest:
    """Return a kibitzer's page drawn from an earlier version; these seats show their hands."""
    request = kept(shown(cards, version), GUEST, now)
    return replace(request, followed=frozenset((1, seat) for seat in seats))


FAIR = {
    "the own hand": kept(shown("AS KH", OPEN), ANA, OPEN),
    "the talon in the exchange": kept(shown("7H 8H", EXCHANGE), None, EXCHANGE),
    "a card played": kept(shown("AS 7S", PLAYED), None, PLAYED),
    "a followed hand": followed("AS KH 7H", CALLED, FINISHED, 0),
    "all hands": followed("AS 7S 7D", CALLED, FINISHED, 0, 1, 2),
    "the own discard": kept(shown("7H 8H", PLAYED), ANA, PLAYED),
    "a bid": kept({"custom_id": "pref:a:1:2:bid 7H"}, None, OPEN),
    "a contract": kept({"content": "Ana plays 7♥"}, None, OPEN),
}

UNFAIR = {
    "a tile for everybody": kept(shown("KH", OPEN), None, OPEN),
    "a tile for an opponent": kept(shown("KH", OPEN), BORIS, OPEN),
    "a tile for a guest": kept(shown("KH", OPEN), GUEST, OPEN),
    "a hand nobody shows": followed("KH", CALLED, FINISHED),
    "another hand than the followed one": followed("8S", CALLED, FINISHED, 0),
    "a followed hand before a trick is finished": followed("KH", CALLED, PLAYED, 0),
    "a followed hand as it is now": followed("KH", FINISHED, FINISHED, 0),
    "the talon too early": kept(shown("7H", OPEN), ANA, OPEN),
    "a tile without a stamp": kept(shown("KH"), None, OPEN),
    "drawn for an older state": kept(shown("AS", OPEN), None, PLAYED),
    "a button's id": kept({"custom_id": "pref:a:1:2:play KH"}, None, OPEN),
    "a discard's id": kept({"custom_id": "pref:a:1:5:discard 7S 8S"}, ANA, EXCHANGE),
    "a marked card": kept({"custom_id": "pref:d:1:5:pick KH"}, VERA, EXCHANGE),
    "a select's value": kept({"options": [{"value": "a:play KH"}]}, None, OPEN),
    "plain text": kept({"content": "K♥"}, None, OPEN),
    "russian text": kept({"content": "К♥"}, None, OPEN),
    "a suggestion": kept({"choices": [{"name": "x", "value": "play KH"}]}, BORIS, OPEN),
    "the deck": kept({"content": format_action(deck(DEAL))}, None, OPEN),
}


@pytest.mark.parametrize("name", FAIR)
async def test_what_one_may_know_is_no_leak(evening: Path, name: str) -> None:
    assert leaks([FAIR[name]], evening) == []


@pytest.mark.parametrize("name", UNFAIR)
async def test_a_planted_leak_is_found(evening: Path, name: str) -> None:
    assert leaks([UNFAIR[name]], evening)


TOLD = {
    "in hex": SEED.hex(),
    "in capitals": SEED.hex().upper(),
    "in base64": base64.b64encode(SEED).decode(),
    "for addresses": base64.urlsafe_b64encode(SEED).decode().rstrip("="),
    "as it is": SEED.decode("latin-1"),
    "as Python writes it": repr(SEED),
    "as a number": str(int.from_bytes(SEED, "big")),
    "its second half": SEED[16:].hex(),
}
RECORD = "game 1\ndeal 1\nseed ...\ndeck 7S 8S KH\n"


@pytest.mark.parametrize("name", TOLD)
async def test_a_planted_seed_is_found(evening: Path, name: str) -> None:
    """It is found in a request to anybody, and in the log; after the match it may be known."""
    request = kept({"content": f"it is {TOLD[name]}."}, ANA, PLAYED)
    assert leaks([request], evening)
    assert leaks([], evening, logged=["fine", f"it is {TOLD[name]}"])
    over = replace(request, ended=frozenset({1}))
    assert leaks([over], evening) == []


async def test_a_deck_is_shown_when_its_seed_may_be_known(evening: Path) -> None:
    request = kept({"content": f"```\n{RECORD}```"}, None, PLAYED)
    assert leaks([request], evening)
    over = replace(request, ended=frozenset({1}))
    assert leaks([over], evening) == []
    beside = kept({"content": f"```\n{RECORD}```and QH"}, None, PLAYED)
    assert leaks([replace(beside, ended=frozenset({1}))], evening)


async def test_only_the_leaking_request_is_named(evening: Path) -> None:
    (found,) = leaks([*FAIR.values(), UNFAIR["plain text"]], evening)
    assert found.startswith(f"request {len(FAIR)}:")
    assert "KH" in found


def test_cards_are_read_in_every_form() -> None:
    body = {
        "a": "<:ten_of_spades:1> ten_of_spadesx, Дама бубён",
        "b": ["play QD", "bid 7H, declare 8C", "К♣ 7♦"],
    }
    assert sorted(names(cards_in(body))) == ["10S", "KC", "QD"]
    assert CARDS_BY_NAME["10S"] in cards_in(body)


class Backend(SimpleNamespace):
    """The part of simcord's backend that the witness uses."""

    def __init__(self, flags: int) -> None:
        clicked = SimpleNamespace(
            user_id=ANA, channel_id=2, source_message_id=9, message_id=9, token="t", ephemeral=False
        )
        message = SimpleNamespace(flags=flags, components=[])
        super().__init__(interactions={5: clicked}, messages={2: {9: message}})


def entry(path: str, body: Any, method: str = "POST") -> SimpleNamespace:
    return SimpleNamespace(method=method, path=path, json=body)


@pytest.mark.parametrize(
    ("path", "body", "flags", "viewer"),
    [
        ("/interactions/5/t/callback", {"type": 4, "data": {"flags": 64}}, 0, ANA),
        ("/interactions/5/t/callback", {"type": 4, "data": {"flags": 32768}}, 64, None),
        ("/interactions/5/t/callback", {"type": 7, "data": {}}, 64, ANA),
        ("/interactions/5/t/callback", {"type": 7, "data": {}}, 0, None),
        ("/interactions/5/t/callback", {"type": 8, "data": {}}, 0, ANA),
        ("/webhooks/1/t/messages/@original", {}, 64, ANA),
        ("/webhooks/1/t/messages/@original", {}, 0, None),
        ("/webhooks/1/t", {"flags": 64}, 0, ANA),
        ("/webhooks/1/t", {"flags": 0}, 64, None),
        ("/channels/2/messages/9", {}, 64, None),
        ("/channels/2/messages", {}, 64, None),
    ],
)
async def test_the_witness_knows_who_sees_a_request(
    evening: Path, path: str, body: Any, flags: int, viewer: int | None
) -> None:
    witness = Witness(Backend(flags), evening)
    witness.append(entry(path, body))
    assert witness.kept[0].viewer == viewer
    assert witness.kept[0].versions == {1: len(LINES)}
