"""Reasons of transfers (rules/austrian.md 3.2, 3.4), each with a sentence in every language."""

from enum import StrEnum


class Why(StrEnum):
    ANTE = "ante"  # T1: the dealer's ante
    FUND = "fund"  # U1: all players' antes
    PAYOUT = "payout"  # U2: ten from the pot to the declarer, won or lost
    TRICK_PAY = "trick_pay"  # T2, U3: for a defender's own tricks
    HOST_PAY = "host_pay"  # T2, U3: for the tricks of host and guest
    POT_WON = "pot_won"  # T3: the amount at stake
    DECLARER_FALLS = "declarer_falls"  # T4, U4
    DEFENDER_FALLS = "defender_falls"  # T5, U5
    HOST_FALLS = "host_falls"  # T6, U6
    PREMIUM = "premium"  # T7, U7: hearts and the contracts without trump
    MOST_TRICKS = "most_tricks"  # T8: Ausfechten
    FOUR_ACES = "four_aces"  # U8
    NO_ACES = "no_aces"  # U9
