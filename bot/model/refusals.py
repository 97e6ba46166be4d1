"""Refusals of a table, as opposed to illegal actions in the game.

Each value has a message in every language under ``table.<value>``: the reason, and what to do now.
``REFUSAL_FACTS`` names the parameters of a message. Imports nothing of the project.
"""

from enum import StrEnum
from typing import Final


class Refusal(StrEnum):
    """The reasons to refuse a request before the rules of the game apply."""

    # seats and turns
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    NOT_HOST = "not_host"
    NO_PERMISSION = "no_permission"
    # the table
    TABLE_OVER = "table_over"
    UNKNOWN_TABLE = "unknown_table"
    TABLE_FROZEN = "table_frozen"
    TABLE_DAMAGED = "table_damaged"
    TABLE_PAUSED = "table_paused"
    NOT_PAUSED = "not_paused"
    NOT_STARTED = "not_started"
    NO_TABLE_HERE = "no_table_here"
    SEVERAL_TABLES_HERE = "several_tables_here"
    TOO_MANY_TABLES_HERE = "too_many_tables_here"
    TOO_MANY_TABLES_OF_YOURS = "too_many_tables_of_yours"
    # reported deals
    REPORT_TOO_LATE = "report_too_late"
    REPORTED_ALREADY = "reported_already"
    TOO_MANY_REPORTS = "too_many_reports"
    REPORTS_DISMISSED = "reports_dismissed"
    OWN_MATCH = "own_match"
    RULED_MEANWHILE = "ruled_meanwhile"
    RULING_WAITS = "ruling_waits"
    REASON_MISSING = "reason_missing"
    AMOUNT_UNREADABLE = "amount_unreadable"
    AMOUNT_AS_BEFORE = "amount_as_before"
    DECISION_TOO_LATE = "decision_too_late"
    # kibitzers
    KIBITZ_LEAGUE = "kibitz_league"
    KIBITZ_PLAYER = "kibitz_player"
    KIBITZ_DECLINED = "kibitz_declined"
    KIBITZ_ONE_HAND = "kibitz_one_hand"
    KIBITZERS_ENOUGH = "kibitzers_enough"
    KIBITZER_SITS = "kibitzer_sits"
    # quotas
    TABLES_TOO_OFTEN = "tables_too_often"
    TABLES_TOO_OFTEN_HERE = "tables_too_often_here"
    QUESTIONS_TOO_OFTEN = "questions_too_often"
    # the lobby
    SEAT_TAKEN = "seat_taken"
    SEATS_CHANGED = "seats_changed"
    INVITE_NOT_HIM = "invite_not_him"
    INVITE_UNWANTED = "invite_unwanted"
    INVITED_LATELY = "invited_lately"
    INVITED_ENOUGH = "invited_enough"
    TABLE_FULL = "table_full"
    HOUR_UNREADABLE = "hour_unreadable"
    HOUR_TOO_FAR = "hour_too_far"
    HOUR_PAST = "hour_past"
    TIME_UNREADABLE = "time_unreadable"
    TOO_MANY_WEEKLY = "too_many_weekly"
    WEEKLY_GONE = "weekly_gone"
    WEEKLY_UNFINISHED = "weekly_unfinished"
    WEEKLY_IN_THREAD = "weekly_in_thread"
    ROLE_SILENT = "role_silent"
    TITLE_PERMISSION = "title_permission"
    TITLE_ROLE_GONE = "title_role_gone"
    TITLE_ROLE_SPECIAL = "title_role_special"
    TITLE_ROLE_ABOVE = "title_role_above"
    TITLE_ROLE_OTHERS = "title_role_others"
    NO_FREE_SEAT = "no_free_seat"
    ALREADY_SEATED = "already_seated"
    SEATS_FREE = "seats_free"
    LOBBY_EXPIRED = "lobby_expired"
    GAME_RUNNING = "game_running"
    RULES_FIXED = "rules_fixed"
    VALUE_UNKNOWN = "value_unknown"
    PRESET_UNKNOWN = "preset_unknown"
    LEVEL_UNKNOWN = "level_unknown"
    # saved house rules
    RULES_NAME = "rules_name"
    RULES_NAME_PRESET = "rules_name_preset"
    RULES_NAME_TAKEN = "rules_name_taken"
    TOO_MANY_RULES = "too_many_rules"
    RULES_OUTDATED = "rules_outdated"
    RULES_GONE = "rules_gone"
    # fair decks
    CUT_TOO_LATE = "cut_too_late"
    SEED_UNTIL_SCORED = "seed_until_scored"
    SEED_UNTIL_END = "seed_until_end"
    # hints
    NO_HINTS_HERE = "no_hints_here"
    NOTHING_TO_HINT = "nothing_to_hint"
    HINT_OUTDATED = "hint_outdated"
    HINT_TOO_SLOW = "hint_too_slow"
    # leaving, coming back, voting, the next deal, the next game
    HAS_LEFT = "has_left"
    SEAT_KEPT = "seat_kept"
    QUESTION_OPEN = "question_open"
    NOT_YOUR_SEAT = "not_your_seat"
    SUCCESSOR_SEATED = "successor_seated"
    SUCCESSOR_BUSY = "successor_busy"
    SUCCESSOR_ROBOT = "successor_robot"
    NOT_AWAY = "not_away"
    NO_VOTE = "no_vote"
    VOTE_OPEN = "vote_open"
    TAKE_BACK_KEPT = "take_back_kept"
    NO_CLAIM = "no_claim"
    DEAL_RUNNING = "deal_running"
    GAME_NOT_OVER = "game_not_over"
    STILL_SEATED = "still_seated"
    REMATCH_TAKEN = "rematch_taken"
    SERVER_ONLY = "server_only"
    CANNOT_POST_HERE = "cannot_post_here"
    BOT_CANNOT_VIEW = "bot_cannot_view"
    BOT_CANNOT_SEND = "bot_cannot_send"
    BOT_CANNOT_SEND_IN_THREADS = "bot_cannot_send_in_threads"
    NO_SUCH_BUTTON = "no_such_button"
    NO_SUCH_COMMAND = "no_such_command"
    # problems
    ETUDE_GONE = "etude_gone"
    ETUDE_CARD = "etude_card"
    ETUDE_NOT_SOLVED = "etude_not_solved"
    ETUDE_NO_PLACE = "etude_no_place"
    # old matches
    MATCH_CLOSED = "match_closed"
    SHARED_JUST_NOW = "shared_just_now"
    # post-mortems
    NO_DEAL_YET = "no_deal_yet"
    NO_SUCH_DEAL = "no_such_deal"
    DEAL_WITHOUT_PLAY = "deal_without_play"
    CARDS_HIDDEN = "cards_hidden"
    # deals by themselves
    MENU_NO_DEAL = "menu_no_deal"
    MENU_DEAL_RUNNING = "menu_deal_running"
    MENU_MATCH_GONE = "menu_match_gone"
    MENU_OTHER_SERVER = "menu_other_server"
    DEAL_CODE_TYPO = "deal_code_typo"
    DEAL_CODE_NEWER = "deal_code_newer"
    DEAL_LINE = "deal_line"
    DEAL_CARDS = "deal_cards"
    DEAL_RULES = "deal_rules"
    DEAL_CALLS = "deal_calls"
    DEAL_FILE = "deal_file"
    DEAL_TOO_LONG = "deal_too_long"
    DEAL_UNKNOWN = "deal_unknown"
    OWN_DEAL_GONE = "own_deal_gone"
    OWN_DEAL_NAME = "own_deal_name"
    OWN_DEAL_NAME_TAKEN = "own_deal_name_taken"
    TOO_MANY_OWN_DEALS = "too_many_own_deals"
    OWN_DEAL_UNNAMED = "own_deal_unnamed"
    # leagues
    TOO_MANY_LEAGUES = "too_many_leagues"
    LEAGUE_TABLE = "league_table"
    LEAGUE_GONE = "league_gone"
    LEAGUE_OVER = "league_over"
    LEAGUE_CLOSED = "league_closed"
    LEAGUE_NOT_IN = "league_not_in"
    LEAGUE_CARDS = "league_cards"
    LEAGUE_UNFINISHED = "league_unfinished"
    LEAGUE_NAME_TAKEN = "league_name_taken"
    LEAGUE_UNREADABLE = "league_unreadable"
    LEAGUE_REASON = "league_reason"
    LEAGUE_DEALS = "league_deals"
    LEAGUE_REPLACED = "league_replaced"
    LEAGUE_NO_SUCCESSOR = "league_no_successor"
    # the six deals of a day
    DAILY_GONE = "daily_gone"
    DAILY_OVER = "daily_over"
    DAILY_SEALED = "daily_sealed"
    DAILY_CARDS = "daily_cards"
    DAILY_UNFINISHED = "daily_unfinished"
    DAILY_QUEUE = "daily_queue"
    DAILY_STUCK = "daily_stuck"
    DAILY_ROBOTS_CHANGED = "daily_robots_changed"
    PRIVATE_UNKNOWN = "private_unknown"
    PRIVATE_NOT_YET = "private_not_yet"
    PRIVATE_ENOUGH = "private_enough"
    PRIVATE_ROBOTS_CHANGED = "private_robots_changed"
    EVENT_FULL = "event_full"
    EVENT_SECOND_TABLE = "event_second_table"
    EVENT_FIXED = "event_fixed"
    EVENT_LATE = "event_late"
    EVENT_SEALED = "event_sealed"
    EVENT_PLAYERS_ONLY = "event_players_only"
    NO_PROBLEM_HERE = "no_problem_here"
    ANALYSIS_TOO_SLOW = "analysis_too_slow"
    NO_REPLAY = "no_replay"
    # input and storage errors
    BUSY = "busy"
    UNREADABLE = "unreadable"
    SEVERAL_MOVES = "several_moves"
    NO_SUCH_MOVE = "no_such_move"
    STORAGE_TROUBLE = "storage_trouble"
    SAVED_OR_NOT = "saved_or_not"
    FILE_DAMAGED = "file_damaged"
    KEPT = "kept"
    KEPT_AFTER_ALL = "kept_after_all"
    ANSWER_LOST = "answer_lost"
    INTERNAL = "internal"


