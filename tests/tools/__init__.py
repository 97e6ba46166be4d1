"""Tests of the developers' programs: speed, strength, set problems, pictures, long walks."""
