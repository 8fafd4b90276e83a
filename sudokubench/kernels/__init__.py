"""The compiled inner loops. Importing a module of this package imports Numba."""
