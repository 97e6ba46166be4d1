"""Set problems: who holds what, what is to be reached, and how good the play was."""
