"""Do the tests notice faults? Change one token of the package at a time, and see whether a test fails.

`python -m benchmarks.mutation` samples the tokens of all modules. (`trials.mutants` has hand-picked faults of the
comparator.) `tokens` finds the tokens that can be changed, `nearest` finds the tests that may fail, `testing` runs
them, and `__main__` counts.
"""
