"""symcli text about masking: ``symaccess``, ``symmask`` and ``symmaskdb``."""
