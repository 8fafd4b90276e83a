"""Encodings of a problem for each family of engines. They are pure: they load no solver.

`exact_cover` builds the cover behind every board; `cnf` and `cp` express it for SAT and CP solvers.
"""
