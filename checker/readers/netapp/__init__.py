"""Read NetApp ONTAP exports: cluster shell output, REST answers, and Data ONTAP 7-Mode.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``records``, then ``san``.
"""
