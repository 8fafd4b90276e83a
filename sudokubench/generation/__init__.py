"""Generate puzzles by number of clues, symmetry, pattern and difficulty."""

from sudokubench.generation.random_boards import full_grid, random_board, several_board, unique_board

__all__ = ["full_grid", "random_board", "several_board", "unique_board"]
