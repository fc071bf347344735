"""The folder of results: its tables, the files of a batch, and joining them. May use ``checker.fleet.request`` and below."""
