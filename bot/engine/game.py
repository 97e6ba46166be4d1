"""The state machine of a game: a series of deals from the draw for dealer to the settlement.

A game is a fold over its actions.  The table's own actions are the draw, the deck, the end of
its time and the agreed stop; all others belong to the one seat to act.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import EMPTY, PACK, TABLE_SEAT, Card, Seat
from bot.engine.deal import (
    Carry,
    CarryChange,
    Deal,
    DealResult,
    OutOfTurnPhase,
    PhaseOver,
    PlayFinished,
    Stage,
)
from bot.engine.families import family_of
from bot.engine.rules import IllegalAction, RuleReason, Rules
from bot.engine.trick_play import TrickPlay
from bot.model.enums import Posting

# Record of how the defenders of a match answered recent contracts, packed into the carry.

_MAX_ANSWERS: Final = 24  # over an evening the players change, and so does their style
_HAND: Final = 8  # hexadecimal digits
_WIDTH: Final = _HAND + 3
_EARLIER_ANSWERS: Final = (None, False, True)


class DefenceAnswer(NamedTuple):
    """One defender's answer to a contract in tricks, in one of the last deals.

    ``after`` is the earlier answer of the other defender, None if this seat was asked first;
    ``hand`` is the defender's hand as dealt, 0 where the rules reveal no hands.
    """

    seat: Seat
    level: int
    trump: int  # -1 for none
    takes_part: bool
    after: bool | None
    hand: int

    def pack(self) -> str:
        """Return eleven hexadecimal digits: eight for the hand, three for the other fields."""
        about = (self.level << 3 | self.trump + 1) << 5
        about |= self.seat << 3 | _EARLIER_ANSWERS.index(self.after) << 1 | self.takes_part
        return f"{self.hand:0{_HAND}x}{about:03x}"


def defence_answers_of(carry: Carry) -> tuple[DefenceAnswer, ...]:
    """Return the answers to the last contracts of a match, the newest last."""
    told = carry.answers
    return tuple(_unpack(told[n : n + _WIDTH]) for n in range(0, len(told), _WIDTH))


def _unpack(told: str) -> DefenceAnswer:
    hand, about = int(told[:_HAND], 16), int(told[_HAND:], 16)
    return DefenceAnswer(
        seat=about >> 3 & 3,
        level=about >> 8,
        trump=(about >> 5 & 7) - 1,
        takes_part=bool(about & 1),
        after=_EARLIER_ANSWERS[about >> 1 & 3],
        hand=hand,
    )


def with_defence_answers(rules: Rules, before: Carry, after: Carry, result: DealResult) -> Carry:
    """Return the carry ``after`` a scored deal, its answers appended to those of ``before``."""
    told = before.answers + "".join(answer.pack() for answer in _defence_answers(rules, result))
    return replace(after, answers=told[-_MAX_ANSWERS * _WIDTH :])


def _defence_answers(rules: Rules, result: DealResult) -> Iterator[DefenceAnswer]:
    """Yield the first answer of each defender; a pass in the auction is no answer."""
    contract, words = result.contract, family_of(rules).defence_answers
    if contract is None or contract.is_misere:
        return
    is_named, heard, after = False, {contract.declarer}, None
    for seat, said in result.calls:
        if said in words and seat not in heard and (is_named or said != act.PASS):
            heard.add(seat)
            hand = result.dealt[seat] if rules.options.reveal_after_deal else 0
            yield DefenceAnswer(seat, contract.level, contract.trump, words[said], after, hand)
            after = words[said]
        is_named = is_named or said.startswith("declare")


# Actions that are illegal now but legal at other moments or tables, with the reason.


class ForbiddenActions(NamedTuple):
    """Actions that one rule forbids the seat to act, in the order of the phase."""

    reason: RuleReason
    actions: tuple[Action, ...]


def forbidden_actions(deal: Deal) -> tuple[ForbiddenActions, ...]:
    """Return the forbidden actions by reason; empty if every action of the phase is legal."""
    phase = deal.phase
    legal = set(phase.legal(deal))
    found: dict[RuleReason, list[Action]] = {}
    for action in phase.possible_actions(deal):
        if action not in legal:
            found.setdefault(phase.why_not(deal, action), []).append(action)
    found.pop(RuleReason.WRONG_PHASE, None)  # "not in this phase" explains nothing to a player
    return tuple(ForbiddenActions(reason, tuple(actions)) for reason, actions in found.items())


_PACK: Final = list(PACK)
RULED: Final = "ruled"  # the reason of a posting by a decision about the deal


class Game(NamedTuple):
    """One match; ``version`` counts the actions applied to it."""

    rules: Rules
    carry: Carry
    deal: Deal | None
    version: int
    last: DealResult | None
    ended: bool


def new_game(rules: Rules) -> Game:
    return Game(rules, family_of(rules).initial_carry(rules), None, 0, None, False)


def to_act(game: Game) -> Seat | None:
    """Return the one seat to act: TABLE between deals, None when the game is over."""
    if game.ended:
        return None
    return TABLE_SEAT if game.deal is None else game.deal.phase.to_act(game.deal)


def stage_of(game: Game) -> Stage:
    if game.ended:
        return Stage.OVER
    if game.deal is not None:
        return game.deal.phase.stage
    return Stage.DRAW if game.carry.dealer < 0 else Stage.BETWEEN


def legal_actions(game: Game, seat: Seat) -> tuple[Action, ...]:
    """Return a seat's legal actions: all for the seat to act, claims and the like for others."""
    deal = game.deal
    if game.ended or deal is None:
        return ()
    if deal.phase.to_act(deal) == seat:
        return deal.phase.legal(deal)
    return deal.phase.out_of_turn_actions(deal, seat)


