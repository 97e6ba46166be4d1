"""The Balkan family: Croatian, Serbian, Slovenian, the guide, and the general Balkan order.

``options``     house rules
``contracts``   names and values of bids and contracts
``auction``     the auction, and the comparison of several games
``defence``     join, drop, alone, invite, and the doubling of the stake
``play``        leads, early end, capped claims
``scoring``     the carry, accounts, refas and hats, the postings of a deal
``partner``     payment for tricks taken from one's partner
``settlement``  balances and settlement steps
``flow``        the course of a deal, and the Family object
"""
