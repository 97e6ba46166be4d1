"""A player leaves in the middle of a match: the others, and the way back."""

from pathlib import Path

import pytest

from bot.discord_ui.delivery import MessageReader
from bot.engine.deal import Stage
from bot.model.refusals import Refusal
from bot.render.words import Words
from tests.support.informed_actions import leave
from tests.support.message_content import controls
from tests.support.room import Person, Room, evening, words_of

pytestmark = pytest.mark.slow  # whole evenings

NAMES = ("Ana", "Boris", "Vera")


async def begun(room: Room, preset: str, locale: str) -> list[Person]:
    """Seat three people with their hands on the screens, in the play of the first deal."""
    people = [room.person(name, locale) for name in NAMES]
    await room.seated(*people, rules=preset, clock="none", target=40)
    await room.start(people[0])
    await room.skip_to(Stage.PLAY)
    for who in people:
        await room.hand(who)
    return people


async def gathered(room: Room, preset: str, locale: str) -> list[Person]:
    """Start by appointment: one is invited and comes, and the match begins at its hour."""
    people = [room.person(name, locale) for name in NAMES]
    ana, boris, vera = people
    await room.seated(ana, rules=preset, clock="none", target=40, start="in 30 minutes")
    await room.press(ana, "invite", room.message())
    await room.name(ana, "invite", boris)
    await room.press(boris, "come", room.public()[-1])
    assert room.say("done.come", locale) in words_of(boris.private)
    await room.press(vera, "join", room.message())
    await room.later(31 * 60, step=600)
    assert room.status() == "playing"
    await taken_back(room, people)
    await room.skip_to(Stage.PLAY)
    return people


async def taken_back(room: Room, people: list[Person]) -> None:
    """Take back the first call of all; both others agree."""
    first = room.asked()
    assert first is not None
    await room.play_one(first)
    hand = await room.hand(first)
    (back,) = [one.text for one in controls(hand) if one.text.startswith("takeback")]
    await room.press(first, back, hand)
    for who in people:
        if who is not first:
            await room.press(who, f"vote yes {back}", room.message())
    assert (room.asked(), room.lines()[-1][1]) == (first, back)


async def leaves(room: Room, who: Person, how: str = "kept") -> None:
    await room.press(who, "more", room.message())
    await room.press(who, "leave")
    await room.press(who, f"leave yes {how}")


def pressable(room: Room) -> set[str]:
    return {control.text for control in controls(room.message()) if control.enabled}


async def scored(room: Room, deals: int) -> None:
    await room.skip_until(lambda room: room.game().carry.number == deals)


@pytest.mark.parametrize(
    ("preset", "locale", "pace"),
    [("sochi", "ru", 0.0), ("serbian", "en", 0.05), ("viennese", "ru", 0.0)],
)
async def test_the_table_stays_whole_for_those_who_stay(
    tmp_path: Path, preset: str, locale: str, pace: float
) -> None:
    """Every hand follows by itself, and the card of the deal comes, with the way back on it."""
    async with evening(tmp_path, locale=locale) as room:
        people = await begun(room, preset, locale)
        room.bot.parts.driver.pace = pace
        gone = next(who for who in people if who is not room.asked())
        await leaves(room, gone)
        assert room.say("done.left.kept", locale) in words_of(gone.private)
        asked_for = room.refreshed
        await room.play_until(lambda room: room.game().carry.number == 1)
        assert room.refreshed == asked_for
        assert room.is_painted()
        assert room.say("board.has_left", locale, name=gone.name) in words_of(room.message())
        assert {"back", "hand"} <= pressable(room)
        with room.nothing_changes():
            await room.press(gone, "hand", room.message())
            assert room.sentence(Refusal.HAS_LEFT, locale) in words_of(gone.private)
            back = gone.private
            eve = room.person("Eve", locale)
            await room.press(eve, "back", room.message())
            assert room.sentence(Refusal.NOT_SEATED, locale) in words_of(eve.private)
            await room.command(eve, "table join")
            assert room.sentence(Refusal.SEAT_KEPT, locale) in words_of(eve.private)
        await room.press(gone, "back", back)
        assert room.is_current_hand(gone)
        assert "back" not in pressable(room)


async def test_one_who_gets_up_between_two_lines_of_the_painter(room: Room) -> None:
    """The painter looks at their hand, they leave, it draws: it draws the later hands too."""
    people = await begun(room, "sochi", "en")
    mover = room.asked()
    gone = next(who for who in people if who is not mover)
    table, inner = await room.bot.parts.tables.get(1), room.bot.parts.preferences.words_for_reader

    async def slow(reader: MessageReader) -> Words:
        if reader.user_id == gone.id and table.state.seat_of(gone.id) is not None:
            await table.change(leave, gone.id)
        return await inner(reader)

    vars(room.bot.parts.preferences)["words_for_reader"] = slow
    assert mover is not None
    await room.play_one(mover)
    assert room.seat_of(gone) is None
    assert room.is_painted()
    for who in people:
        if who is not gone:
            assert room.is_current_hand(who)


