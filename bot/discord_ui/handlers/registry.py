"""The handler of each UI command: a function registers itself with ``@handles(Command)``.

Handlers that most servers seldom need are imported with the first of their commands.  A command
whose page would show a sealed deal is refused first.
"""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Final, Generic, TypeVar, overload

from bot.discord_ui.handlers.context import Context, TableContext
from bot.model.refusals import Refusal, Refused
from bot.ui_commands import play_commands, practice_commands, server_commands, view_commands
from bot.ui_commands.codec import ServerCommand, TableCommand, UiCommand
from bot.ui_commands.play_commands import CloseTable

# Keeps the deals of a table closed that another table of its event may still be dealt.
#
# Everything that shows what was dealt, bid, played or won is listed here; a test finds a command
# that is in no list. The players of a table see their own game as at any table.

OF_A_DEAL: Final = (
    view_commands.ShowDeal,
    view_commands.TakeDealAlong,
    view_commands.ReplayDeal,
    view_commands.ShareDeal,
    view_commands.AnimateDeal,
    view_commands.ShowBestLine,
    view_commands.ShowCalls,
    view_commands.ShowPostMortem,
    view_commands.ShowNextMistake,
    view_commands.StepThroughDeal,
    practice_commands.PlayDealAgain,
)
"""Pages of one scored deal: closed to everybody until the deal is open."""

OF_A_MATCH: Final = (
    view_commands.ShowMatch,
    practice_commands.ExportMatch,
    play_commands.VerifyDeck,
)
"""Pages of the whole match, and its seeds: closed to everybody until all deals are open."""

OF_A_TABLE: Final = (
    play_commands.AskForHand,
    play_commands.ShowHand,
    play_commands.ShowKibitzPage,
    play_commands.ExplainBarredActions,
    server_commands.ShowHelp,
    view_commands.ShowLastTrick,
    view_commands.ShowMorePage,
    view_commands.ShowScore,
    view_commands.ShowSettlement,
    view_commands.ShowTableInWords,
)
"""Pages of the game as it stands: for its own players until all deals are open."""


async def refuse_sealed_command(context: TableContext, command: TableCommand) -> None:
    """Raise Refused for a command whose page would show a deal that is not open."""
    row, tables = context.table.row, context.services.tables
    if not row.event:
        return
    if isinstance(command, play_commands.ShowHint):
        raise Refused(Refusal.EVENT_FIXED)
    if isinstance(command, OF_A_MATCH):
        await tables.refuse_sealed_deal(row)
    elif isinstance(command, OF_A_DEAL):
        newest = await tables.services.store.reviews.newest_deal(row.game_id)
        await tables.refuse_sealed_deal(row, command.deal or newest)
    elif isinstance(command, OF_A_TABLE) and not _is_player(context):
        is_lobby = row.started_at is None
        if not is_lobby and not await tables.is_deal_open(row):
            raise Refused(Refusal.EVENT_PLAYERS_ONLY)


def _is_player(context: TableContext) -> bool:
    state = context.table.state
    seat = state.seat_of(context.user_id)
    return seat is not None or state.reserved_seat(context.user_id) is not None


C = TypeVar("C", bound=UiCommand)
S = TypeVar("S", bound=ServerCommand)
T = TypeVar("T", bound=TableCommand)
X = TypeVar("X", bound=Context)
Handler = Callable[[X, C], Awaitable[None]]


HANDLER_MODULES: Final[dict[type[UiCommand], str]] = {}
"""Module of a command's handler, by command, if the first such command imports it."""


def handled_in(module: str, *kinds: type[UiCommand]) -> None:
    """Let the first of these commands import ``module``, which registers their handlers."""
    HANDLER_MODULES.update(dict.fromkeys(kinds, module))


def _import_handler(kind: type[UiCommand]) -> None:
    if (module := HANDLER_MODULES.get(kind)) is not None:
        import_module(module)


