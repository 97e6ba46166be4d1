-- What the calls of a deal gave away (bot/robots/call_judging.py).
--   review.weighed      1 once the calls of the deal were weighed; NULL: not yet
--   review_seat.called  hundredths of a point that the own calls gave away, of each deal 30 points
--                       at most and at least -30; NULL: not weighed, or no call with a choice
ALTER TABLE review ADD COLUMN weighed [integer];
ALTER TABLE review_seat ADD COLUMN called [integer];
