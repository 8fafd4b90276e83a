"""Reports of runs: tables, plots, pages."""
