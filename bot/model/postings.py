"""One entry of the sheet, as the engine writes it and the store keeps it."""

from typing import NamedTuple


class Posting(NamedTuple):
    """``amount`` written into ``account`` of ``seat`` (against one opponent when paired).

    ``why`` names the reason; the amount is ``count`` times ``unit``, times the multipliers of the
    rules.
    """

    account: str
    seat: int
    against: int | None
    amount: int
    why: str
    count: int  # type: ignore[assignment]  # tuple.count is not missed
    unit: int
