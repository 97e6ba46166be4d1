"""Messages of tables.

``announcements``: short channel messages, and the services of all public messages.
``layout``: screens as components, with pictures.
``pictures``: drawing, caching and sending of pictures.
``live_hands``: private messages kept up to date.
``notifier``: turn notifications.
``painter``: the drawing tasks of each table.
``quiet_boards``: drawings that wait for the end of the trick, or for room at the limiter.
"""