async def test_what_comes_of_leaving_is_said_before_and_is_so(room: Room) -> None:
    """For the first to leave, for one who pressed after the others had left, and for the last."""
    ana, boris, vera = await begun(room, "sochi", "en")
    await scored(room, 1)
    await room.press(vera, "more", room.message())
    await room.press(vera, "leave")
    assert room.say("more.leave.kept") in words_of(vera.private)
    for who in (ana, boris):
        await leaves(room, who)
    with room.nothing_changes():  # the answer is no longer true: the question is asked again
        await room.press(vera, "leave yes kept")
    assert room.say("more.leave.settled") in words_of(vera.private)
    await room.press(vera, "leave yes settled")
    assert room.status() == "over"
    won = {row["user_id"]: (row["mark"], row["place"]) for row in room.read("SELECT * FROM result")}
    assert {mark for mark, _ in won.values()} == {None}  # nothing was scored since Ana left
    assert words_of(room.message()).count("🚪") == 0
    await room.command(ana, "pref history")
    assert "(left in deal 1)" not in words_of(ana.private)


async def test_of_two_who_leave_at_once_one_is_asked_again(room: Room) -> None:
    """Both have read that the seat is kept; for the second it is the end of the match."""
    ana, boris = (room.person(name) for name in NAMES[:2])
    await room.seated(ana, boris, robots=1, clock="none", target=40)
    await room.start(ana)
    sure = []
    for who in (ana, boris):
        await room.press(who, "more", room.message())
        await room.press(who, "leave")
        assert room.say("more.leave.kept") in words_of(who.private)
        assert who.private is not None
        sure.append((who, who.private, "pref:d:1:0:leave yes kept"))
    await room.raw(*sure)
    assert room.status() == "playing"
    assert room.say("done.left.kept") in words_of(ana.private)
    assert room.say("more.leave.void") in words_of(boris.private)
    assert (room.seat_of(ana), room.seat_of(boris)) == (None, 1)
    await room.press(boris, "leave yes void")
    assert room.status() == "void"
    assert room.say("done.left.void") in words_of(boris.private)


async def test_alone_among_robots(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=40)
    await room.start(ana)
    await room.command(ana, "table leave")
    assert room.say("more.leave.void") in words_of(ana.private)
    await scored(room, 1)
    await leaves(room, ana, "alone")
    assert room.status() == "over"
    assert room.say("done.left.alone") in words_of(ana.private)
    await room.command(ana, "pref history")
    assert "(left in deal 1)" in words_of(ana.private)


async def test_a_robots_seat_during_a_vote(room: Room) -> None:
    """The player who sits down is told that their vote is needed, and is shown their own hand."""
    ana, boris, vera = (room.person(name) for name in NAMES)
    await room.seated(ana, boris, robots=1, clock="none", target=40)
    await room.start(ana)
    await scored(room, 1)
    await room.command(ana, "table close")
    await room.press(ana, "stop yes")
    assert room.say("done.vote") in words_of(ana.private)
    await room.command(vera, "table join")
    assert room.say("done.seated_vote") in words_of(vera.private)
    await room.press(boris, "vote yes stop", room.message())
    assert room.status() == "playing"
    await room.press(vera, "vote yes stop", room.message())
    assert room.status() == "over"
    assert len(room.read("SELECT * FROM result")) == 4


