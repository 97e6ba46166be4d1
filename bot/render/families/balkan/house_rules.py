"""The house rules of the Balkan family by subject (rules/balkan.md 5)."""

from typing import Final

from bot.render.families.presenter import FamilyHouseRules

HOUSE_RULES: Final = FamilyHouseRules(
    groups={
        "match": (
            "players",
            "starting_level",
            "abandoned_game",
            "claims",
            "take_back",
            "reveal_after_deal",
            "tricks_shown",
            "stake_label",
        ),
        "cards": ("suit_skin", "suit_order", "direction"),
        "auction": (
            "game_commitment",
            "preferans_contract",
            "talon_exposed",
            "auto_forced_pass",
        ),
        "defence": (
            "plain_two",
            "plain_two_refa_exempt",
            "kontra_max_level",
            "kontra_callers",
            "rekontra_on_game_bettel",
            "sanac_lead",
            "stop_at_five",
            "partner_pays",
            "defence_conventions",
        ),
        "sheet": (
            "max_refas",
            "refa_scale",
            "refa_blocked_by_hat",
            "hat_rule",
            "bettel_kontra_payout",
            "last_contract_cut",
            "last_contract_fall",
        ),
    },
    common_options=(
        *("starting_level", "max_refas", "refa_scale", "hat_rule", "plain_two"),
        *("kontra_max_level", "game_commitment", "sanac_lead", "suit_skin", "claims"),
    ),
    title_options=("players", "starting_level"),
    offered_values={
        "starting_level": (10, 20, 30, 40, 50, 60, 80, 100, 150, 200),
        "max_refas": ("auto", 0, 1, 2, 3, 4, 5, 6, 8),
        "kontra_max_level": (None, 1, 2, 3, 4),
        "stake_label": ("points", "matches", "cookies"),
    },
    required_values={"refa_scale": ("max_refas", "auto")},
)
