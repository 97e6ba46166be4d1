"""The search in flat form, on arrays of integers, to be compiled by mypyc: ``make fast``.

``bot.analysis.search`` is the reference; this form visits the same positions in the same order, and
is many times as fast once compiled.  Interpreted it is slower than the reference and only compared
with it; ``bot.analysis.search_backend`` chooses between the two.

Open first:
    search.py            the search between two tricks
    maxn.py              the max-n search for all-pass
    mid_trick.py         positions in the middle of a trick, and card sets as integers
    trick_pool.py        all outcomes of tricks in one array
    suit_cards.py        the remaining cards of one suit
    clean_suits.py       suits that give a misère declarer no trick
    suit_plays.py        plays of one suit, with the cards off it, written as numbers
    off_suit.py          off-suit cards of a trick, written to a stack
    proofs.py            bounds from single suits, and move ordering
    bounds.py            the transposition table
    constants.py         constants of the reference, repeated for C

The code keeps to constructs that mypyc compiles well: native integers, vectors, counting loops.
A pitfall: ``CONSTANT << variable`` is wrong from 18 bits on; shift only variables to the left.
"""
