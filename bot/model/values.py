"""Records: the base of most classes that only hold values.

A frozen dataclass writes and compiles its methods when its module is imported, half a millisecond
for each class, and sets the fields of an instance one by one, through a method of ``object``.  A
struct of msgspec has its methods in C: 20 us for a class, and a tenth of the time for an instance
(``docs/decisions/018-records-as-structs.md``).

Dataclasses are left where the engine and compiled modules need them, where fields change, and where
one is left out of the text, the comparison or the arguments.
"""

import dataclasses
from typing import TYPE_CHECKING, TypeVar, dataclass_transform

from msgspec import Struct, field, to_builtins
from msgspec.structs import asdict, astuple
from msgspec.structs import replace as _replace_struct

__all__ = ["Record", "asdict", "astuple", "field", "replace", "to_builtins"]

V = TypeVar("V")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Struct, frozen=True):
    """Values under names, which never change; equal to one of its class with equal values."""


if TYPE_CHECKING:
    from dataclasses import replace  # its callers are checked, by name and type of each field
else:

    def replace(record: V, /, **changes: object) -> V:
        """Return a copy of a record or a dataclass in which these fields differ."""
        if isinstance(record, Struct):
            return _replace_struct(record, **changes)
        return dataclasses.replace(record, **changes)
