"""Read REST answers of HPE Nimble and Alletra 5000/6000.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``rest``.
"""
