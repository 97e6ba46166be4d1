"""Public lines about take-backs, requested or done."""

from bot.engine.actions import Action, Discard, Seal
from bot.render.facts import TableData, TakeBackRequest
from bot.render.parts import join_dotted, join_lines, small_print
from bot.render.words import Words


def take_back_request_line(regret: TakeBackRequest, names: str, words: Words) -> str:
    """Return "Ana asks to take back 7⟦S⟧", with the number of later actions."""
    facts = {
        "name": regret.name,
        "act": action_text(regret.verb, regret.action, words),
        "names": names,
    }
    if not regret.since:
        return words.say("vote.takeback.fresh", **facts)
    return words.say_plural("vote.takeback", regret.since, **facts)


def public_action(action: Action) -> Action | None:
    """Return the public part of an action; None for a discard or a sealed bid."""
    return None if isinstance(action, Discard | Seal) else action


def action_text(verb: str, action: Action | None, words: Words) -> str:
    return words.say(f"takeback.{verb}") if action is None else words.action(action)


def take_backs_line(facts: TableData, words: Words) -> str:
    """Return the take-backs of this deal, and the last refused request."""
    kept = small_print(words.say("takeback.kept", name=facts.kept)) if facts.kept else ""
    return join_lines(_done_take_backs(facts, words), kept)


def _done_take_backs(facts: TableData, words: Words) -> str:
    if not facts.taken_back:
        return ""
    names = ((facts.name(seat), n) for seat, n in facts.taken_back)
    said = join_dotted(name if n == 1 else f"{name} × {n}" for name, n in names)
    return small_print(words.say("takeback.done", names=said))
