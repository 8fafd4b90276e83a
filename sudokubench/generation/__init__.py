"""Generate puzzles by number of clues, symmetry, pattern and difficulty."""
