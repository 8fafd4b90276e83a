"""The actions of a user as functions: each takes values and an observer, and returns values. Shells call them."""
