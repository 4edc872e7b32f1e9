"""Migrations of tables and logs."""
