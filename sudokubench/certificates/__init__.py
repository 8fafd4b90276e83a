"""Proofs of answers: made with a solver, verified from scratch."""
