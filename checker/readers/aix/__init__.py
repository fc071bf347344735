"""Read output of AIX and VIOS hosts about adapters, disks and their paths.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``lspath``, then ``lsmpio``.
"""
