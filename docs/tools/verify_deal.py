"""Check a deck of the bot without the bot:  python verify_deal.py record.txt

The record is what `/pref verify` shows, from "game" to "deck" (docs/fairness.md). Without a file
it is read from the standard input. Only the standard library of Python 3.7 or newer is needed.
"""

import hashlib
import hmac
import sys
from pathlib import Path

SUITS, RANKS = "SCDH", ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def commitment(seed, game, deal):
    return hashlib.sha256(f"preferans-seed-v1\n{game}\n{deal}\n".encode() + seed).hexdigest()


def stream(seed, text):
    block = 0
    while True:
        yield from hmac.new(seed, text + block.to_bytes(8, "big"), "sha256").digest()
        block += 1


def deck(seed, game, deal, words):
    numbers = stream(seed, "\n".join(["preferans-deck-v1", game, deal, words]).encode())
    cards = list(PACK)
    for last in range(31, 0, -1):
        fair = 256 - 256 % (last + 1)  # greater bytes would make some places likelier
        place = next(byte for byte in numbers if byte < fair) % (last + 1)
        cards[last], cards[place] = cards[place], cards[last]
    return " ".join(cards)


def robots(seed, game, deal):
    text = f"preferans-robots-v1\n{game}\n{deal}\n".encode()
    return hmac.new(seed, text, "sha256").hexdigest()[:32]


def main():
    record = Path(sys.argv[1]).read_text("utf-8") if sys.argv[1:] else sys.stdin.read()
    lines = [line.partition(" ") for line in record.split("\n") if line.strip("` ")]
    facts = {key: value for key, _, value in lines}
    words = "\n".join(value for key, _, value in lines if key == "word")
    seed, game, deal = bytes.fromhex(facts["seed"]), facts["game"], facts["deal"]
    found = {"commitment": commitment(seed, game, deal), "robots": robots(seed, game, deal)}
    found["deck"] = deck(seed, game, deal, words)
    bad = [key for key in found if key in facts and facts[key].strip() != found[key]]
    for key, value in found.items():
        told = "DIFFERS, it should be" if key in bad else "fits:" if key in facts else "would be"
        print(f"{key} {told} {value}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