async def test_the_last_word_is_told_that_it_was_the_last(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none", target=40)
    await room.start(ana)
    await room.command(ana, "table close")
    await room.press(ana, "stop yes")
    assert room.status() != "playing"
    assert room.say("done.voted") in words_of(ana.private)


async def gives(room: Room, who: Person, seat: int, heir: Person) -> None:
    await room.press(who, "more", room.message())
    await room.press(who, f"give {seat}")
    await room.name(who, f"give {seat}", heir)


async def handed_over(room: Room, people: list[Person], gone: Person, heir: Person) -> None:
    """Hand over with everybody's vote, the successor's being the last."""
    seat = room.seat_of(gone)
    assert seat is not None
    giver = gone
    if room.game().carry.number % 2:
        await leaves(room, gone)
        giver = next(who for who in people if who is not gone)
        people = [who for who in people if who is not gone]
    await gives(room, giver, seat, heir)
    for who in people:
        if who is not giver:
            await room.press(who, f"vote yes seat {seat} {heir.id}", room.message())
    assert room.seat_of(heir) is None
    await room.press(heir, f"vote yes seat {seat} {heir.id}", room.message())
    assert room.seat_of(heir) == seat
    assert room.is_current_hand(heir)  # the answer to the last agreement


@pytest.mark.sampled(suite=3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "locale"), [("viennese", "en"), ("sochi", "en"), ("serbian", "ru")]
)
async def test_an_evening_with_all_that_can_come_between(
    tmp_path: Path, preset: str, locale: str
) -> None:
    """Invited, started at its hour, a call taken back, one player leaves, returns and hands over.

    A new process starts in the middle of the vote; results sum to zero, whoever played.
    """
    async with evening(tmp_path, locale=locale) as room:
        people = await gathered(room, preset, locale)
        egor = room.person("Egor", locale)
        gone = people[1]
        await leaves(room, gone)
        await scored(room, 1)
        await room.raw((gone, room.message(), "pref:d:1:0:deal 1"))
        assert "↩" in words_of(gone.private)
        await room.press(gone, "back", room.message())
        await room.restart(kill=True)
        await handed_over(room, people, gone, egor)
        assert room.say("board.has_left", locale, name=gone.name) not in words_of(room.message())
        await scored(room, 2)
        await room.command(people[0], "table close")
        await room.press(people[0], "stop yes")
        for who in (egor, people[2]):
            await room.press(who, "vote yes stop", room.message())
        assert room.status() == "over"
        rows = room.read("SELECT * FROM result")
        assert sum(row["balance"] for row in rows) == 0
        assert {row["user_id"] for row in rows} == {who.id for who in (*people, egor)}
        assert [row["mark"] for row in rows if row["user_id"] == gone.id] == ["left"]
        card = words_of(room.message())
        (last,) = (row for row in rows if row["user_id"] == egor.id)
        assert room.say("played.from", locale, deal=last["first_deal"]) in card
        (left,) = (row for row in rows if row["user_id"] == gone.id)
        assert room.say("played.left", locale, deal=left["last_deal"]) in card
        await room.command(egor, "pref history")
        assert gone.name in words_of(egor.private)
        await room.press(egor, "settlement", room.message())
        assert room.say("played.left", locale, deal=left["last_deal"]) in words_of(egor.private)


def offers(room: Room, heir: Person) -> int:
    """Count the offers of a seat to somebody."""
    said = room.say("alert.offered", successor=f"<@{heir.id}>")
    return [words_of(one) for one in room.public()].count(said)


async def test_offers_of_a_seat_do_not_flood_the_channel(room: Room) -> None:
    """Each person gets one offer in half an hour, and it goes with its vote."""
    _, boris, _ = await begun(room, "sochi", "en")
    egor, zoe = room.person("Egor"), room.person("Zoe")
    before = len(room.public())
    for heir, shown in ((egor, (1, 0)), (egor, (1, 0)), (zoe, (0, 1)), (egor, (0, 0))):
        await gives(room, boris, 1, heir)
        assert (offers(room, egor), offers(room, zoe)) == shown
    assert len(room.public()) == before
    await room.later(31 * 60)
    await gives(room, boris, 1, egor)
    assert offers(room, egor) == 0, "the vote is open already"
    await gives(room, boris, 1, zoe)
    assert offers(room, zoe) == 1


async def test_who_gets_a_seat_with_the_last_word_is_offered_none(room: Room) -> None:
    """Their own vote came first, half an hour ago; the last one names them once more."""
    people = await begun(room, "sochi", "en")
    ana, boris, vera = people
    egor, seat = room.person("Egor"), room.seat_of(boris)
    assert seat is not None
    await leaves(room, boris)
    await gives(room, vera, seat, egor)
    await room.press(egor, f"vote yes seat {seat} {egor.id}", room.message())
    await room.later(31 * 60)
    await gives(room, ana, seat, egor)
    assert room.seat_of(egor) == seat
    assert offers(room, egor) == 0


async def test_a_seat_is_offered(room: Room) -> None:
    """One mention, a no by the successor, refusals with their sentences.

    A yes, and they have the hand.
    """
    people = await begun(room, "sochi", "en")
    ana, boris, vera = people
    egor = room.person("Egor")
    seat = room.seat_of(boris)
    await gives(room, boris, 1, egor)
    assert room.say(
        "vote.seat", seat="Boris", successor=f"<@{egor.id}>", names="Boris"
    ) in words_of(room.message())
    mentions = [one for one in room.public() if f"<@{egor.id}>" in words_of(one)]
    assert room.say("alert.offered", successor=f"<@{egor.id}>") in [
        words_of(one) for one in mentions
    ]
    await room.press(egor, f"vote no seat 1 {egor.id}", room.message())
    with room.nothing_changes():
        await room.press(boris, "more", room.message())
        await room.press(boris, "give 1")
        await room.name(boris, "give 1", vera)
        assert room.sentence(Refusal.SUCCESSOR_SEATED) in words_of(boris.private)
        await room.raw((boris, room.message(), "pref:d:1:0:give 2"))
        assert room.sentence(Refusal.NOT_YOUR_SEAT) in words_of(boris.private)
    await gives(room, boris, 1, egor)
    for who in (ana, vera, egor):
        await room.press(who, f"vote yes seat 1 {egor.id}", room.message())
    assert (room.seat_of(egor), room.seat_of(boris)) == (seat, None)
    await room.hand(egor)
    await scored(room, 1)
    with room.nothing_changes():
        await room.command(boris, "hand")
    assert room.sentence(Refusal.NOT_SEATED) in words_of(boris.private)
