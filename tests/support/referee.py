"""Checks every request of the bot against Discord's OpenAPI file and rules it cannot express.

The file lies beside the repository (``../shared/discord/openapi.json``).  Without it the checks
that need it are skipped; the rules in this module always apply.
"""

import json
import marshal
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol

import jsonschema_rs

from bot.discord_ui.components import read_press
from bot.model.refusals import Refused

SPEC = Path(__file__).resolve().parents[3] / "shared" / "discord" / "openapi.json"

V2, EPHEMERAL = 1 << 15, 1 << 6
ACTION_ROW, BUTTON, SELECT, TEXT = 1, 2, 3, 10

_CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
_CALLBACK = re.compile(r"/interactions/[^/]+/[^/]+/callback")
_MESSAGE = re.compile(r"/(channels/\d+|webhooks/\d+/[^/]+)(/messages(/(\d+|@original))?)?")
_ID = re.compile(r"/(?:simcord_interaction_)?\d+(?=/|$)")
_OWN = re.compile(r"pref:([ads]):\d+:\d+:(.*)")
_MENTION = re.compile(r"<@!?(\d+)>|<@&\d+>|@everyone|@here")
_MOST_MENTIONS = 5
# what the library repeats of an attachment that an edit keeps; Discord looks only at its id
_SEEN = {"proxy_url", "size", "url", "spoiler", "content_type", "height", "width"}


class Request(Protocol):
    """The record that simcord keeps of a request; bodies are JSON as the library sent them."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def json(self) -> Any: ...


_WITHOUT_REFERENCES: Final = 2  # marshal's version in which equal bodies are equal bytes
_SOUND: Final = set[object]()  # requests without a fault


def faults(request: Request) -> list[str]:
    """Return everything that Discord would refuse and everything that the bot should not send.

    Evenings have much in common: more than half of the requests were sent before.
    """
    shape = _shape(request.path)
    try:
        body = sha256(marshal.dumps(request.json, _WITHOUT_REFERENCES)).digest()
    except ValueError:  # an enum of the library among the numbers
        return _faults(request)
    if (request.method, shape, body) in _SOUND:
        return []
    if not (found := _faults(request)):
        _SOUND.add((request.method, shape, body))
    return found


def _faults(request: Request) -> list[str]:
    found = _schema_faults(request)
    body = _message(request)
    if body is not None:
        found += message_faults(body)
    if _CALLBACK.fullmatch(request.path) and request.json["type"] == 5:
        found += [
            f"a deferral with {key}" for key in request.json.get("data") or {} if key != "flags"
        ]
    return found


# -- rules of the file


def _schema_faults(request: Request) -> list[str]:
    if not SPEC.exists():
        return []
    template = _template(request.method, request.path)
    if template is None:
        return [f"no such route: {request.method} {request.path}"]
    validator = _validator(request.method, template, _callback_type(request))
    if validator is None:
        return [] if request.json is None else [f"a body for {request.method} {template}"]
    body = _without_habits(request)
    return [
        f"{request.method} {template} {'/'.join(map(str, error.instance_path))}: "
        f"{error.message[-300:]}{_innermost(request)}"
        for error in validator.iter_errors(body)
    ]


_PARTS = {
    1: "ActionRowComponentForMessageRequest",
    2: "ButtonComponentForMessageRequest",
    3: "StringSelectComponentForMessageRequest",
    10: "TextDisplayComponentForMessageRequest",
}


def _innermost(request: Request) -> str:
    """Return the smallest faulty part of a message; the file's own error covers all of it."""
    body = _message(request) or {}
    for part in reversed(list(walk(body.get("components") or ()))):
        if (name := _PARTS.get(part["type"])) and (faults := list(_part(name).iter_errors(part))):
            return f" <- {part['type']}: {faults[0].message[-300:]}"
    return ""


