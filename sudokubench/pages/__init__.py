"""Offline pages about puzzles and searches: explanations, lessons, dances, books; and a beginning that some share."""
