"""Double-dummy analysis: the solver and everything that is built on it.

Open first:
    position.py          cards in play, the contract, legal cards, and positions of engine deals
    solver.py            tricks of the declarer with open hands, for any position of a contract
    search_backend.py    chooses the reference search or its compiled form
    search.py            the reference search between two tricks; ``flat/`` holds its compiled form
    mid_trick.py         positions in the middle of a trick, card by card to its end
    keys.py              suits as codes, positions as integer keys
    suit_facts.py        bounds that a single suit proves, and the order in which to try suits
    trick_tables.py      all outcomes of a trick as additions to a key
    maxn.py              search for all-pass, where each player wants the fewest tricks
    all_pass_solver.py   rational lines and guaranteed maxima for all-pass deals
    claim_proofs.py      proofs that an offer of the remaining tricks is fair and certain
    claim_prover.py      the card layouts that public facts allow, and the search over them
    advice.py            records that explain a robot's choice
    review.py            the stored summary of a closed deal
    postmortem/          every card of a closed deal against best play
    problems/            problems ("etudes" in Russian): data, replies, solutions
"""
