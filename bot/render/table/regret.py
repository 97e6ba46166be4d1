"""Public lines about take-backs, requested or done."""

from bot.engine.actions import Action, Discard, Seal
from bot.render.facts import Regret, TableFacts
from bot.render.parts import dotted, lines, small
from bot.render.words import Words


def regret_line(regret: Regret, names: str, words: Words) -> str:
    """Return "Ana asks to take back 7⟦S⟧", with the number of later actions."""
    facts = {
        "name": regret.name,
        "act": act_words(regret.verb, regret.action, words),
        "names": names,
    }
    if not regret.since:
        return words.say("vote.takeback.fresh", **facts)
    return words.count("vote.takeback", regret.since, **facts)


def public_act(action: Action) -> Action | None:
    """Return the public part of an action; None for a discard or a sealed bid."""
    return None if isinstance(action, Discard | Seal) else action


def act_words(verb: str, action: Action | None, words: Words) -> str:
    return words.say(f"takeback.{verb}") if action is None else words.action(action)


def taken_back_line(facts: TableFacts, words: Words) -> str:
    """Return the take-backs of this deal, and the last refused request."""
    kept = small(words.say("takeback.kept", name=facts.kept)) if facts.kept else ""
    return lines(_taken_back(facts, words), kept)


def _taken_back(facts: TableFacts, words: Words) -> str:
    if not facts.taken_back:
        return ""
    names = ((facts.name(seat), n) for seat, n in facts.taken_back)
    said = dotted(name if n == 1 else f"{name} × {n}" for name, n in names)
    return small(words.say("takeback.done", names=said))
