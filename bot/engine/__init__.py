"""The game itself: pure values and functions, no I/O, no clock, no chance, no Discord."""
