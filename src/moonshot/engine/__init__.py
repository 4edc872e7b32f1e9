"""The rules of Hearts, pure: cards, rules, deals, matches, views and records."""
