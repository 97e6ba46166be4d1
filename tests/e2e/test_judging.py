"""Reported deals: a manager who did not play decides, and everybody at the table sees it."""

import pytest

from bot.engine.deal import Stage
from bot.model.enums import RulingKind
from bot.model.refusals import Refusal
from bot.store.queries.rulings import Report, StoredRuling
from tests.e2e.test_turn_notifications import letters
from tests.support.room import Person, Room, words_of

pytestmark = pytest.mark.process


async def played(room: Room, *names: str) -> list[Person]:
    """Play a short match between these people, to its end."""
    people = [room.person(name) for name in names]
    await room.seated(*people, target=1, clock="none")
    await room.start(people[0])
    await room.skip_out()
    for who in people:
        who.private = None
    return people


async def fill(room: Room, who: Person, press: str, **fields: str) -> None:
    """Press a button that opens a form, and send the form."""
    opened = await room.press(who, press)
    room._keep(who, await who.actor.submit_modal(opened, fields))


async def open_deal(room: Room, who: Person, deal: int = 1) -> None:
    await room.command(who, "pref history", room.channel)
    await room.press(who, "open 1")
    await room.press(who, f"deal {deal}")


async def open_case(room: Room, judge: Person, deal: int = 1) -> None:
    await room.command(judge, "pref fairplay", room.channel)
    await room.press(judge, "reports")
    await room.press(judge, f"judge 1 {deal}")


def balances(room: Room) -> list[tuple[int, int]]:
    rows = room.read("SELECT seat, balance FROM result WHERE part = 0 ORDER BY seat")
    return [(int(row["seat"]), int(row["balance"])) for row in rows]


async def test_a_dispute_is_decided_and_undone(room: Room) -> None:
    ana, _, vera = await played(room, "Ana", "Boris", "Vera")
    marta, before = room.manager(), balances(room)
    (newest,) = room.read("SELECT max(deal) AS deal FROM posting WHERE amount <> 0")
    deal = int(newest["deal"])
    await open_deal(room, ana, deal)
    await fill(room, ana, f"report 1 {deal}", note="I pressed the *wrong* card @everyone")
    assert room.say("report.stored") in words_of(ana.private)
    await room.env.settle()
    (said,) = [one for one in map(words_of, room.public()) if one.startswith("⚖")]
    assert f"#1 · Deal {deal} was reported" in said
    assert "Ana" not in said  # nobody hears who it was
    await open_case(room, marta, deal)
    case = words_of(marta.private)
    assert "wrong" in case
    assert not any(name in case for name in ("Ana", "Boris", "Vera", "@everyone"))
    await fill(room, marta, f"rule 1 {deal} 1 void", reason="A misclick, all agree.")
    assert "A misclick" in words_of(marta.private)
    assert "Ana" in words_of(marta.private)  # decided: the names are back
    assert balances(room) != before
    (line,) = room.read("SELECT text, seat FROM line ORDER BY version DESC LIMIT 1")
    assert line["text"].startswith(f"ruling void {deal} ")
    await open_deal(room, vera, deal)
    assert "A misclick" in words_of(vera.private)
    assert any("A misclick" in one for one in letters(room, ana))
    await open_case(room, marta, deal)
    await fill(room, marta, f"rule 1 {deal} 2 undo", reason="")
    assert balances(room) == before
    assert room.say("judge.none") not in await reports_page(room, marta)


async def reports_page(room: Room, who: Person) -> str:
    await room.command(who, "pref fairplay", room.channel)
    await room.press(who, "reports")
    return words_of(who.private)


async def test_a_line_of_the_score_is_corrected(room: Room) -> None:
    ana, *_ = await played(room, "Ana", "Boris", "Vera")
    marta = room.manager()
    await open_deal(room, ana)
    await fill(room, ana, "report 1 1", note="")
    await open_case(room, marta)
    await fill(room, marta, "amend 1 1 1 0", amount="many", reason="x")
    assert room.sentence(Refusal.AMOUNT_UNREADABLE) in words_of(marta.private)
    await open_case(room, marta)
    await fill(room, marta, "amend 1 1 1 0", amount="7", reason="")
    assert room.sentence(Refusal.REASON_MISSING) in words_of(marta.private)
    await open_case(room, marta)
    await fill(room, marta, "amend 1 1 1 0", amount="7", reason="as agreed")
    ((_, total),) = [
        (row["account"], row["sum"])
        for row in room.read(
            "SELECT account, sum(amount) AS sum FROM posting"
            " WHERE deal = 1 AND account = 'pool' AND seat = 0"
        )
    ]
    assert total == 7


