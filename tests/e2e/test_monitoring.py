"""A monitored evening: everything is counted once, and no label identifies anybody."""

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.engine.cards import CARD_NAMES
from bot.engine.deal import Stage
from bot.monitoring import LOOPBACK, MonitoringEndpoint, serve_monitoring
from tests.support.room import Room

TABLE = "/channels/*/messages/*"
LABELS = {"by", "reason", "outcome", "kind", "status", "le"}


async def asked(room: Room, path: str) -> tuple[int, str]:
    async with (
        serve_monitoring(0, MonitoringEndpoint(room.bot.monitored())) as port,
        aiohttp.ClientSession() as session,
        session.get(f"http://{LOOPBACK}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def test_what_people_do_is_counted(room: Room) -> None:
    ana, boris, vera = (room.person(name) for name in ("Ana", "Boris", "Vera"))
    await room.seated(ana, boris, vera, clock="none", target=20)
    await room.press(boris, "start")  # only the host may
    await room.start(ana)
    await room.skip_to(Stage.PLAY)
    people = [line for line in room.lines() if line[2].isdecimal()]
    assert room.metric("acts_total", by="person") == len(people) > 0
    assert room.metric("acts_total", by="table") == len(room.lines()) - len(people)
    assert room.metric("refusals_total", reason="not_host") == 1
    assert room.metric("painting_seconds_count") > 0
    assert room.metric("painting_failures_total") == 0

    status, text = await asked(room, "/metrics")
    assert status == 200
    assert 'preferans_tables{status="playing"} 1.0' in text
    samples = [one for each in text_string_to_metric_families(text) for one in each.samples]
    assert {label for one in samples for label in one.labels} <= LABELS
    told = {word for one in samples for word in one.labels.values()}
    assert not told & {*CARD_NAMES, "Ana", "Boris", "Vera", "Club"}
    assert not [word for word in told if word.isdecimal() and int(word) > 599]


async def test_a_table_that_cannot_be_drawn(room: Room) -> None:
    ana = room.person("Ana")
    await room.seated(ana, robots=2, clock="none")
    await room.start(ana)
    await room.skip_until(lambda room: room.asked() is ana)
    room.env.inject_error("PATCH", TABLE, status=500, code=0, message="no", times=1)
    await room.play_one(ana)
    assert room.metric("painting_failures_total") == 1


async def test_health_of_a_bot_in_its_servers(room: Room) -> None:
    status, said = await asked(room, "/health")
    assert (status, '"ready": true' in said) == (200, True)


@pytest.mark.slow
async def test_health_without_the_gateway(room: Room) -> None:
    await room.bot.close()
    status, said = await asked(room, "/health")
    assert status == 503
    assert '"gateway": false' in said
