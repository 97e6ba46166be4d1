"""The Balkan family: Croatian, Serbian, Slovenian, the guide, and the general Balkan order."""
