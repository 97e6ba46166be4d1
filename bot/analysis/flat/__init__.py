"""The search once more, on rows of numbers, to be compiled: ``make fast``.

``bot.analysis.search`` is the reference; this form visits the same positions in the same order, and
is many times as fast once a C compiler has seen it.  Interpreted it is slower than the reference
and only compared with it; ``bot.analysis.searches`` takes whichever serves better.

What is written here is what mypyc makes good C of: native integers, vectors, loops with a counter.
A trap of it: ``CONSTANT << variable`` is wrong from 18 places on; only variables are shifted left.
"""
