"""The form in which a user types a deal: three hands, the talon, the dealer."""

from typing import Final

from bot.discord_ui import components, delivery
from bot.discord_ui.handlers import server_pages
from bot.discord_ui.handlers.context import Context
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.engine.cards import Hand, Seat
from bot.engine.rule_errors import BadRules
from bot.engine.rules import Rules
from bot.features.deals.own_deal_handlers import show_own_deal
from bot.features.deals.own_deal_screens import form_faults_screen, place_text
from bot.features.deals.typed_hands import LONGEST_TEXT, PLACES, read_hands
from bot.features.sealed_deals import refuse_sealed
from bot.model.refusals import Refusal, Refused
from bot.notation.deal_code import deal_code
from bot.notation.single_deal import BadDeal, SingleDeal, check_cards
from bot.render import families
from bot.store.queries.own_deals import DealOrigin
from bot.ui_commands.deal_commands import EnterOwnDeal

_HANDS: Final = tuple(f"cards{place}" for place in range(PLACES))
_DEALER: Final = "dealer"
_LONGEST_DEALER: Final = 20
_MOST_FORMS: Final = 200  # kept for correction, the oldest dropped
_PLAYERS: Final = 3
# the letters of the seats, also as they look on a Cyrillic keyboard
_SEATS: Final = {"A": 0, "B": 1, "C": 2, "А": 0, "Б": 1, "В": 1, "С": 2, "1": 0, "2": 1, "3": 2}


@handles(EnterOwnDeal)
async def ask_hands(context: Context, command: EnterOwnDeal) -> None:
    """Ask for the hands in a form, with what was typed last if it had faults."""
    words, typed = context.words, context.services.deal_forms.get(context.user_id, {})
    how = words.say("form.how")
    lines = [
        components.FormField(
            name,
            place_text(place, words),
            how if not place else "",
            words.say("form.rest") if place == PLACES - 1 else "",
            typed.get(name, ""),
            LONGEST_TEXT,
        )
        for place, name in enumerate(_HANDS)
    ]
    dealer = typed.get(_DEALER, "C")
    label = words.say("form.dealer")
    lines.append(components.FormField(_DEALER, label, value=dealer, max_length=_LONGEST_DEALER))
    form = components.form_modal(0, command, words.say("form.title"), lines)
    await delivery.send_modal(context.interaction, form)


@handles_form(EnterOwnDeal)
async def read_form(context: Context, _: EnterOwnDeal, fields: dict[str, str]) -> None:
    """Show the typed deal, or every fault of it; nothing is stored with a fault."""
    rules = await _rules_here(context)
    catalogue = context.services.preferences.catalogue
    languages = [families.table_words(rules, words) for words in catalogue.languages.values()]
    texts = [fields.get(name, "") for name in _HANDS]
    found = read_hands(texts, languages, context.words.locale)
    said = fields.get(_DEALER, "").strip()[:_LONGEST_DEALER]
    dealer = _SEATS.get(said[-1:].upper(), -1)
    if found.faults or dealer < 0:
        _keep_form(context, fields)
        wrong = "" if dealer >= 0 else said or "–"
        await context.show(form_faults_screen(found.faults, wrong, [*texts, said], context.words))
        return
    context.services.deal_forms.pop(context.user_id, None)
    deal = _deal(rules, dealer, found.cards)
    await refuse_sealed(context, deal)
    own = await context.services.store.own_deals.put(
        context.user_id,
        deal_code(context.services.presets, deal),
        DealOrigin.FORM,
        context.services.tables.services.now(),
    )
    context.mark_stored()
    await show_own_deal(context, own)


async def _rules_here(context: Context) -> Rules:
    """Return the rules for three players of the preset that is played here."""
    preset = await server_pages.preset_here(context)
    try:
        return context.services.presets.rules(preset, players=_PLAYERS)
    except BadRules as error:
        raise Refused(Refusal.DEAL_RULES) from error


def _deal(rules: Rules, dealer: Seat, cards: tuple[tuple[int, ...], ...]) -> SingleDeal:
    *hands, talon = cards
    deal = SingleDeal(rules, dealer, tuple(map(Hand.of, hands)), talon)
    try:
        check_cards(deal)
    except BadDeal as error:
        raise Refused(Refusal.DEAL_CARDS) from error
    return deal


def _keep_form(context: Context, fields: dict[str, str]) -> None:
    forms = context.services.deal_forms
    forms[context.user_id] = {name: text[:LONGEST_TEXT] for name, text in fields.items()}
    while len(forms) > _MOST_FORMS:
        del forms[next(iter(forms))]
