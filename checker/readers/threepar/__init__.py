"""Read console output of HPE 3PAR, Primera and Alletra.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``tables``, then ``showvlun``.
"""
