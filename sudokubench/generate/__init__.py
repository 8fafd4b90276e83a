"""Generate boards on demand."""

from sudokubench.generate.random_boards import full_grid, random_board, several_board, unique_board

__all__ = ["full_grid", "random_board", "several_board", "unique_board"]
