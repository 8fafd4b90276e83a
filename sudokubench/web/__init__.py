"""The page: the second shell over the same functions as the command line, for the user's own machine, with no network.

`api` lists the calls; `app` answers them over HTTP; `workers` are the processes that compute; `server` listens;
`static` is the page.
"""
