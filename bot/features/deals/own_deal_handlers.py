"""Keeps the deals of a user under names: list, open, rename, delete, type, export."""

from typing import Final, NamedTuple

from bot import presets
from bot.analysis.postmortem.record import DealRecord
from bot.background.reviewer import deal_record
from bot.discord_ui import components, delivery
from bot.discord_ui.handlers import server_pages
from bot.discord_ui.handlers.context import Context, TableContext
from bot.discord_ui.handlers.registry import handles, handles_form
from bot.discord_ui.table_data import single_deal_of
from bot.engine.cards import Hand, Seat
from bot.engine.rules import BadRules, Rules
from bot.features.deals import deal_screens
from bot.features.deals.typed_hands import LONGEST_TEXT, PLACES, read_hands
from bot.features.solo_play import refuse_sealed, refuse_sealed_code
from bot.model.refusals import Refusal, Refused
from bot.model.values import replace
from bot.notation import replay_link, single_deal
from bot.notation.deal_code import BadCode, deal_code, read_deal_code
from bot.notation.deal_text import (
    MatchDeals,
    collection_json,
    collection_ppn,
    collection_text,
    deal_json,
    deal_text,
)
from bot.notation.ppn import ppn_text
from bot.notation.single_deal import BadDeal, ImportedDeal, SingleDeal, check_cards
from bot.presets import parse_rules
from bot.render import families
from bot.render.screen import AttachedFile, plain_line
from bot.store import GameDamaged, WriteFault, WriteRefused
from bot.store.queries.own_deals import DealOrigin, OwnDeal
from bot.store.queries.reviews import RecordedDeal
from bot.ui_commands.practice_commands import (
    DropOwnDeal,
    EnterOwnDeal,
    ExportMatch,
    ExportSeason,
    KeepAttempt,
    NameOwnDeal,
    OpenOwnDeal,
    ShowOwnDeals,
)
from bot.workers import TooSlow

# Finds deals of the store: a scored deal of a table, and a deal that a user keeps.


async def past_deal(
    context: TableContext, number: int
) -> tuple[single_deal.SingleDeal, RecordedDeal]:
    """Return a scored deal of this table by itself, if its cards are public.  Raises Refused."""
    services, table = context.services, context.table
    await services.tables.refuse_sealed_deal(table.row, number)
    recorded = await services.store.reviews.recorded_deal(table.id, number)
    if recorded is None:
        raise Refused(Refusal.NO_SUCH_DEAL, deal=number)
    record = deal_record(table.row.rules, recorded)
    if not record.rules.options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    return single_deal_of(services.presets, record), recorded


async def find_deal(context: Context, deal_id: int) -> OwnDeal:
    """Return a deal that the user keeps, or that somebody has shared.  Raises Refused."""
    found = await context.services.store.own_deals.get(deal_id)
    if found is None or (found.user_id != context.user_id and not found.shared):
        raise Refused(Refusal.OWN_DEAL_GONE)
    await refuse_sealed_code(context, found.code)
    return found


def read_stored_code(context: Context, code: str) -> single_deal.SingleDeal:
    """Return the deal of a stored code.  Raises Refused for one that rules no longer allow."""
    try:
        return read_deal_code(context.services.presets, code)
    except BadCode as error:
        raise Refused(Refusal.NO_REPLAY) from error


def deal_page(presets: presets.Presets, imported: ImportedDeal, link: str) -> deal_screens.DealPage:
    """Return the page of a deal."""
    deal = imported.deal
    games = single_deal.replayed(deal)
    result, balance = games[-1].last, single_deal.deal_balance(games)
    code = deal_code(presets, deal)
    return deal_screens.DealPage(imported, code, result, balance, link, files=_files(presets, deal))


def _files(presets: presets.Presets, deal: single_deal.SingleDeal) -> tuple[AttachedFile, ...]:
    """Return the deal as text, as JSON, and where it can be said as PPN."""
    written = {
        "deal.txt": deal_text(presets, deal),
        "deal.json": deal_json(presets, deal),
        "deal.ppn": ppn_text(presets, deal),
    }
    return tuple(AttachedFile(name, text.encode()) for name, text in written.items() if text)


