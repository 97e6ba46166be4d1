"""Deals written by other programs, and our own forms, from a text of unknown kind.

``reading``       what kind of text it is, and its deals
``reconstruction``  calls that lead from the cards to a known contract
``ppn``           Portable Preferans Notation, of Balkan games
``gambler``       the text form of a public collection of Russian games
``etude_json``    the JSON of another program's problems
"""
