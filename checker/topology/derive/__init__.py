"""The steps that write the topology tables; start with ``topology``, which lists them in order."""
