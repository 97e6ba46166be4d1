"""Deals outside a match: deal codes, the text form, JSON.

``single_deal``  one deal by itself: rules, dealer, conditions, cards, and its course;
                 calls that lead to a contract
``deal_code``    such a deal as one word of about 30 letters
``deal_text``    the same as lines of text, as the golden files have it, and as JSON with a schema;
                 the deals of matches in one file
``ppn``          Portable Preferans Notation, of Balkan games, read and written
``reading``      deals from a text of unknown kind, also of other programs
"""
