"""Command line tools of the vendors of FC adapters, which run on several operating systems; ``emulex.py`` is the place to start."""
