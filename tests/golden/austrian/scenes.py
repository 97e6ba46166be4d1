"""Scenes for the options of rules/austrian.md 4: a short sequence played under given rules."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine import actions as act
from bot.engine.deal import Trick
from bot.engine.families.austrian import phase_setup
from bot.engine.families.austrian.contracts import first_dealer
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions, DeckStyle
from bot.engine.families.austrian.scoring import AustrianCarry
from bot.engine.game import Game, legal_actions, to_act
from bot.engine.ledger import Sheet, Total
from bot.engine.notation import format_action
from bot.engine.rules import Rules
from bot.engine.view import build_view
from tests.golden.options import Scene, open_tricks
from tests.support import austrian, builders
from tests.support.austrian import dealt_under
from tests.support.builders import cards, deal_of, hand, names, play_out, said, sums

HALF_FULL = 10  # twenty with the ante: nobody is forced


def asked(game: Game) -> tuple[act.Action, ...]:
    seat = to_act(game)
    assert seat is not None
    return legal_actions(game, seat)


def after(*lines: str, line: str = "... | ... | ... | ...") -> Scene:
    """Return the legal actions of the seat to act."""

    def scene(agreed: Rules) -> str:
        return ", ".join(map(format_action, asked(said(dealt_under(agreed, line), *lines))))

    return scene


def stage_after(*lines: str) -> Scene:
    def scene(agreed: Rules) -> str:
        game = said(dealt_under(agreed, SPADES), *lines)
        return "scored" if game.deal is None else game.deal.phase.stage.value

    return scene


def marked(name: str, pot: int = 0) -> Scene:
    def scene(agreed: Rules) -> int:
        return dict(AUSTRIAN.marks(agreed, austrian.carry(agreed, pot=pot)))[name]

    return scene


def follow(contract: str, at: int, leader: int, trick: str, held: str) -> Scene:
    """Return the cards that a seat may play against A's contract."""

    def scene(agreed: Rules) -> str:
        deal = phase_setup.with_named_contract(deal_of(dealt_under(agreed)), 0, contract)
        deal = phase_setup.play_trumps(deal.with_roles(defender=(1, 2)))
        hands = tuple(hand(held) if n == at else hand("") for n in range(3))
        deal = deal._replace(hands=hands, trick=cards(trick), leader=leader, turn=at)
        plays = deal.phase.legal(deal)
        return " ".join(names(a.card for a in plays if isinstance(a, act.Play)))

    return scene


# A, forehand, holds six spades and the ace and king of clubs, or two hands without an ace
SPADES = "AS KS QS JS 10S 9S AC KC 8D 7H | 8S AD KD QD 9H 8H 10C 9C 8C 7C | ... | 7S 7D"
NO_ACES = "KS QS JS 10S 9S 8S 7C 8C 9C 7D | ... | ... | 7H 8H"
FOUR_ACES = "AH KH QH JH 10H 9H AS AC AD 7S | ... | ... | 7H 8H"


def number(
    *answers: str, bid: str = "bid 1", line: str = SPADES, pot: int = 0
) -> Callable[[Rules], Game]:
    """Let A bid, discard the talon, name the same contract and hear the answers."""

    def scene(agreed: Rules) -> Game:
        game = said(dealt_under(agreed, line, pot=pot), bid, "pass", "pass")
        game = said(game, format_action(asked(game)[-1]), f"declare {bid[-1]}")
        return said(game, *answers)

    return scene


def trump(agreed: Rules) -> tuple[int, int]:
    """Return the first suit, and the dealer after a draw of 7S, AC and 8S (C-4)."""
    contract = deal_of(said(dealt_under(agreed), "bid 1", "pass", "pass")).contract
    assert contract is not None
    options = AustrianOptions.of(agreed)
    return contract.trump, first_dealer(options.suit_order, cards("7S AC 8S"))


def seats(agreed: Rules) -> tuple[int, ...]:
    return deal_of(dealt_under(agreed, dealer=2)).seats


def deck_style(agreed: Rules) -> DeckStyle:
    """Return an option that the engine only reports."""
    return AustrianOptions.of(build_view(dealt_under(agreed), None).rules).deck_style


def label(agreed: Rules) -> str:
    return AustrianOptions.of(build_view(dealt_under(agreed), None).rules).stake_label


def claims(agreed: Rules) -> int:
    game = said(dealt_under(agreed), "pass", "pass", "pass")
    return sum(isinstance(action, act.Claim) for action in asked(game))


def revealed(agreed: Rules) -> bool:
    last = build_view(number("drop", "drop", pot=HALF_FULL)(agreed), None).last
    assert last is not None
    return last.reveal is not None


def tricks_open(agreed: Rules) -> tuple[int, ...]:
    return open_tricks(said(dealt_under(agreed), "pass", "pass", "pass"))


