"""Fair decks in a channel: committed, cut by form, published in time, checked without the bot."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.engine.shuffle import commitment, shuffled_deck
from bot.model.refusals import Refusal
from bot.store.queries.stored_games import GameQueries
from bot.store.records import Shuffle
from tests.support.room import Person, Room, controls, evening, words_of
from tests.support.stacked import agreed

pytestmark = pytest.mark.slow

CHECKER = Path(__file__).parents[2] / "docs" / "tools" / "verify_deal.py"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Return a room with decks as outside of tests."""
    async with evening(tmp_path, fair=True) as opened:
        yield opened


@pytest.fixture
def people(room: Room) -> list[Person]:
    return [room.person(name) for name in ("Ana", "Boris", "Vera")]


def sealed(room: Room, deal: int) -> str:
    """Return the line that must be on the card before that deal: eight digits."""
    return room.say("deck.sealed", deal=deal, seal=whole_seal(room, deal)[:8])


def whole_seal(room: Room, deal: int) -> str:
    ((seed,),) = room.read(
        "SELECT seed FROM shuffle WHERE game_id = ? AND deal = ?", room.table, deal
    )
    return commitment(bytes.fromhex(seed), room.table, deal)


def words(room: Room, deal: int) -> str:
    sql = "SELECT words FROM shuffle WHERE game_id = ? AND deal = ?"
    return str(room.read(sql, room.table, deal)[0]["words"])


async def to_result(room: Room, deals: int = 1) -> None:
    """Play until so many deals are scored and the card is posted."""
    await room.skip_until(lambda room: room.game().carry.number >= deals)


def decks_follow(room: Room) -> bool:
    """Check that every deck of the log is made from its seed and its words."""
    stored = room.read("SELECT deal, seed, words FROM shuffle WHERE game_id = ?", room.table)
    made = {
        row["deal"]: shuffled_deck(
            bytes.fromhex(row["seed"]), room.table, row["deal"], row["words"]
        )
        for row in stored
    }
    dealt = room.read("SELECT deal, text FROM line WHERE text LIKE 'deck %'")
    named = {deal: "deck " + " ".join(CARD_NAMES[card] for card in made[deal]) for deal in made}
    return bool(dealt) and all(row["text"] == named[row["deal"]] for row in dealt)


async def record(room: Room, who: Person, **options: object) -> str:
    """Return the record that ``/pref verify`` shows."""
    await room.command(who, "pref verify", **options)
    shown = words_of(who.private)
    found = shown.split("```")[1].strip()
    assert room.say("verify.fair" if "\nword " in found else "verify.uncut") in shown
    return found


