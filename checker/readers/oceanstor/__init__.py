"""Read command line output of Huawei OceanStor.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``tables``, then ``objects``.
"""
