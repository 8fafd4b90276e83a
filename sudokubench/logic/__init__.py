"""Human logic: rules as contraction operators on a candidate grid, steps with evidence, ratings,
explanations.

It knows no solver: what proves its steps is handed to it as a function.
"""