def replay_url(context: Context, imported: ImportedDeal) -> str:
    """Return the link to the replay page; "" without a page, or where it would be too long."""
    url = context.services.replay_url
    if not url:
        return ""
    link = f"{url}#{replay_link.replay_fragment(imported.deal, context.words.locale)}"
    return link if len(link) <= replay_link.LONGEST_LINK else ""


_LONGEST_NAME: Final = 40
_REFUSAL_OF_FAULT: Final = {
    WriteFault.NAME_TAKEN: Refusal.OWN_DEAL_NAME_TAKEN,
    WriteFault.TOO_MANY_NAMES: Refusal.TOO_MANY_OWN_DEALS,
}


@handles(ShowOwnDeals)
async def show_own_deals(context: Context, _: ShowOwnDeals) -> None:
    """List the deals of the user; those that no rules allow any more are left out."""
    await _show_list(context)


async def _show_list(context: Context, note: str = "") -> None:
    listed = list[deal_screens.ListedDeal]()
    for own in await context.services.store.own_deals.of_user(context.user_id):
        try:
            listed.append((own, read_deal_code(context.services.presets, own.code)))
        except BadCode:
            continue
    await context.show(deal_screens.own_deals_screen(listed, context.words, note))


@handles(OpenOwnDeal)
async def open_own_deal(context: Context, command: OpenOwnDeal) -> None:
    """Show a deal of the user."""
    await show_own_deal(context, await own_deal(context, command.deal))


async def own_deal(context: Context, deal_id: int) -> OwnDeal:
    """Return a deal that belongs to the user.  Raises Refused."""
    found = await find_deal(context, deal_id)
    if found.user_id != context.user_id:
        raise Refused(Refusal.OWN_DEAL_GONE)
    return found


async def show_own_deal(
    context: Context, own: OwnDeal, imported: ImportedDeal | None = None, more: int = 0
) -> None:
    """Show the page of a deal; ``imported`` is how a text brought it just now."""
    found = imported or ImportedDeal(read_stored_code(context, own.code))
    page = deal_page(context.services.presets, found, replay_url(context, found))
    words = families.with_table_faces(found.deal.rules, context.words)
    screen = deal_screens.deal_page_screen(replace(page, own=own, more=more), words)
    await replace(context, words=words).show(screen)


@handles(NameOwnDeal)
async def ask_name(context: Context, command: NameOwnDeal) -> None:
    """Ask for the name of a deal in a modal, at once: a modal must be the first response."""
    words = context.words
    form = components.text_modal(
        0,
        command,
        title=words.say("own.name.title"),
        label=words.say("own.name.label"),
        description=words.say("own.name.explain"),
        placeholder="",
        max_length=_LONGEST_NAME,
    )
    await delivery.send_modal(context.interaction, form)


@handles_form(NameOwnDeal)
async def name_deal(context: Context, command: NameOwnDeal, fields: dict[str, str]) -> None:
    """Keep a deal under the typed name."""
    await own_deal(context, command.deal)
    name = plain_line(fields.get(components.TYPED_FIELD, ""))
    if not any(letter.isalnum() for letter in name):
        raise Refused(Refusal.OWN_DEAL_NAME)
    try:
        await context.services.store.own_deals.rename(context.user_id, command.deal, name)
    except WriteRefused as refused:
        raise _refusal(refused) from refused
    context.mark_stored()
    await show_own_deal(context, await own_deal(context, command.deal))


def _refusal(refused: WriteRefused) -> Refused:
    refusal = _REFUSAL_OF_FAULT[refused.refusal]
    if refusal is Refusal.TOO_MANY_OWN_DEALS:
        return Refused(refusal, limit=refused.limit)
    return Refused(refusal)


@handles(DropOwnDeal)
async def drop_own_deal(context: Context, command: DropOwnDeal) -> None:
    """Delete a deal; one with a name after a confirmation."""
    own = await own_deal(context, command.deal)
    if own.name and not command.is_sure:
        await context.show(deal_screens.drop_screen(own, context.words))
        return
    await context.services.store.own_deals.delete(context.user_id, own.deal_id)
    context.mark_stored()
    await _show_list(context, context.words.say("own.dropped"))


