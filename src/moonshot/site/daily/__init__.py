"""The daily deal: what is kept of it, and trying it."""