def forced_card(game: Game) -> act.Play | None:
    """Return the card of the seat to act if it can do nothing else; None for a lead or a choice.

    A lead is never forced, not even of the last card: it may say something, or a claim may go
    before it.
    """
    deal = game.deal
    if deal is None or not deal.trick or stage_of(game) is not Stage.PLAY:
        return None
    match deal.phase.legal(deal):
        case (act.Play() as card,):
            return card
    return None


def apply_action(game: Game, seat: Seat, action: Action) -> Game:
    """Return the game after an action.  Raises IllegalAction."""
    deal = game.deal
    if game.ended and not (seat == TABLE_SEAT and isinstance(action, act.Ruling)):
        raise IllegalAction(RuleReason.GAME_OVER)
    if seat == TABLE_SEAT:
        return _apply_table_action(game, action)
    if deal is None:
        raise IllegalAction(RuleReason.NO_DEAL)
    phase = deal.phase
    if not phase.allows(deal, seat, action):
        _refuse_unless_offered(deal, seat, action)
    if type(action) is act.Play or not isinstance(phase, OutOfTurnPhase):
        changed: Deal | PhaseOver = phase.apply(deal, action)
    else:
        changed = phase.apply_out_of_turn(deal, seat, action)
    if type(changed) is Deal:  # ``_with_deal`` inlined: this is the path of every card
        rules, carry, _, version, last, _ = game
        asking: Game = tuple.__new__(Game, (rules, carry, changed, version + 1, last, False))
        return asking
    assert isinstance(changed, PhaseOver)
    return _after_phase(game, changed)


def _with_deal(game: Game, deal: Deal) -> Game:
    """Return the game with the next state of its deal."""
    fields = (game.rules, game.carry, deal, game.version + 1, game.last, False)
    asking: Game = tuple.__new__(Game, fields)  # faster than a call with keywords
    return asking


def _refuse_unless_offered(deal: Deal, seat: Seat, action: Action) -> None:
    phase = deal.phase
    if action in phase.out_of_turn_actions(deal, seat):
        return
    if phase.to_act(deal) == seat:
        raise IllegalAction(phase.why_not(deal, action))
    if type(action) is act.Claim and isinstance(phase, TrickPlay):
        raise IllegalAction(phase.why_no_claim(deal, seat))
    raise IllegalAction(RuleReason.NOT_YOUR_TURN, seat=phase.to_act(deal))


def _after_phase(game: Game, over: PhaseOver) -> Game:
    """Return the game after a finished phase: at the next phase, or with the deal scored."""
    family, version = family_of(game.rules), game.version + 1
    following: Deal | DealResult | Carry | CarryChange = family.after_phase(over.deal, over.outcome)
    if isinstance(following, Deal):
        return _with_deal(game, following)
    if isinstance(following, Carry):
        return between_deals(game.rules, following, version, game.last)
    if isinstance(following, CarryChange):
        last = game.last and _with_postings(game.last, following.postings)
        return between_deals(game.rules, following.carry, version, last)
    carry = family.next_carry(game.rules, game.carry, following)
    carry = with_defence_answers(game.rules, game.carry, carry, following)
    return between_deals(game.rules, carry, version, following)


def _with_postings(last: DealResult, postings: tuple[Posting, ...]) -> DealResult:
    return replace(last, postings=(*last.postings, *postings))


