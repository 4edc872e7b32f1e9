"""Set-up, checks and generators around the project. Those that ./run and ./test start need no package."""
