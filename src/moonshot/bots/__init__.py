"""Policies: a view goes in, a move comes out."""