REFUSAL_FACTS: Final[dict[Refusal, tuple[str, ...]]] = {
    Refusal.NOT_YOUR_TURN: ("name",),
    Refusal.TOO_MANY_TABLES_HERE: ("limit",),
    Refusal.TOO_MANY_TABLES_OF_YOURS: ("limit",),
    Refusal.TABLES_TOO_OFTEN: ("most", "when"),
    Refusal.TABLES_TOO_OFTEN_HERE: ("most", "when"),
    Refusal.QUESTIONS_TOO_OFTEN: ("most", "when"),
    Refusal.SEATS_FREE: ("free",),
    Refusal.VALUE_UNKNOWN: ("option", "value"),
    Refusal.PRESET_UNKNOWN: ("preset",),
    Refusal.LEVEL_UNKNOWN: ("level",),
    Refusal.STILL_SEATED: ("tables",),
    Refusal.RULES_NAME_PRESET: ("name",),
    Refusal.TOO_MANY_RULES: ("limit",),
    Refusal.RULES_OUTDATED: ("name",),
    Refusal.NO_SUCH_DEAL: ("deal",),
    Refusal.DEAL_LINE: ("line", "said"),
    Refusal.TOO_MANY_OWN_DEALS: ("limit",),
    Refusal.PRIVATE_NOT_YET: ("when",),
    Refusal.PRIVATE_ENOUGH: ("limit",),
    Refusal.CUT_TOO_LATE: ("deal",),
    Refusal.KIBITZERS_ENOUGH: ("limit",),
    Refusal.REPORT_TOO_LATE: ("days",),
    Refusal.REPORTED_ALREADY: ("deal",),
    Refusal.TOO_MANY_REPORTS: ("limit",),
    Refusal.REPORTS_DISMISSED: ("when",),
    Refusal.DECISION_TOO_LATE: ("days",),
    Refusal.SEED_UNTIL_SCORED: ("deal",),
    Refusal.SEED_UNTIL_END: ("deal",),
    Refusal.INVITED_LATELY: ("minutes",),
    Refusal.INVITED_ENOUGH: ("limit",),
    Refusal.HOUR_UNREADABLE: ("text",),
    Refusal.HOUR_PAST: ("when",),
    Refusal.HOUR_TOO_FAR: ("days",),
    Refusal.TIME_UNREADABLE: ("text",),
    Refusal.TOO_MANY_WEEKLY: ("limit",),
    Refusal.TOO_MANY_LEAGUES: ("limit",),
    Refusal.WEEKLY_IN_THREAD: ("channel",),
    Refusal.ROLE_SILENT: ("role",),
    Refusal.UNREADABLE: ("text",),
    Refusal.SEVERAL_MOVES: ("text", "moves"),
    Refusal.NO_SUCH_MOVE: ("text", "moves"),
    Refusal.KEPT_AFTER_ALL: ("id",),
    Refusal.INTERNAL: ("id",),
}


class Refused(Exception):
    """A request was refused; nothing has changed."""

    def __init__(self, reason: Refusal, **facts: str | int) -> None:
        super().__init__(reason.value, facts)
        self.reason = reason
        self.facts = facts
