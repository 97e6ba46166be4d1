"""An act that is asked back or was taken back, as the whole table is told."""

from bot.engine.actions import Action, Discard, Seal
from bot.render.facts import Regret, TableFacts
from bot.render.parts import dotted, lines, small
from bot.render.words import Words


def regret_line(regret: Regret, names: str, words: Words) -> str:
    """Ana asks to take back 7⟦S⟧, and what was done since; who agrees knows what he agrees to."""
    facts = {
        "name": regret.name,
        "act": act_words(regret.verb, regret.action, words),
        "names": names,
    }
    if not regret.since:
        return words.say("vote.takeback.fresh", **facts)
    return words.count("vote.takeback", regret.since, **facts)


def public_act(action: Action) -> Action | None:
    """What everybody may know of it: nothing of what was laid away or sealed but that it was."""
    return None if isinstance(action, Discard | Seal) else action


def act_words(verb: str, action: Action | None, words: Words) -> str:
    return words.say(f"takeback.{verb}") if action is None else words.action(action)


def taken_back_line(facts: TableFacts, words: Words) -> str:
    """Who has taken something back in this deal, how often, and whose last act stands."""
    kept = small(words.say("takeback.kept", name=facts.kept)) if facts.kept else ""
    return lines(_taken_back(facts, words), kept)


def _taken_back(facts: TableFacts, words: Words) -> str:
    if not facts.taken_back:
        return ""
    names = ((facts.name(seat), n) for seat, n in facts.taken_back)
    said = dotted(name if n == 1 else f"{name} × {n}" for name, n in names)
    return small(words.say("takeback.done", names=said))
