"""Pictures of cards on a cloth: the table, a hand, the lobby, results, shown deals.

pieces.py             what all pictures are made of: writings, plates, fans, badges, alt texts
seating.py            where the seats of a table lie
scene.py              what lies on a table during a deal, and the public table
hand_picture.py       one player's hand, from their chair
result_picture.py     a scored deal: the hands and what everybody wrote
match_end_picture.py  the seats of a lobby, and the places of an ended match
cards_picture.py      hands and tricks of a deal that is looked at afterwards
"""
