"""Random numbers in kernels: splitmix64 (Steele, Lea and Flood, 2014)."""

from __future__ import annotations

from sudokubench.kernels.compiled import U64, helper

GAMMA = U64(0x9E3779B97F4A7C15)
"""Step from one state to the next: the random numbers of a seed are `scattered(seed)`, `scattered(seed + GAMMA)` ..."""
_SECOND, _THIRD = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
_S27, _S30, _S31 = U64(27), U64(30), U64(31)


@helper(_nrt=False)
def scattered(state):
    """Return the random number of a state. Different states have different numbers."""
    number = state + GAMMA
    number = (number ^ (number >> _S30)) * _SECOND
    number = (number ^ (number >> _S27)) * _THIRD
    return number ^ (number >> _S31)
