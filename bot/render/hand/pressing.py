"""The buttons and the line of help for one decision of a seat.

Costly actions need a second press, next to their price.
"""

from bot.deeds.twice import ConfirmAction
from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.deal import Stage
from bot.engine.notation import format_action
from bot.engine.view import View
from bot.render.families import presenter_of
from bot.render.screen import ActionPress, Press


def press_for(action: Action, view: View) -> Press:
    """Return the press of an action.

    An irreversible action first opens its confirmation, so that a double press does not play it.
    """
    return (
        ConfirmAction(action)
        if _needs_confirmation(action, view)
        else ActionPress(format_action(action))
    )


def _needs_confirmation(action: Action, view: View) -> bool:
    if action is act.ACCEPT and view.stage is Stage.CLAIM:
        return True
    return presenter_of(view.rules).confirmation_price(view, action) is not None
