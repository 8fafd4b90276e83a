"""The page in the browser and its HTTP API: a second shell over the same functions as the command line, without a
network.

`api` lists the calls; `app` answers them over HTTP; `workers` are the processes that compute; `server` listens;
`static` is the page.
"""
