"""Programs of any language as players: docs/outside-players.md."""