@cache
def _part(name: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{name}", "components": _spec()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


@cache
def _spec() -> dict[str, Any]:
    """Return the file with every object closed: a misspelt field is a fault."""
    spec: dict[str, Any] = json.loads(SPEC.read_text(encoding="utf-8"))
    for schema in spec["components"]["schemas"].values():
        _close(schema)
    for operations in spec["paths"].values():
        _close(operations)
    return spec


def _close(node: Any) -> None:
    if isinstance(node, dict):
        if "properties" in node and node.get("type") in ("object", ["object", "null"]):
            node.setdefault("additionalProperties", False)
        for child in node.values():
            _close(child)
    elif isinstance(node, list):
        for child in node:
            _close(child)


@cache
def _routes() -> tuple[tuple[re.Pattern[str], str, frozenset[str]], ...]:
    routes = []
    for template, operations in _spec()["paths"].items():
        pattern = re.sub(r"\{[^}]+\}", "[^/]+", template)
        routes.append((re.compile(pattern), template, frozenset(operations)))
    # a literal route (@original) before one with a parameter
    return tuple(sorted(routes, key=lambda route: route[1].count("{")))


@cache
def _template_of(method: str, shape: str) -> str | None:
    fitting = (
        template
        for pattern, template, methods in _routes()
        if method.lower() in methods and pattern.fullmatch(shape)
    )
    return next(fitting, None)


def _template(method: str, path: str) -> str | None:
    return _template_of(method, _shape(path))


def _shape(path: str) -> str:
    """Return the path with 0 for every id and token."""
    return _ID.sub("/0", path)


@cache
def _validator(method: str, template: str, callback: int | None) -> Any:
    content = _spec()["paths"][template][method.lower()].get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    schema = content["application/json"]["schema"]
    if callback is not None:
        schema = {"$ref": f"#/components/schemas/{_CALLBACKS[callback]}"}
    return jsonschema_rs.Draft202012Validator({**schema, "components": _spec()["components"]})


def _callback_type(request: Request) -> int | None:
    return int(request.json["type"]) if _CALLBACK.fullmatch(request.path) else None


def _without_habits(request: Request) -> Any:
    """Return the body without fields that the library always sends and Discord accepts."""
    body = _ids_written(request.json)
    if request.method == "PUT" and request.path.endswith("/commands"):
        return [_without(command, "nsfw") for command in body]
    if _CALLBACK.fullmatch(request.path) and body.get("type") == 7:
        return {**body, "data": _without(body["data"], "tts")}
    if request.method == "PATCH" and isinstance(body, dict) and body.get("tts") is False:
        return _without(body, "tts")
    return body


def _ids_written(node: Any) -> Any:
    """Return the ids of emojis, people and files as text; the library sends them as numbers."""
    if isinstance(node, list):
        return [_ids_written(child) for child in node]
    if not isinstance(node, dict):
        return node
    changed = {key: _ids_written(child) for key, child in node.items()}
    emoji, mentions = changed.get("emoji"), changed.get("allowed_mentions")
    if isinstance(files := changed.get("attachments"), list):
        changed["attachments"] = [
            {**{key: file[key] for key in file if key not in _SEEN}, "id": str(file["id"])}
            for file in files
        ]
    if isinstance(changed.get("recipient_id"), int):
        changed["recipient_id"] = str(changed["recipient_id"])
    if isinstance(emoji, dict) and isinstance(emoji.get("id"), int):
        changed["emoji"] = {**emoji, "id": str(emoji["id"])}
    if isinstance(mentions, dict) and "users" in mentions:
        mentions = {**mentions, "users": list(map(str, mentions["users"]))}
        changed["allowed_mentions"] = mentions
    if isinstance(mentions, dict) and "roles" in mentions:
        changed["allowed_mentions"] = {**mentions, "roles": list(map(str, mentions["roles"]))}
    return changed


def _without(body: Mapping[str, Any], habit: str) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != habit}


# -- rules beyond the file


def _message(request: Request) -> Mapping[str, Any] | None:
    """Return the body of a request that writes a message."""
    body = request.json
    if _CALLBACK.fullmatch(request.path):
        return body.get("data") if body["type"] in (4, 7) else None
    if request.method in ("POST", "PATCH") and _MESSAGE.fullmatch(request.path):
        is_channel = not request.path.startswith("/webhooks") and "/messages" not in request.path
        return None if is_channel else body
    return None


