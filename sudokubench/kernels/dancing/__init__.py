"""Dancing links, compiled."""
