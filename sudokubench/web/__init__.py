"""The page: the second shell over the same functions as the command line, on one's own machine and without a network.

`api` says what can be asked; `app` answers over HTTP; `workers` are the processes that work; `server` listens; `static`
is the page.
"""
