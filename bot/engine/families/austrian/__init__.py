"""Viennese Préférence and its plain Austrian form (rules/austrian.md).

``options``      house rules
``contracts``    calls, contracts, ranks, targets
``auction``      the auction, games named in secret, the after-buy
``defence``      join, stay home, invite
``play``         announcements during the play, offers to split the tricks
``phase_setup``  the first state of each part of a deal, and the questions after it
``scoring``      the carry, accounts, the pot, the transfers of a deal, the settlement
``flow``         the course of a deal, and the Family object
"""
