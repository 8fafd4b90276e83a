"""The study: claims about solvers, each measured, with its interval and its command. See `__main__`."""