class HandlerRegistry(Generic[X]):
    """Handlers by command class; all take the same kind of context."""

    def __init__(self) -> None:
        self._handlers: dict[type[UiCommand], Handler[X, UiCommand]] = {}
        self._names: dict[type[UiCommand], str] = {}  # of the handlers, with their modules

    def handles(
        self, kind: type[C], *, once: bool = False
    ) -> Callable[[Handler[X, C]], Handler[X, C]]:
        """Register the decorated function.  Raises ValueError for a second handler of a class.

        A handler with ``once`` runs once for each interaction.  The same handler may come again:
        a module whose import failed half way is imported anew.
        """

        def register(handler: Handler[X, C]) -> Handler[X, C]:
            async def run(context: X, command: UiCommand) -> None:
                assert isinstance(command, kind)
                if once:
                    await context.claim()
                await handler(context, command)

            name = f"{handler.__module__}.{handler.__qualname__}"
            if self._names.setdefault(kind, name) != name:
                raise ValueError(f"{kind.__name__} has a handler already")
            self._handlers[kind] = run
            return handler

        return register

    async def run(self, context: X, command: UiCommand) -> None:
        """Carry out a command.  Raises Refused."""
        _import_handler(kind := type(command))
        await self._handlers[kind](context, command)

    def commands(self) -> tuple[type[UiCommand], ...]:
        """Return the command classes whose handlers are imported."""
        return tuple(self._handlers)


SERVER_HANDLERS: Final = HandlerRegistry[Context]()
TABLE_HANDLERS: Final = HandlerRegistry[TableContext]()


@overload
def handles(
    kind: type[S], *, once: bool = ...
) -> Callable[[Handler[Context, S]], Handler[Context, S]]: ...
@overload
def handles(
    kind: type[T], *, once: bool = ...
) -> Callable[[Handler[TableContext, T]], Handler[TableContext, T]]: ...
def handles(
    kind: type[S] | type[T], *, once: bool = False
) -> (
    Callable[[Handler[Context, S]], Handler[Context, S]]
    | Callable[[Handler[TableContext, T]], Handler[TableContext, T]]
):
    """Register the decorated function as the handler of a command class.

    A ServerCommand's handler takes any context, because it runs without a table too. A handler with
    ``once`` runs once for each interaction, however often Discord delivers it: whatever creates
    something, and whatever would mean something else by the time it is delivered again.
    """
    if issubclass(kind, ServerCommand):
        return SERVER_HANDLERS.handles(kind, once=once)
    return TABLE_HANDLERS.handles(kind, once=once)


FormHandler = Callable[[Context, S, dict[str, str]], Awaitable[None]]
_FORM_HANDLERS: Final[dict[type[ServerCommand], FormHandler[ServerCommand]]] = {}


def handles_form(kind: type[S]) -> Callable[[FormHandler[S]], FormHandler[S]]:
    """Register the decorated function for the submitted form that a command of this class asks.

    It is given the typed text by the name of its field.
    """

    def register(handler: FormHandler[S]) -> FormHandler[S]:
        async def run(context: Context, command: ServerCommand, fields: dict[str, str]) -> None:
            assert isinstance(command, kind)
            await handler(context, command, fields)

        _FORM_HANDLERS[kind] = run
        return handler

    return register


async def run_form(context: Context, command: ServerCommand, fields: dict[str, str]) -> None:
    """Carry out a submitted form that belongs to no table.  Raises Refused."""
    _import_handler(kind := type(command))
    handler = _FORM_HANDLERS.get(kind)
    if handler is None:
        raise Refused(Refusal.NO_SUCH_BUTTON)
    await handler(context, command, fields)


async def run_server_command(context: Context, command: ServerCommand) -> None:
    """Carry out a command that needs no table.  Raises Refused."""
    await SERVER_HANDLERS.run(context, command)


async def run_table_command(context: TableContext, command: TableCommand) -> None:
    """Carry out a command at a table; an unreadable table can only be closed.  Raises Refused."""
    refusal = context.table.load_refusal
    if refusal is not None and not isinstance(command, CloseTable):
        raise Refused(refusal)
    await refuse_sealed_command(context, command)
    if isinstance(command, ServerCommand):
        await SERVER_HANDLERS.run(context, command)
    else:
        await TABLE_HANDLERS.run(context, command)
