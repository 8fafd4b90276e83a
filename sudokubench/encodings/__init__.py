"""Encodings of a problem for each family of engines. Pure: no solver is loaded.

`exact_cover` is the mathematical object under every board; `cnf` and `cp` say the same to SAT and CP solvers.
"""