async def test_who_may_report_and_judge(room: Room) -> None:
    """A player once, three times a day; no stranger; no manager about an own match."""
    marta = room.manager()
    ana, boris = room.person("Ana"), room.person("Boris")
    await room.seated(marta, ana, boris, target=1, clock="none")
    await room.start(marta)
    await room.skip_out()
    egor = room.person("Egor")
    await open_deal(room, ana)
    await fill(room, ana, "report 1 1", note="a slip")
    await open_deal(room, ana)
    await room.press(ana, "report 1 1")
    assert room.sentence(Refusal.REPORTED_ALREADY, deal=1) in words_of(ana.private)
    await room.command(egor, "pref fairplay", room.channel)
    assert egor.private is not None
    with room.nothing_changes():
        for press in ("report 1 1", "reports", "judge 1 1", "rule 1 1 1 void", "amend 1 1 1 0"):
            await room.raw((egor, egor.private, f"pref:d:0:0:{press}"))
    await room.command(marta, "pref fairplay", room.channel)
    await room.press(marta, "reports")
    await room.press(marta, "judge 1 1")
    assert room.sentence(Refusal.OWN_MATCH) in words_of(marta.private)


async def test_a_decision_during_a_deal_is_written_after_it_and_after_a_kill(room: Room) -> None:
    """The deal of a running match is reported from its score; nobody is told before the line."""
    people = [room.person(name) for name in ("Ana", "Boris", "Vera")]
    ana, marta = people[0], room.manager()
    await room.seated(*people, target=10, clock="none")
    await room.start(ana)
    await room.skip_until(lambda room: room.game().carry.number == 1)
    await room.press(ana, "score", room.message())
    await room.press(ana, "match")
    await room.press(ana, "deal 1")
    await fill(room, ana, "report 1 1", note="a slip")
    await room.next_deal()
    await room.skip_to(Stage.PLAY)
    await open_case(room, marta)
    await fill(room, marta, "rule 1 1 1 dismiss", reason="as played")
    assert room.say("judge.waits") in words_of(marta.private)
    assert letters(room, ana) == []
    assert not room.read("SELECT 1 FROM line WHERE text LIKE 'ruling %'")
    await room.restart(kill=True)
    await room.skip_until(lambda room: room.game().carry.number == 2)
    await room.env.settle()
    (line,) = room.read("SELECT text FROM line WHERE text LIKE 'ruling %'")
    assert line["text"] == "ruling dismiss 1"
    await room.restart(kill=True)
    assert len(room.read("SELECT 1 FROM line WHERE text LIKE 'ruling %'")) == 1
    await room.env.settle()
    assert len(letters(room, ana)) == 1


async def test_three_dismissed_reports_and_a_fourth_waits(room: Room) -> None:
    ana, *_ = await played(room, "Ana", "Boris", "Vera")
    now = room.now()
    for deal in (11, 12, 13):
        await room.store.rulings.report(Report(1, deal, ana.id, "", now - 90_000))
        ruling = StoredRuling(1, deal, 1, RulingKind.DISMISS, 99, "as played", "", now - 80_000)
        await room.store.rulings.decide(ruling)
    await open_deal(room, ana)
    await room.press(ana, "report 1 1")
    until = f"<t:{now - 80_000 + 30 * 86_400}:D>"
    assert room.sentence(Refusal.REPORTS_DISMISSED, when=until) in words_of(ana.private)
    await room.later(4 * 86_400)
    await open_deal(room, ana)
    await room.press(ana, "report 1 1")
    assert room.sentence(Refusal.REPORT_TOO_LATE, days=3) in words_of(ana.private)
