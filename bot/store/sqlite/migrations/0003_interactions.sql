-- The interactions that created something in the last fifteen minutes: Discord may deliver one
-- again, also to another process, and it must not create twice.  An id tells its time.
CREATE TABLE interaction (
    interaction_id INTEGER PRIMARY KEY
) STRICT;
