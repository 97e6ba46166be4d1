"""Problems ("etudes" in Russian): open hands, a contract, and an aim to reach.

Open first:
    problem.py           a problem as data, and the replay of a line of cards
    collection.py        all shipped problems, and the daily problem of a server
    posing.py            a problem from the position of a deal
    opponent.py          the opponents' best defence, the cost of a mistake, the solution
"""
