"""Offline pages about puzzles and searches: explanations, lessons, dances, books."""