async def checked(text: str) -> tuple[int, str]:
    """Run the checker, a process without the bot; return its exit code and its words."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-I", str(CHECKER)],
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode()


# the cut ----------------------------------------------------------------------------------


async def test_the_first_deck_is_sealed_in_the_lobby_and_cut_there(
    room: Room, people: list[Person]
) -> None:
    ana, boris, _ = people
    await room.seated(*people, clock="none", target=20)
    assert sealed(room, 1) in words_of(room.message())
    await room.cut(boris, "  many   blanks ")
    await room.cut(ana, "")
    said = room.say("deck.cut", words="Ana: “1\\-1” · Boris: “many blanks”")
    assert said in words_of(room.message())
    assert words(room, 1) == "1 1-1\n2 many blanks"
    lobby = room.message()
    await room.start(ana)
    (kept,) = (one for one in room.public(room.channel) if one.id == lobby.id)
    assert sealed(room, 1) in words_of(kept)
    assert said in words_of(kept)
    assert decks_follow(room)


async def test_the_card_of_a_deal_seals_the_next_one(room: Room, people: list[Person]) -> None:
    ana, boris, _ = people
    await room.seated(*people, clock="none", target=20)
    await room.start(ana)
    await to_result(room)
    card = room.message()
    assert sealed(room, 2) in words_of(card)
    await room.cut(boris, "second")
    await room.next_deal(ana)
    assert room.stage() is not Stage.BETWEEN
    (kept,) = (one for one in room.public() if one.id == card.id)
    assert sealed(room, 2) in words_of(kept)
    assert "“second”" in words_of(kept)
    assert [one for one in controls(kept) if one.text.startswith("cut")] == []
    assert words(room, 2) == "2 second"
    assert decks_follow(room)


async def test_a_word_that_comes_too_late_is_refused_by_name(
    room: Room, people: list[Person]
) -> None:
    ana, boris, vera = people
    await room.seated(*people, clock="none", target=20)
    lobby = room.message()
    form = await room.press(boris, "cut 1", lobby)
    await room.start(ana)
    with room.nothing_changes():
        await room.sent(boris, form, "too late")
        assert room.sentence(Refusal.CUT_TOO_LATE, deal=1) in words_of(boris.private)
        await room.raw((vera, room.message(), "pref:d:1:0:cut 1"))
        assert room.sentence(Refusal.CUT_TOO_LATE, deal=1) in words_of(vera.private)


async def test_guests_do_not_cut(room: Room, people: list[Person]) -> None:
    guest = room.person("Guest")
    await room.seated(*people, clock="none", target=20)
    with room.nothing_changes():
        await room.raw((guest, room.message(), "pref:d:1:0:cut 1"))
        assert room.sentence(Refusal.NOT_SEATED) in words_of(guest.private)


async def test_forms_open_at_once_and_one_of_an_earlier_process(
    room: Room, people: list[Person]
) -> None:
    ana, boris, vera = people
    await room.seated(*people, clock="none", target=20)
    forms = [await room.press(who, "cut 1", room.message()) for who in people]
    await room.sent(boris, forms[1], "b")
    await room.sent(ana, forms[0], "a")
    seal = sealed(room, 1)
    await room.restart(kill=True)
    assert sealed(room, 1) == seal
    await room.sent(vera, forms[2], "c")
    assert words(room, 1) == "1 a\n2 b\n3 c"
    await room.start(ana)
    assert decks_follow(room)


HOSTILE = [
    "@everyone <@1>",
    "```\ndeck AS",
    "⟦KS⟧ **bold**",
    "a\u202eb\u200bc",
    "x" * 24,
    "/\\#:~|",
]


@pytest.mark.parametrize("typed", [HOSTILE[:3], HOSTILE[3:]], ids=["marks", "signs"])
async def test_a_word_is_shown_as_it_is_hashed(
    room: Room, people: list[Person], typed: list[str]
) -> None:
    """No word a player types may mention, break out of the record, or look like another word."""
    await room.seated(*people, clock="none", target=20)
    for who, word in zip(people, typed, strict=True):
        await room.cut(who, word)
    rows = words(room, 1).splitlines()
    kept = [row.partition(" ")[2] for row in rows]
    assert [row.partition(" ")[0] for row in rows] == ["1", "2", "3"]
    assert not set("".join(kept)) & set("`@<>⟦⟧\u202e\u200b")
    for who, word in zip(people, kept, strict=True):
        await room.cut(who, word)
    assert words(room, 1).splitlines() == rows
    await room.start(people[0])
    await to_result(room)
    shown = await record(room, people[0])
    assert all(f"word {seat} {word}\n" in shown for seat, word in enumerate(kept, 1))


# the check --------------------------------------------------------------------------------


@pytest.mark.process
async def test_the_example_of_the_page_fits() -> None:
    page = (CHECKER.parents[1] / "fairness.md").read_text(encoding="utf-8")
    (example,) = (part for part in page.split("```") if part.startswith("\ngame "))
    assert (await checked(example))[0] == 0
    assert (await checked(example.replace("hello", "Hello")))[0] == 1


def test_the_checker_is_short_and_needs_nothing() -> None:
    source = CHECKER.read_text(encoding="utf-8")
    assert len(source.splitlines()) < 60
    assert "bot" not in {line.split()[1] for line in source.splitlines() if line.startswith("from")}


@pytest.mark.process
async def test_a_published_deck_is_checked_without_the_bot(
    room: Room, people: list[Person]
) -> None:
    ana, boris, _ = people
    await room.seated(*people, clock="none", target=20)
    shown = sealed(room, 1)
    await room.cut(boris, "семёрка 🍀")
    await room.start(ana)
    await to_result(room)
    text = await record(room, boris, deal=1)
    assert shown == room.say("deck.sealed", deal=1, seal=text.split("commitment ")[1][:8])
    assert await record(room, ana) == text
    assert (await checked(text))[0] == 0
    for true, false in (
        ("семёрка", "восьмёрка"),
        ("word 2", "word 1"),
        ("deal 1", "deal 2"),
        ("game 1", "game 2"),
        ("deck ", "deck 7S "),
        ("seed ", "seed 00"),
    ):
        assert true in text
        left, said = await checked(text.replace(true, false, 1))
        assert left == 1
        assert "DIFFERS" in said
    await room.press(boris, "verify 1", room.message())
    assert text in words_of(boris.private)


async def test_a_seed_is_no_sooner_told_than_the_cards(room: Room, people: list[Person]) -> None:
    ana, _, vera = people
    await room.seated(*people, clock="none", target=20)
    told = room.sentence(Refusal.SEED_UNTIL_SCORED, deal=1)
    for stage in (None, Stage.AUCTION):
        if stage is not None:
            await room.start(ana)
        await room.command(vera, "pref verify")
        assert told in words_of(vera.private)
        assert whole_seal(room, 1) in words_of(vera.private)
    await to_result(room)
    await record(room, vera, deal=1)
    await room.command(vera, "pref verify", deal=2)
    assert room.sentence(Refusal.SEED_UNTIL_SCORED, deal=2) in words_of(vera.private)
    await room.command(vera, "pref verify")
    assert whole_seal(room, 2) in words_of(vera.private)
    await room.command(vera, "pref verify", deal=3)
    assert room.sentence(Refusal.NO_SUCH_DEAL, deal=3) in words_of(vera.private)


async def test_a_secret_seed_is_not_even_read_for_who_asks(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unread seed can be in no answer and no log, whatever goes wrong."""
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await to_result(room)
    read = []

    async def shuffle(game_id: int, deal: int) -> Shuffle | None:
        read.append(deal)
        return await GameQueries.shuffle(room.store.game_queries, game_id, deal)

    monkeypatch.setattr(room.store.game_queries, "shuffle", shuffle)
    for deal in (2, 3):
        await room.command(people[1], "pref verify", deal=deal)
    assert read == []
    await record(room, people[1], deal=1)
    assert read == [1]


