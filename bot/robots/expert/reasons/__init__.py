"""Why a choice was made: facts counted in the very layouts and values that decided it.

Nothing is thought about again and nothing is decided here.
"""
