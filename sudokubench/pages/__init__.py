"""Offline pages about puzzles and searches: explanations, lessons, dances, books; one opening for all such pages."""
