"""The `moonshot` command."""
