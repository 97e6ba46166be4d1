"""What a message is posted for, as a nonce: Discord posts one once within some minutes.

So a post that is tried again, because no answer came or after a kill, is no second message.
"""

import hashlib


def nonce_of(said: str) -> str:
    """Short enough for Discord; the same for the same purpose, another one for any other."""
    return hashlib.blake2b(said.encode(), digest_size=12).hexdigest()
