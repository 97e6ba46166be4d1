"""The private hand: what is asked, the cards, the answers."""
