"""Reports of runs: one offline page, and the same content as pictures, Markdown, LaTeX and CSV.

`reading.load` reads runs, `Analysis` computes, `build` assembles a report, `page`, `text` and `draw` write it.
"""
