"""The Balkan family: Croatian, Serbian, Slovenian, the guide, and the general Balkan order.

``options``     house rules
``contracts``   names and values of bids and contracts
``auction``     the auction, and the comparison of several games
``defence``     join, drop, alone, invite, and the doubling of the stake
``scoring``     the carry, accounts, refas and hats, the postings of a deal, the settlement,
                the payment for tricks taken from one's partner
``flow``        the course of a deal and its play, and the Family object
"""