def outcome_and_dealer(agreed: Rules) -> tuple[str, int]:
    game = play_out(dealt_under(agreed), "pass, pass, pass")
    assert game.last is not None
    return game.last.outcome, game.carry.dealer


def settled(agreed: Rules) -> tuple[int, ...]:
    """Settle a match in which B has paid A three units and the pot holds thirty."""
    cash = Total("cash", 0, 1, 3)
    return AUSTRIAN.settle(agreed, Sheet(totals=(cash,)))


def offers(agreed: Rules) -> tuple[int, int, int]:
    """Return offers of the declarer before the lead, of the other then, of both after a trick."""
    game = number("join", "drop", "alone", pot=HALF_FULL)(agreed)
    deal = deal_of(game)
    first = len([a for a in legal_actions(game, 0) if isinstance(a, act.Propose)])
    other = len([a for a in legal_actions(game, 1) if isinstance(a, act.Propose)])
    deal = deal._replace(tricks=(Trick(0, cards("AS 8S"), 0, None),), won=(1, 0, 0))
    later = [*deal.phase.legal(deal), *deal.phase.out_of_turn_actions(deal, 1)]
    return first, other, len([a for a in later if isinstance(a, act.Propose)])


def offers_made(agreed: Rules) -> int:
    """Return how often the declarer may offer in turn to a stubborn defender."""
    game, count = number("join", "drop", "alone", pot=HALF_FULL)(agreed), 0
    while any(isinstance(action, act.Propose) for action in asked(game)):
        offer = next(a for a in asked(game) if isinstance(a, act.Propose))
        game, count = said(game, format_action(offer), "refuse"), count + 1
    return count


BETTEL = (
    "7S 8S 9S 7C 8C 9C 7D 8D 9D 7H | AS KS QS AC KC QC AD KD QD AH | 10S JS 10C JC 10D JD "
    "10H JH QH KH | 8H 9H"
)


def opened(agreed: Rules) -> tuple[int, bool]:
    """Return the number of open hands after the first trick of a seven, and if B may still open."""
    game = said(dealt_under(agreed, BETTEL), "bid 7X", "pass", "pass")
    game = said(game, "play 7S", "play AS", "play 10S")
    return len(deal_of(game).open_seats), act.EXPOSE in asked(game)


def tricks_until(agreed: Rules) -> int:
    """Return the tricks of a bettel that fails at the second (A wins with 9S)."""
    line = "7S 9S ... | 8S 10S ... | AS JS ... | ..."
    game = said(dealt_under(agreed, line), "bid 5X", "pass", "pass")
    game = play_out(said(game, "play 9S", "play 10S", "play AS"), limit=80)
    assert game.last is not None
    return len(game.last.tricks)


def bonus(line: str, *answers: str, pot: int = 0) -> Scene:
    """Return the payments between the players for hearts with both defenders at home."""

    def scene(agreed: Rules) -> dict[str, int]:
        game = said(dealt_under(agreed, line, pot=pot), "bid HE", *answers)
        assert game.last is not None
        return {k: v for k, v in sums(game.last.postings).items() if k.startswith("cash")}

    return scene


def talon_seen(agreed: Rules) -> list[str]:
    game = said(dealt_under(agreed, SPADES), "bid 1", "pass", "pass")
    table = build_view(game, 1).table
    assert table is not None
    return names(table.talon)


def is_over(turns: int, ended: bool = False) -> Scene:
    def scene(agreed: Rules) -> bool:
        return AUSTRIAN.has_ended(agreed, AustrianCarry(turns=turns, ended=ended))

    return scene


def emptied(agreed: Rules) -> str:
    """Let A take the last ten of the pot; return the next stage."""
    game = number("drop", "drop", pot=HALF_FULL)(agreed)
    return "scored" if game.deal is None else game.deal.phase.stage.value


def after_a_round(agreed: Rules) -> str:
    """Let B deal the last of a round, hearts that nobody defends; return the next stage."""
    carry = replace(austrian.carry(agreed, 1, pot=50), turns=2)
    game = builders.begun(agreed, carry, austrian.deck(SPADES))
    game = said(game, "bid HE", "pass", "pass", "drop", "drop")
    return "scored" if game.deal is None else game.deal.phase.stage.value


def second_thought(agreed: Rules) -> int | None:
    """Let B decline, C buy, A decline; return the seat that acts or leads next."""
    game = said(dealt_under(agreed, SPADES), "bid 1", "bid 2", "bid 3", "bid 4", "pass", "pass")
    game = said(game, "discard 7S 7D", "pass", "buy", "discard 7S 7D", "declare 5", "pass")
    return to_act(game)


def no_aces_or_scored(agreed: Rules) -> bool:
    """Return True if an undefended deal ends at once; the declarer has no ace."""
    return number("drop", "drop", line=NO_ACES)(agreed).deal is None
