"""What may be done to a board without changing how many solutions it has."""
