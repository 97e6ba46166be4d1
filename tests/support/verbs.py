"""Actions of people in a simulated Discord: press enabled controls, type commands.

Every verb asserts that Discord got a response in time.
"""

import marshal
from copy import deepcopy
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import simcord
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.interactions as wire
import simcord.results
from simcord.backend import serializers
from simcord.components import walk_components

from bot.app import PreferansBot
from bot.discord_ui.messages.layout import render_markup
from bot.model.refusals import Refusal
from bot.presets import parse_rules
from bot.render.rules_screens import rule_pages
from bot.ui_commands.codec import command_text
from tests.support.message_content import Control, Message, Result, controls, words_of
from tests.support.simcord_timeouts import IDLE
from tests.support.stored_tables import Person, StoredTables
from tests.support.witness import SAID

_MOST_KNOWN = 1000  # messages
_WITHOUT_REFERENCES = 2  # marshal's version in which equal trees are equal bytes
_SELECT = discord.ComponentType.string_select.value
LOCALES: dict[int, str] = {}  # user or server id -> Discord's locale


def _speak_languages() -> None:
    """Give every interaction the locales of its person and server; simcord knows only en-US."""
    inner = wire.base_payload

    def base_payload(backend: Any, **how: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = inner(backend, **how)
        payload["locale"] = LOCALES.get(how["user_id"], "en-US")
        payload["guild_locale"] = LOCALES.get(how["guild_id"], "en-US")
        SAID[record.id] = how["data"]
        return record, payload

    wire.base_payload = base_payload


_speak_languages()


def copied(node: Any) -> Any:
    """Copy JSON like ``deepcopy``, in a tenth of the time; fall back to it for anything else.

    Only the branches that hold anything else, such as a member of an enum, are copied node by node.
    """
    try:
        return marshal.loads(marshal.dumps(node))  # noqa: S302 - bytes it has just made
    except ValueError:
        if type(node) is dict:
            return {key: copied(child) for key, child in node.items()}
        return [copied(child) for child in node] if type(node) is list else deepcopy(node)


def validate_components_once() -> None:
    """Let simcord validate the parts of a message once: each edit does it twice, a tenth of it.

    What it has validated it would not change again.
    """
    validate = simcord.components.validate_components
    known: dict[tuple[bytes, int], bytes] = {}

    def validate_components(components: Any, *, flags: int = 0) -> list[dict[str, Any]]:
        try:
            key = (marshal.dumps(components, _WITHOUT_REFERENCES), int(flags))
        except ValueError:
            return validate(components, flags=flags)
        if key not in known:
            if len(known) > _MOST_KNOWN:
                known.clear()
            valid = marshal.dumps(validate(components, flags=flags), _WITHOUT_REFERENCES)
            known[key] = known[valid, int(flags)] = valid
        found: list[dict[str, Any]] = marshal.loads(known[key])  # noqa: S302
        return found

    vars(simcord.components)["validate_components"] = validate_components


for _module in (simcord.components, simcord.results, serializers):
    vars(_module)["deepcopy"] = copied  # deepcopy took a tenth of an evening
for _module in (simcord.http.router, simcord.gateway):
    vars(_module)["copy"] = SimpleNamespace(deepcopy=copied)
validate_components_once()


@dataclass(kw_only=True)
class Visitors(StoredTables):
    """People in a server with one channel, and the bot they talk to."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    bot: PreferansBot
    unanswered: set[int] = field(default_factory=set)  # interactions that are meant to fail
    bare_clicks: bool = False  # clicks on ids that the message does not have

    # -- people and places

    def person(self, name: str, locale: str = "en-US", **of: Any) -> Person:
        """Return a new member of the server."""
        user = self.env.create_user(name.lower()[:20].replace(" ", "_"), global_name=name)
        someone = Person(self.guild.add_member(user, **of), name)
        LOCALES[someone.id] = locale
        self.people.append(someone)
        return someone

    def manager(self, name: str = "Marta") -> Person:
        """Return a member who may manage the server."""
        role = self.guild.create_role("mod", permissions=discord.Permissions(manage_guild=True))
        return self.person(name, roles=[role])

    def place(self, game: int | None = None) -> simcord.ChannelHandle:
        """Return the channel or thread where the table is played."""
        place = self.row(game)["place_id"]
        return next((one for one in self.channel.threads if one.id == place), self.channel)

    # -- reading

    def message(self, game: int | None = None) -> Message:
        """Return the newest public message of a table."""
        row = self.row(game)
        stored = self.env.backend.get_message(row["place_id"], row["message_id"])
        return Message(self.env, stored)

    def public(self, place: simcord.ChannelHandle | None = None) -> list[Message]:
        """Return every message that everybody sees, in order."""
        there = place or self.place()
        stored = self.env.backend.messages.get(there.id, {}).values()
        return [Message(self.env, one) for one in stored if not one.flags & 64]

    def public_words(self, place: simcord.ChannelHandle | None = None) -> str:
        return "\n".join(words_of(message) for message in self.public(place))

    def say(self, key: str, locale: str = "en", **facts: Any) -> str:
        words = self.bot.parts.catalogue.words(locale)
        return render_markup(words.say(key, **facts), self.bot.parts.assets, words)

    def sentence(self, why: Refusal, locale: str = "en", **facts: Any) -> str:
        words = self.bot.parts.catalogue.words(locale)
        return render_markup(words.refusal(why, **facts), self.bot.parts.assets, words)

    # -- actions

    def _keep(self, who: Person, result: Result, *, heard: bool = True) -> Result:
        assert result.acknowledged or not heard, f"no answer for {who.name}"
        if not result.acknowledged:
            self.unanswered.add(result._interaction.id)
        if (shown := result.response) is not None and shown.ephemeral:
            who.private = shown
            who.followups = lambda: result.followups
        for shown in result.followups:
            assert shown.ephemeral
            who.private = shown
            who.followups = lambda: result.followups
        return result

    async def command(
        self,
        who: Person,
        name: str,
        place: simcord.ChannelHandle | None = None,
        /,
        **options: object,
    ) -> Result:
        result = await who.actor.slash(place or self.place_or_channel(), name, **options)
        return self._keep(who, result)

    def place_or_channel(self) -> simcord.ChannelHandle:
        games = self.read("SELECT game_id FROM game WHERE game_id = ?", self.table)
        return self.place() if games else self.channel

    async def suggested(
        self, who: Person, name: str, option: str, typed: str = "", /, **filled: object
    ) -> list[str]:
        """Return the values that autocomplete offers."""
        found = await who.actor.autocomplete(self.place(), name, option, typed, **filled)
        return [str(choice["value"]) for choice in found]

    async def open_table(self, who: Person, /, **options: object) -> Result:
        """Run ``/table open``; the new table becomes the default one."""
        result = await self.command(who, "table open", self.channel, **options)
        newest = self.read("SELECT max(game_id) AS newest FROM game")[0]["newest"]
        self.table = int(newest or 1)
        return result

    def find(self, who: Person, what: str, on: Message | None = None) -> tuple[Message, Control]:
        """Return the enabled control with that meaning: on the private message, else in public."""
        places = [on]
        if on is None:
            games = self.read("SELECT 1 FROM game WHERE game_id = ?", self.table)
            places = [who.private, self.message() if games else None]
        seen = []
        for message in places:
            if message is None:
                continue
            for control in controls(message):
                if control.text == what and control.enabled:
                    return message, control
                seen.append(control.text + ("" if control.enabled else " (off)"))
        raise AssertionError(f"{who.name} cannot press {what!r}; there is {seen}")

    async def press(
        self, who: Person, what: str, on: Message | None = None, *, heard: bool = True
    ) -> Result:
        """Press a button, or choose an option of a select, by its meaning: ``join``, ``play KS``.

        A control that a lobby keeps behind **More** is found there.
        """
        on = await self._opened(who, what, on)
        message, control = self.find(who, what, on)
        if control.value is None:
            result = await who.actor.click(message, custom_id=control.custom_id)
        else:
            result = await who.actor.select(message, [control.value], custom_id=control.custom_id)
        return self._keep(who, result, heard=heard)

    async def _opened(self, who: Person, what: str, on: Message | None) -> Message | None:
        """Open the private page behind More, for a control that is not on a lobby itself."""
        if on is None or on.ephemeral:
            return on
        there = [control.text for control in controls(on) if control.enabled]
        if what in there or "more" not in there or self.status() != "lobby":
            return on
        await self.press(who, "more", on)
        return who.private

    async def name(self, who: Person, deed: str, chosen: Person) -> Result:
        """Choose a person in the one select of people on the private message."""
        assert who.private is not None
        (part,) = (one for one in walk_components(who.private.components) if one["type"] == 5)
        assert part["custom_id"].endswith(f":{deed}")
        result = await who.actor.select(who.private, [chosen.actor], custom_id=part["custom_id"])
        return self._keep(who, result)

    async def cut(self, who: Person, word: str, on: Message | None = None) -> Result:
        """Press the only Cut button and send the form with that word."""
        where = on or self.message()
        found = [one.text for one in controls(where) if one.text.startswith("cut ")]
        (deed,) = found or ["cut 1"]
        return await self.sent(who, await self.press(who, deed, where), word)

    async def sent(self, who: Person, shown: Result, word: str) -> Result:
        """Send the form that a press has opened."""
        return self._keep(who, await who.actor.submit_modal(shown, {"word": word}))

    async def set_rules(self, who: Person, **values: str) -> Result:
        """Open the page of house rules with the first of these options, and send it with them."""
        option = next(iter(values))
        rules = parse_rules(str(self.row()["rules"]))
        page = next(page for page in rule_pages(rules) if option in page.options)
        await self.press(who, "house", self.message())
        shown = await self.press(who, command_text(page.press), who.private)
        return await self.answer(who, shown, **values)

    async def answer(self, who: Person, shown: Result, **values: str) -> Result:
        """Send a form of questions with these answers, and the others as they were."""
        assert shown.modal is not None
        asked = [part["component"] for part in shown.modal["components"]]
        answers = {
            one["custom_id"]: option["value"]
            for one in asked
            for option in one["options"]
            if option.get("default")
        }
        lists = {one["custom_id"] for one in asked if one["type"] == _SELECT}
        given = answers | {name: said for name, said in values.items() if name in answers}
        sent = {name: [said] if name in lists else said for name, said in given.items()}
        return self._keep(who, await who.actor.submit_modal(shown, sent))

    async def raw(self, *clicks: tuple[Person, Message, str], heard: bool = True) -> list[Result]:
        """Send clicks that arrive together, also on ids that are gone or never existed."""
        results = []
        for who, message, custom_id in clicks:
            data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
            button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
            results.append(self._emit(who, message, data, button))
        await self.env.settle(idle=IDLE)
        return [
            self._keep(who, result, heard=heard)
            for (who, _, _), result in zip(clicks, results, strict=True)
        ]

    async def forged_choice(self, who: Person, message: Message, name: str, value: str) -> Result:
        """Send a select's value that the message never offered."""
        data = {"custom_id": name, "component_type": 3, "values": [value]}
        select = {"type": 3, "custom_id": name, "options": [{"label": "x", "value": "x"}]}
        result = self._emit(who, message, data, select)
        await self.env.settle(idle=IDLE)
        return self._keep(who, result)

    def _emit(
        self, who: Person, message: Message, data: dict[str, Any], part: dict[str, Any]
    ) -> Result:
        """Send the interaction with the message as it was seen, including the pressed component."""
        backend = self.env.backend
        record, payload = wire.base_payload(
            backend,
            type=3,
            channel_id=message.channel_id,
            guild_id=self.guild.id,
            user_id=who.id,
            data=data,
        )
        stored = message._message
        seen = copied(dict(serializers.message_payload(backend, stored)))
        there = {one.get("custom_id") for one in walk_components(seen["components"])}
        if data["custom_id"] not in there and not self.bare_clicks:
            seen["components"] = [*copied(stored.components), {"type": 1, "components": [part]}]
        payload["message"] = seen
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return Result(self.env, record)
