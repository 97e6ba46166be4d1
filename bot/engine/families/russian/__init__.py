"""The Russian family: Sochi, Leningrad, Rostov and the blend of the playing sites.

``options``     house rules
``contracts``   the ladder of bids, values, quotas
``auction``     the auction
``defence``     whist, half-whist, pass, open or closed
``scoring``     the carry, accounts, the paid talon, the postings of a deal, the settlement;
                raspasy, the deal that all passed
``flow``        the course of a deal, and the Family object
"""
