"""The small Discord on the loopback accepts the requests that the large one accepts."""

import json

import aiohttp

from tests.support.gateway import CHANNEL, Loopback


async def test_a_file_lies_beside_what_is_said() -> None:
    """A message with pictures is sent in parts; its files come back with a URL."""
    world = Loopback()
    runner = await world.start()
    said = {"content": "A deal", "attachments": [{"id": 0, "filename": "deal.png"}]}
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(said))
    form.add_field("files[0]", b"\x89PNG", filename="deal.png")
    url = f"http://127.0.0.1:{world.port}/api/v10/channels/{CHANNEL}/messages"
    try:
        async with aiohttp.ClientSession() as session, session.post(url, data=form) as answer:
            message = await answer.json()
    finally:
        await runner.cleanup()
    (file,) = message["attachments"]
    assert message["content"] == "A deal"
    assert (file["filename"], file["size"]) == ("deal.png", 4)
    assert file["url"].endswith("deal.png")
