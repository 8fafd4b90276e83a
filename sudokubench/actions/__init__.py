"""The actions of a user as functions: they take values, many also an observer, and return values. Shells call them."""
