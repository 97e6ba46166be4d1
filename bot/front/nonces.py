"""Message nonces: Discord posts a message with the same nonce only once within some minutes.

So a retried post, after a timeout or a kill, makes no second message.
"""

import hashlib


def nonce_of(purpose: str) -> str:
    """Return a nonce for a purpose: short enough for Discord, and equal for equal purposes."""
    return hashlib.blake2b(purpose.encode(), digest_size=12).hexdigest()