def message_faults(body: Mapping[str, Any]) -> list[str]:
    """Return the faults of one message, all parts together."""
    parts = list(walk(body.get("components") or ()))
    found = [*_form(body, parts), *_mentions(body, parts), *_sizes(parts)]
    for part in parts:
        found += _part_faults(part)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    return found + [f"custom_id twice: {one}" for one in sorted(set(ids)) if ids.count(one) > 1]


def walk(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield every component at any depth, accessories too."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        if accessory := component.get("accessory"):
            yield from walk([accessory])


def _form(body: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    new = any(part["type"] >= 9 for part in parts)
    flagged = bool((body.get("flags") or 0) & V2)
    if new and not flagged:
        yield "V2 components without their flag"
    if flagged and any(body.get(key) for key in ("content", "embeds", "poll", "sticker_ids")):
        yield "V2 flag together with content, embeds or a poll"
    if len(body.get("content") or "") > 2000:
        yield f"{len(body['content'])} characters of content"


def _mentions(body: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Allow mentions of people by name only, each once, and few at a time; or of one role alone."""
    said = "\n".join([body.get("content") or "", *(one.get("content") or "" for one in parts)])
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "no allowed_mentions"
        return
    if allowed.get("parse"):
        yield f"mentions parsed: {allowed}"
    users, roles = allowed.get("users") or [], allowed.get("roles") or []
    named = [match[1] or "" for match in _MENTION.finditer(said)]
    if users and (len(users) > _MOST_MENTIONS or sorted(named) != sorted(map(str, users))):
        yield f"mentions {named} of {users}"
    if roles and (len(roles) != 1 or users or said.count("<@&") != 1):
        yield f"mentions roles {roles} beside {users}"


def _sizes(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if len(parts) > 40:
        yield f"{len(parts)} components"
    letters = sum(len(part["content"]) for part in parts if part["type"] == TEXT)
    if letters > 4000:
        yield f"{letters} characters"
    if any(part["type"] == TEXT and not part["content"].strip() for part in parts):
        yield "an empty text"


def _part_faults(part: Mapping[str, Any]) -> Iterator[str]:
    custom_id = part.get("custom_id", "x")
    if not 1 <= len(custom_id) <= 100:
        yield f"custom_id of {len(custom_id)} characters"
    yield from _unread(part)
    match part["type"]:
        case 1:
            kinds = [child["type"] for child in part["components"]]
            if not kinds or (set(kinds) == {BUTTON} and len(kinds) > 5):
                yield f"{len(kinds)} buttons in a row"
            if set(kinds) != {BUTTON} and len(kinds) > 1:
                yield "a select with neighbours"
        case 2:
            if len(part.get("label") or "") > 80:
                yield f"label of {len(part['label'])} characters"
            if not part.get("label") and not part.get("emoji"):
                yield "nothing on a button"
        case 3:
            yield from _select_faults(part)


def _unread(part: Mapping[str, Any]) -> Iterator[str]:
    """Yield buttons and choices of the bot that the bot could not parse."""
    own = _OWN.fullmatch(part.get("custom_id", ""))
    if own is None:
        return
    chosen = [option["value"] for option in part.get("options", ())]
    for one in chosen if own[1] == "s" else [f"{own[1]}:{own[2]}"]:
        if not _can_read(one):
            yield f"a press that cannot be read: {one}"


@cache
def _can_read(press: str) -> bool:
    """Return True if the bot can parse the custom id; cached, as no message matters."""
    try:
        read_press(press)
    except Refused:
        return False
    return True


def _select_faults(part: Mapping[str, Any]) -> Iterator[str]:
    options = part["options"]
    if not 1 <= len(options) <= 25:
        yield f"{len(options)} options"
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        yield "an option twice"
    for option in options:
        for key in ("label", "value", "description"):
            if len(option.get(key) or "") > 100:
                yield f"{key} of {len(option[key])} characters in a select"
    if len(part.get("placeholder") or "") > 150:
        yield "a long placeholder"
