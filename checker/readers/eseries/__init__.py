"""Read NetApp E-Series arrays and those that others sell (Dell MD3, IBM DS, Lenovo DE): SMcli and SANtricity REST.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``smcli``.
"""
