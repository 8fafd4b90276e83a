"""Boards made on demand."""
