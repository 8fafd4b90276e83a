"""Shared by all tests. `reference` is importable because pyproject.toml puts this folder on the path."""

import hypothesis

# Examples are the same in every run, and none is timed: the machine may be busy.
hypothesis.settings.register_profile("sudokubench", deadline=None, derandomize=True, max_examples=200)
hypothesis.settings.load_profile("sudokubench")
