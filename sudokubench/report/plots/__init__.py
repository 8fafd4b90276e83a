"""The plots of a report, each with its chart, words and data. A sentence replaces a plot that cannot be drawn."""
