"""Reports of runs: one offline page, and the same as pictures, Markdown, LaTeX and CSV.

`data.load` reads runs, `Analysis` computes, `build` puts a report together, `page`, `text` and `draw` write it.
"""
