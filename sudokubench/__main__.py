"""`python -m sudokubench` is the command `sudokubench`."""

from sudokubench.start import main

if __name__ == "__main__":
    main()
