"""Learning habits for the search from deals that it plays against itself (see docs/bots.md)."""
