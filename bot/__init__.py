"""A Discord bot that hosts Preference: three families of rules, private hands, running pools."""
