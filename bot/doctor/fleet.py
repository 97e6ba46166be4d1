"""Fleet checks: the shards of this process and their current holders."""

from importlib.util import find_spec

from bot.address import UnrecoverableError
from bot.doctor.verdict import CheckResult, fail, ok, warn
from bot.settings import Settings, SettingsError
from bot.terms import ShardRange


async def check_shards(settings: Settings) -> CheckResult:
    """Check the holders of the shards without acquiring any."""
    try:
        owned = settings.owned_shards()
    except SettingsError as error:
        return fail("shards", str(error))
    if settings.database_url is None:
        return ok("shards", "All of them: there is one process, with its file.")
    if find_spec("asyncpg") is None:
        return fail("shards", "The package asyncpg is missing: install 'preferans-bot[fleet]'.")
    from bot.fleet.ground import DATABASE_ERRORS, list_holders

    try:
        found = await list_holders(settings.database_url.get_secret_value(), check_usable=True)
    except UnrecoverableError as error:
        return fail("shards", f"PostgreSQL cannot be asked like this ({error}): see above.")
    except DATABASE_ERRORS as error:
        advice = "look at DATABASE_URL and whether the server runs"
        return fail("shards", f"PostgreSQL does not answer ({type(error).__name__}): {advice}.")
    said = "; ".join(
        f"{one.owned} since {one.silent_seconds:.0f} s without a word" for one in found
    )
    if any(one.owned.total != owned.total for one in found):
        advice = "all processes of a fleet need the same number behind the stroke of SHARDS"
        return warn("shards", f"Others count them otherwise ({said}): {advice}.")
    if any(_overlap(one.owned, owned) for one in found):
        return ok("shards", f"{owned} are held, this process would stand by. Held: {said}.")
    return ok("shards", f"{owned} are free. Held: {said or 'none'}.")


def _overlap(one: ShardRange, other: ShardRange) -> bool:
    return one.first <= other.last and other.first <= one.last
