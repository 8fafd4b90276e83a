"""What a user does, as functions: each takes values and an observer, and returns values. Shells stand above."""
