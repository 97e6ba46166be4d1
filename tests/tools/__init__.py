"""Programs for whoever works on the bot: speed, strength, set problems, pictures, long walks."""
