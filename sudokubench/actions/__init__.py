"""User actions as functions. They take values, many also an observer, and return values. Shells call them."""
