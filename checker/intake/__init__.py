"""From paths to observations: find files, unpack bundles, split captures, assign owners, and run the readers.

Depends on ``readers`` and ``facts``. Start reading at ``sources`` (which files are read) and ``read`` (how one is read):
it splits a text into ``sections``, ``recognise`` finds their formats, and ``owners`` their machines.
"""
