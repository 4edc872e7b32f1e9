"""Teaching, derived from the rules and the bots."""
