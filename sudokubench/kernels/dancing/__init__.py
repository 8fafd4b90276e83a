"""Exact cover by dancing links, dancing cells or rows of bits, compiled."""
