"""Deals outside a match: deal codes, the text form, JSON.

``single_deal``  one deal by itself: rules, dealer, conditions, cards, and its course
``deal_code``    such a deal as one word of about 30 letters
``deal_text``    the same as lines of text, as the golden files have it, and as JSON with a schema
``ppn_text``     a Balkan deal as a record of Portable Preferans Notation
``deal_collection``  the deals of matches in one file
"""
