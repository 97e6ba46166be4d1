"""One-line captions of a running game: contract, marks, fine print."""

from bot.engine.view import DealView, View
from bot.render.families import presenter_of
from bot.render.formatting import join_dotted, small_print
from bot.render.house_rules.rule_text import ends_line, game_title
from bot.render.screen_data import TableData
from bot.render.words import TableWords


def contract_line(view: View, table: DealView, facts: TableData, words: TableWords) -> str:
    """Return "Ana plays 7 diamonds"; "raspasy"; "Ana plays 4 hearts, rekontra"."""
    contract = table.contract
    if contract is None:
        return words.say("board.all_pass")
    name, what = facts.name(contract.declarer), words.contract(contract.name)
    note = presenter_of(view.rules).stake_note(view, words)
    return join_dotted((words.say("board.plays", name=name, contract=what), note))


def marks_line(view: View, facts: TableData, words: TableWords) -> str:
    """Return the marks that pass from deal to deal, while they matter."""
    return presenter_of(view.rules).marks(view, facts, words)


def fine_print(view: View, facts: TableData, words: TableWords) -> str:
    """Return the small line about the game: title, kind, dealer, marks, end."""
    dealer = words.say("board.dealer", name=facts.name(view.dealer)) if view.dealer >= 0 else ""
    title, marks = game_title(view.rules, words), marks_line(view, facts, words)
    kind = words.say(f"kind.{facts.kind}")
    return small_print(join_dotted((title, kind, dealer, marks, ends_line(facts, words))))
