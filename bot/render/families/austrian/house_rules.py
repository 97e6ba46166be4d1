"""The house rules of the Austrian family by subject (rules/austrian.md 4)."""

from typing import Final

from bot.render.families.presenter import FamilyHouseRules

HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "match_end",
            "rounds",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
        ),
        "cards": (
            "deck_style",
            "suit_order",
            "talon_exposed",
            "trump_obligation",
            "lowest_winner_duty",
        ),
        "auction": (
            "premium_set",
            "hold_right",
            "hold_successor_3p",
            "hold_successor_4p",
            "number_jumps",
            "game_reveal",
            "game_may_name_hearts",
            "hearts_ends_auction",
            "after_buy",
            "after_buy_decline_final",
            "all_pass",
        ),
        "defence": (
            "forced_play",
            "negotiation",
            "negotiation_max_offers",
            "open_defence",
            "early_stop_premium",
        ),
        "pot": (
            "ante_mode",
            "ante_units",
            "max_amount_units",
            "basic_stake_chips",
            "ace_bonuses",
            "no_aces_when_unplayed",
            "sitting_dealer_pays_premiums",
        ),
    },
    common_options=(
        *("match_end", "rounds", "premium_set", "after_buy", "all_pass"),
        *("negotiation", "forced_play", "hold_right", "ace_bonuses", "trump_obligation"),
    ),
    title_options=("players", "rounds", "match_end"),
    offered_values={
        "rounds": (1, 2, 3, 4, 5, 6, 8, 10),
        "ante_units": (10, 20, 30, 50, 100),
        "max_amount_units": (10, 20, 30, 40, 50, 100),
        "basic_stake_chips": (10, 20, 50, 100),
        "negotiation_max_offers": (1, 2, 3, 4, 5),
        "stake_label": ("points", "matches", "cookies"),
    },
    player_counts={
        "hold_successor_3p": (3,),
        "hold_successor_4p": (4,),
        "sitting_dealer_pays_premiums": (4,),
    },
    required_values={
        "rounds": ("match_end", "rounds"),
        "hold_successor_3p": ("hold_right", "forehand"),
        "hold_successor_4p": ("hold_right", "forehand"),
        "game_may_name_hearts": ("game_reveal", "sealed_simultaneous"),
        "after_buy_decline_final": ("after_buy", True),
        "open_defence": ("premium_set", "hearts_5_8"),
        "no_aces_when_unplayed": ("ace_bonuses", True),
        "ante_units": ("ante_mode", "all_players_when_empty"),
    },
)
