"""Viennese Préférence and its plain Austrian form (rules/austrian.md)."""
