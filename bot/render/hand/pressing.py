"""The buttons and the line of help for one decision of a seat.

Costly actions need a second press, next to their price.
"""

from bot.deeds.twice import Twice
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.deal import Stage
from bot.engine.notation import text
from bot.engine.view import View
from bot.render.families import manner_of
from bot.render.screen import Act, Press


def press_of(action: Action, view: View) -> Press:
    """Return the press of an action.

    An irreversible action first opens its confirmation, so that a double press does not play it.
    """
    return Twice(action) if _is_asked_twice(action, view) else Act(text(action))


def _is_asked_twice(action: Action, view: View) -> bool:
    if action is act.ACCEPT and view.stage is Stage.CLAIM:
        return True
    return manner_of(view.rules).twice(view, action) is not None