def between_deals(rules: Rules, carry: Carry, version: int, last: DealResult | None) -> Game:
    """Return the game after a scored deal: over, at a question, or waiting for the deck."""
    family = family_of(rules)
    ended = family.has_ended(rules, carry)
    question = None if ended else family.pending_question(rules, carry)
    return Game(rules, carry, question, version, last, ended)


def score_deal(deal: Deal) -> DealResult:
    """Score a deal with its tricks as they stand; later questions get their timeout action."""
    family = family_of(deal.rules)
    following = family.after_phase(deal, PlayFinished())
    while isinstance(following, Deal):
        silence = following.phase.timeout_action
        assert silence is not None  # every question after the play has a timeout action
        changed = following.phase.apply(following, silence)
        following = changed if isinstance(changed, Deal) else family.after_phase(*changed)
    assert isinstance(following, DealResult)
    return following


def _apply_table_action(game: Game, action: Action) -> Game:
    match action:
        case act.Deck(cards) if stage_of(game) is Stage.BETWEEN:
            if sorted(cards) != _PACK:
                raise IllegalAction(RuleReason.BAD_DECK)
            return _with_deal(game, family_of(game.rules).start_deal(game.rules, game.carry, cards))
        case act.STOP:
            return game._replace(deal=None, version=game.version + 1, ended=True)
        case act.Draw(cards) if stage_of(game) is Stage.DRAW:
            return _with_first_dealer(game, cards)
        case act.Dealer(seat) if stage_of(game) is Stage.DRAW and 0 <= seat < game.rules.players:
            carry = replace(game.carry, dealer=seat)
            return game._replace(carry=carry, version=game.version + 1)
        case act.Ruling() if game.deal is None:
            return _with_ruling(game, action)
        case act.TIME_UP if stage_of(game) is Stage.BETWEEN and not game.carry.time_up:
            carry = replace(game.carry, time_up=True)
            ended = family_of(game.rules).has_ended(game.rules, carry)
            return game._replace(carry=carry, version=game.version + 1, ended=ended)
        case _:
            raise IllegalAction(RuleReason.WRONG_PHASE)


def _with_ruling(game: Game, ruling: act.Ruling) -> Game:
    """Return the game with a decision on its sheet; a match that is over stays so."""
    accounts = {account.name: account.paired for account in family_of(game.rules).accounts}
    seats = range(game.rules.players)
    is_sound = 1 <= ruling.deal <= game.carry.number and all(
        accounts.get(entry.account) == (entry.against is not None)
        and entry.seat in seats
        and entry.against not in (*range(game.rules.players, 4), entry.seat)
        for entry in ruling.entries
    )
    if not is_sound:
        raise IllegalAction(RuleReason.WRONG_PHASE)
    added = ruling_postings(ruling)
    family = family_of(game.rules)
    carry = family.ruled_carry(game.rules, game.carry, added, is_over=game.ended)
    return game._replace(carry=carry, version=game.version + 1)


def ruling_postings(ruling: act.Ruling) -> tuple[Posting, ...]:
    """Return what a decision writes into its deal."""
    return tuple(Posting(*entry, RULED, 1, entry.amount) for entry in ruling.entries)


def _with_first_dealer(game: Game, cards: tuple[Card, ...]) -> Game:
    """Return the game with the first dealer found from the cards drawn, one per seat."""
    first_dealer = family_of(game.rules).first_dealer
    if first_dealer is None or not len(set(cards)) == len(cards) == game.rules.players:
        raise IllegalAction(RuleReason.WRONG_PHASE)
    dealer = first_dealer(game.rules, cards)
    carry = replace(game.carry, dealer=dealer, drawn=cards)
    return game._replace(carry=carry, version=game.version + 1)


# The balance change that an open offer would bring.


def offer_balance_change(game: Game) -> tuple[int, ...]:
    """Return each seat's balance change if the open offer is accepted; there must be one.

    It uses public information only: a bonus for hidden cards is not included.
    """
    deal, family = game.deal, family_of(game.rules)
    assert deal is not None
    assert deal.offer is not None
    won = list(deal.won)
    for seat, tricks in zip(deal.seats, deal.offer.tricks, strict=True):
        won[seat] += tricks
    nothing = (EMPTY,) * len(deal.hands)
    open_deal = deal._replace(won=tuple(won), offer=None, dealt=nothing, hands=nothing, discard=())
    carry = family.next_carry(game.rules, game.carry, score_deal(open_deal))
    before = family.balance(game.rules, game.carry.sheet)
    after = family.balance(game.rules, carry.sheet)
    return tuple(new - old for new, old in zip(after, before, strict=True))
