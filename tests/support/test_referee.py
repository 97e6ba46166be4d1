"""The referee finds the faults it is meant to find."""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.support.cases import for_each
from tests.support.referee import SPEC, faults

needs_file = pytest.mark.skipif(
    not SPEC.exists(), reason="Discord's schema (CONTRIBUTING, Test) is not here"
)
NOBODY: dict[str, list[str]] = {"parse": []}
CALLBACK = "/interactions/1/token/callback"


@dataclass(frozen=True)
class Sent:
    path: str
    json: Any
    method: str = "POST"


def text(body: str = "Hello") -> dict[str, Any]:
    return {"type": 10, "content": body}


def button(**changes: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": "pref:d:1:1:hand"} | changes


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def buttons(count: int) -> dict[str, Any]:
    return row(*(button(custom_id=f"id {n}") for n in range(count)))


def select(options: int = 2, **changes: Any) -> dict[str, Any]:
    lines = [{"label": f"{n}", "value": f"{n}"} for n in range(options)]
    return {"type": 3, "custom_id": "pick", "options": lines} | changes


def message(*parts: dict[str, Any], **changes: Any) -> dict[str, Any]:
    box = {"type": 17, "components": list(parts)}
    return {"components": [box], "flags": 32768, "allowed_mentions": NOBODY} | changes


def answer(kind: int = 4, **data: Any) -> Sent:
    return Sent(CALLBACK, {"type": kind, "data": data})


def posted(*parts: dict[str, Any], **changes: Any) -> Sent:
    return Sent("/channels/7/messages", message(*parts, **changes))


GOOD = [
    posted(text(), buttons(5), row(select(25))),
    answer(4, **message(text()), tts=False),
    answer(7, **message(text()), tts=False),
    Sent("/channels/7/messages/8", message(text()), "PATCH"),
    Sent("/webhooks/1/token/messages/@original", message(text()), "PATCH"),
    Sent("/webhooks/1/token", message(text())),
    answer(5, flags=64),
    Sent(CALLBACK, {"type": 6}),
    answer(8, choices=[{"name": "7♠", "value": "bid 7S"}]),
    Sent("/channels/7/messages/8", None, "DELETE"),
    Sent("/channels/7/threads", {"name": "Preferans 1", "type": 11, "auto_archive_duration": 1440}),
    Sent(
        "/channels/7/messages",
        {"content": "<@5>, it is your turn", "allowed_mentions": {"parse": [], "users": ["5"]}},
    ),
    posted(text("<@5>, a table"), allowed_mentions={"parse": [], "users": ["5"]}),
]


@pytest.mark.parametrize("sent", GOOD, ids=lambda sent: f"{sent.method} {sent.path}")
def test_good_requests_pass(sent: Sent) -> None:
    assert faults(sent) == []


RULES = {
    "no flag": (posted(text(), flags=0), "without their flag"),
    "content beside V2": (posted(text(), content="Hello"), "together with content"),
    "embeds beside V2": (posted(text(), embeds=[{"title": "x"}]), "together with content"),
    "2001 characters": (
        Sent("/channels/7/messages", {"content": "x" * 2001, "allowed_mentions": NOBODY}),
        "2001 characters",
    ),
    "41 components, nested": (posted(*(text("x") for _ in range(40))), "41 components"),
    "4001 characters in all": (posted(text("x" * 2000), text("x" * 2001)), "4001 characters"),
    "custom_id twice": (posted(row(button(), button())), "custom_id twice"),
    "six buttons": (posted(buttons(6)), "6 buttons"),
    "an empty row": (posted(row()), "0 buttons"),
    "a select and a button": (posted(row(select(), button())), "neighbours"),
    "a long custom_id": (posted(row(button(custom_id="x" * 101))), "custom_id of 101"),
    "a long label": (posted(row(button(label="x" * 81))), "label of 81"),
    "an empty button": (posted(row(button(label=None))), "nothing on a button"),
    "a button nobody reads": (posted(row(button(custom_id="pref:d:1:1:hands"))), "cannot be read"),
    "a line nobody reads": (posted(row(select(custom_id="pref:s:1:1:mine"))), "cannot be read"),
    "26 options": (posted(row(select(26))), "26 options"),
    "no mentions said": (
        Sent("/channels/7/messages", {"content": "<@5>"}),
        "no allowed_mentions",
    ),
    "everybody": (posted(text(), allowed_mentions={"parse": ["everyone"]}), "parsed"),
    "six at a time": (
        Sent(
            "/channels/7/messages",
            {
                "content": "<@1> <@2> <@3> <@4> <@5> <@6>",
                "allowed_mentions": {"parse": [], "users": list("123456")},
            },
        ),
        "mentions",
    ),
    "somebody twice": (
        Sent(
            "/channels/7/messages",
            {"content": "<@5> <@5>", "allowed_mentions": {"parse": [], "users": ["5"]}},
        ),
        "mentions",
    ),
    "somebody twice in two texts": (
        posted(text("<@5>"), text("<@5>"), allowed_mentions={"parse": [], "users": ["5"]}),
        "mentions",
    ),
    "a role with a person": (
        Sent(
            "/channels/7/messages",
            {"content": "<@&7> <@5>", "allowed_mentions": {"users": ["5"], "roles": ["7"]}},
        ),
        "mentions",
    ),
    "a mention that is not said": (
        Sent(
            "/channels/7/messages",
            {"content": "x", "allowed_mentions": {"parse": [], "users": ["5"]}},
        ),
        "mentions",
    ),
    "a deferral that says something": (answer(5, content="wait"), "deferral with content"),
}


@for_each("name", RULES)
def test_rules_of_our_own(name: str) -> None:
    sent, complaint = RULES[name]
    assert any(complaint in fault for fault in faults(sent)), faults(sent)


FILE = {
    "an unknown field": posted(text(), colour=3),
    "an unknown field of a button": posted(row(button(color=3))),
    "a button straight in a container": posted(button()),
    "an unknown kind of component": posted({"type": 99}),
    "an unknown kind of answer": answer(7, **message(text()), nonsense=1),
    "26 suggestions": answer(8, choices=[{"name": "x", "value": str(n)} for n in range(26)]),
    "a long suggestion": answer(8, choices=[{"name": "x" * 101, "value": "x"}]),
    "a long title": answer(9, title="x" * 46, custom_id="m", components=[]),
    "26 fields": posted(embeds=[{"fields": [{"name": "x", "value": "x"}] * 26}], flags=0),
    "a style that is a word": posted(row(button(style="primary"))),
    "tts as an edit": Sent("/channels/7/messages/8", message(text(), tts=True), "PATCH"),
    "a long thread name": Sent("/channels/7/threads", {"name": "x" * 101, "type": 11}),
    "no such route": Sent("/channels/7/nonsense", {}),
    "a body where there is none": Sent("/channels/7/messages/8", {"x": 1}, "DELETE"),
    "a command in capitals": Sent(
        "/applications/1/commands", [{"name": "x" * 33, "description": "x", "type": 1}], "PUT"
    ),
}


@needs_file
@pytest.mark.parametrize("name", FILE)
def test_rules_of_the_file(name: str) -> None:
    assert faults(FILE[name])
