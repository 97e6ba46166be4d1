"""Trio, the smallest family there can be: the example to copy.

Three players get ten cards each; two cards stay aside and nobody sees them.  Beginning at the
dealer's left, each player passes or calls a contract above the last one, once.  There are three:

    4NT   at least four tricks without trump, one point
    6NT   at least six tricks without trump, two points
    M     misère, no trick, three points

The highest caller is declarer, the other two defend, and forehand leads.  The declarer writes the
points of a contract made, and owes those of a contract failed.  If all pass, nothing is written.
The match ends after ``deals`` deals, and everybody pays everybody the difference of their points.

A family is three parts, here a module each; in ``bot`` each of them is a package of that name:

``engine``      options, carry, account, auction, scoring, settlement, and the ``Family``
``render``      the ``FamilyPresenter``: house rules, and the texts that only this family has
``robots``      the ``FamilyStrategy``: the calls of robots, and how names of contracts are read
``trio.toml``   a preset
``words.po``    the words it needs in every language, here in English

Each register takes one line, which ``tests/test_families.py`` adds while it plays.
"""
