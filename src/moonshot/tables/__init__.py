"""What happens around a match, without I/O: commands in, events out."""
