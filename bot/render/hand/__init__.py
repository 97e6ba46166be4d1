"""The private messages of one seat.

- private_hand: the hand: the task, the cards, the buttons of all legal actions
- decision: the buttons and the line of help for one decision
- dialogs: claims, confirmations, explanations, and the menu (leaving, pausing, ending)
- typed_input: typed text resolved to legal actions
"""
