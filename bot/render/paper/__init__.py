"""Drawing: sheets, charts, card faces, and the PNG of every picture.

shapes.py        the plain data of a picture: labels, strokes, areas, emblems with positions
picture_text.py  the font and its measurements, text that fits a box, names, alt text
chart.py         line charts and bar charts
drawing.py       the PNG of a picture, also with cards on a cloth, and several as one animated GIF
drawing_jobs.py  the same as jobs of workers
colours.py       the colours of sheets and charts, in the dark and on paper, and of cloths
card_sprites.py  card faces and signs as pixels
tiles.py         the card tiles that are uploaded as emojis
suit_shapes.py   the outlines of French and German suits
tile_names.py    the names of tiles in each set of card faces
"""
