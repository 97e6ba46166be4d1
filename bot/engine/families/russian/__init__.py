"""The Russian family: Sochi, Leningrad, Rostov and the blend of the playing sites."""
