"""Offline pages about puzzles and searches: explanations, lessons, dances; one opening for all self-contained pages."""