async def test_a_table_that_hides_its_cards_publishes_at_the_end(
    room: Room, people: list[Person]
) -> None:
    ana, boris, vera = people
    await room.open_table(ana, clock="none", target=20)
    await agreed(room, ana, reveal_after_deal=False)
    for who in (boris, vera):
        await room.press(who, "join", room.message())
    await room.start(ana)
    await to_result(room, 2)
    assert [one for one in controls(room.message()) if one.text.startswith("verify")] == []
    for deal in (1, 2, 3):
        await room.command(boris, "pref verify", deal=deal)
        assert room.sentence(Refusal.SEED_UNTIL_END, deal=deal) in words_of(boris.private)
    for step in ("more", "stop", "stop yes"):
        await room.press(ana, step, ana.private if step != "more" else room.message())
    for who in (boris, vera):
        await room.press(who, "vote yes stop", room.message())
    assert room.status() == "over"
    for deal in (1, 2):
        await record(room, boris, deal=deal)
    await room.command(boris, "pref verify", deal=3)
    assert room.say("verify.undealt") in words_of(boris.private)
    await room.press(vera, "verify", room.message())
    assert room.say("verify.title", deal=2) in words_of(vera.private)


async def test_a_deal_that_was_given_up_is_published(room: Room, people: list[Person]) -> None:
    """Nobody may drop a deck because they dislike it."""
    marta = room.manager()
    await room.seated(*people, clock="none", target=20)
    await room.start(people[0])
    await room.skip_to(Stage.AUCTION)
    await room.command(marta, "table close")
    await room.press(marta, "close void", marta.private)
    assert room.status() == "void"
    assert "deal 1\n" in await record(room, people[1])


async def test_a_whole_match_with_robots_is_fair(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=3, seats=4, clock="none", target=6)
    await room.cut(ana, "once")
    await room.start(ana)
    await room.skip_out()
    assert decks_follow(room)
    deals = room.game().carry.number
    assert f"deal {deals}\n" in await record(room, ana)


async def test_a_deck_of_another_dealing_is_called_so(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
        await room.seated(*people, clock="none", target=20)
        await room.start(people[0])
        await to_result(room)
        await room.command(people[1], "pref verify")
        assert room.say("verify.unfair") in words_of(people[1].private)
