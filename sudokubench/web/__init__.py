"""The page in the browser and its HTTP API: a second shell over the functions of the command line. It needs no
internet.

`api` lists the calls; `app` answers them over HTTP; `workers` are the processes that compute; `server` listens;
`static` is the page.
"""
