-- The card of a deal that cost its side most, 0 to 31, and the tricks it cost; none of a deal
-- without a mistake.
ALTER TABLE review ADD COLUMN turning_card [integer];
ALTER TABLE review ADD COLUMN turning_cost [integer];
