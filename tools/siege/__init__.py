"""The real bot against a rude Discord: what every goal of reliability is measured with."""
