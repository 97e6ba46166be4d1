"""PostgreSQL check, for games that are not in a file."""

from importlib.util import find_spec

from bot.address import DatabaseUrl
from bot.doctor.verdict import CheckResult, fail, ok, warn
from bot.store import DatabaseStatus, StoreError


async def check_database(url: str) -> tuple[CheckResult, DatabaseStatus | None]:
    """Check that the database responds and is ours, and return the metadata in it."""
    if find_spec("asyncpg") is None:
        advice = "install 'preferans-bot[fleet]' or leave DATABASE_URL out"
        return fail("database", f"The package asyncpg is missing: {advice}."), None
    from bot.store.postgres.looking import read_server_status

    address = DatabaseUrl(url)
    try:
        found = await read_server_status(address)
    except StoreError as error:
        return fail("database", str(error)), None
    if not found.version:
        return ok("database", f"{address} is empty; the first start lays it out."), found
    said = f"{address} has layout {found.version}"
    if found.version < found.known:
        advice = f"the next start brings it to {found.known}; save it with pg_dump first"
        return warn("database", f"{said}: {advice}."), found
    return ok("database", f"{said}, it answers."), found
