"""The card game itself: pure values and functions, no I/O, no clock, no chance, no Discord.

``cards``        cards, suits, strains, hands as sets of bits; the legal cards of a trick, its
                 winner, the cards a player has shown to lack
``actions``      every action a table or a seat can take
``notation``     the text of an action, and the parser; stored texts of deal results and carries
``rules``        a family with its options; how actions, texts and rules are refused
``ledger``       postings, sheets, the steps of a settlement, the payments at the end
``deal``         the state of a deal, phases and their outcomes, the carry, the deal result
``phases``       exchange and declaration, shared by the families
``trick_play``   the play of ten tricks, claims, the dummy of two players
``family``       the interface of a family; ``families`` holds the three of them
``game``         the state machine of a match: legal actions, applying one, scoring
``view``         everything one seat or a spectator may know
``replaying``    replay of a log, and take-backs
``shuffle``      verifiable decks: commitment, players' words, shuffle
"""