@handles(KeepAttempt)
async def keep_attempt(context: Context, command: KeepAttempt) -> None:
    """Make the attempt a deal of its own, ready for a name."""
    own = await own_deal(context, command.deal)
    if not own.course:
        raise Refused(Refusal.OWN_DEAL_GONE)
    now = context.services.tables.services.now()
    kept = await context.services.store.own_deals.put(
        context.user_id, own.course, DealOrigin.REPLAY, now
    )
    context.mark_stored()
    await show_own_deal(context, kept)


# The form in which a user types a deal: three hands, the talon, the dealer.

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
            deal_screens.place_text(place, words),
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
        await context.show(
            deal_screens.form_faults_screen(found.faults, wrong, [*texts, said], context.words)
        )
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


# Matches as files: the scored deals of one match, or of a user's matches of a season.
#
# The files name matches by number and nobody; deals whose cards the rules keep hidden stay out.

_SECONDS: Final = 60.0  # on the clock of a busy machine, for one match
_MOST_MATCHES: Final = 40  # of a season: the newest

Records = tuple[tuple[int, DealRecord], ...]


class WrittenMatch(NamedTuple):
    """The deals of one match in every form, "" for PPN where it can say none."""

    deals: MatchDeals
    ppn: str


@handles(ExportMatch)
async def export_match(context: TableContext, _: ExportMatch) -> None:
    """Show the scored deals of this match as files."""
    table = context.table
    if not parse_rules(table.row.rules).options.reveal_after_deal:
        raise Refused(Refusal.CARDS_HIDDEN)
    await _export(context, [(table.id, table.row.rules)], f"match-{table.id}")


@handles(ExportSeason)
async def export_season(context: Context, _: ExportSeason) -> None:
    """Show the deals of the user's matches of the newest season as files."""
    services = context.services
    seasons = await services.store.leaderboards.seasons(context.guild_id)
    if not seasons:
        raise Refused(Refusal.NO_DEAL_YET)
    season = seasons[0]
    games = services.store.game_queries
    found = list[tuple[int, str]]()
    wanted = await games.games_of_season(context.guild_id, context.user_id, season, _MOST_MATCHES)
    sealed = await services.tables.sealed_games(context.guild_id)
    for game_id in wanted:
        if game_id in sealed:
            continue
        stored = await games.load(game_id)
        if stored is not None and parse_rules(stored.game.rules).options.reveal_after_deal:
            found.append((game_id, stored.game.rules))
    await _export(context, found, f"season-{season}")


async def _export(context: Context, games: list[tuple[int, str]], name: str) -> None:
    """Show the files, made match by match in a worker.  Raises Refused without any deal."""
    await context.services.quotas.count_question(context.user_id)
    await context.defer()
    written = [await _written(context, game_id, rules) for game_id, rules in games]
    matches = [one.deals for one in written if one.deals.deals]
    if not matches:
        raise Refused(Refusal.NO_DEAL_YET)
    known = context.services.presets
    texts = {
        f"{name}.txt": collection_text(known, matches),
        f"{name}.json": collection_json(known, matches),
        f"{name}.ppn": "".join(one.ppn for one in written),
    }
    files = tuple(AttachedFile(name, text.encode()) for name, text in texts.items() if text)
    deals = sum(len(match.deals) for match in matches)
    await context.show(deal_screens.export_screen(len(matches), deals, files, context.words))


async def _written(context: Context, game_id: int, rules: str) -> WrittenMatch:
    """Return the deals of a match; those of a damaged one are left out."""
    reviews, found = context.services.store.reviews, list[tuple[int, DealRecord]]()
    try:
        for number in range(1, (await reviews.newest_deal(game_id) or 0) + 1):
            recorded = await reviews.recorded_deal(game_id, number)
            if recorded is not None:
                found.append((number, deal_record(rules, recorded)))
    except GameDamaged:
        found = []
    try:
        return await context.services.workers.run(_SECONDS, write_match, game_id, tuple(found))
    except TooSlow as error:
        raise Refused(Refusal.ANALYSIS_TOO_SLOW) from error


def write_match(game_id: int, records: Records) -> WrittenMatch:
    """Return the deals of a match by themselves: a job for a worker."""
    known = presets.load_presets()
    deals = tuple((number, single_deal_of(known, record)) for number, record in records)
    match = MatchDeals(game_id, deals)
    return WrittenMatch(match, collection_ppn(known, [match]))
