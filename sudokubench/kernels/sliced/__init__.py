"""Bit-sliced propagation: 512 boards of 9x9 in every operation of the processor."""
