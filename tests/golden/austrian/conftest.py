"""The family is in the register during these tests."""

from tests.support.austrian import registered

__all__ = ["registered"]
