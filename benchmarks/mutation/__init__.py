"""Do the tests notice faults? Change one token of the package at a time, and see whether a test fails.

`python -m benchmarks.mutation` samples the tokens of all modules (`trials.mutants` has faults of the comparator, chosen
by hand). `tokens` finds what can be changed, `nearest` which tests may fail, `testing` runs them, `__main__` counts.
"""
