"""The tests; the folders mirror src/moonshot."""
