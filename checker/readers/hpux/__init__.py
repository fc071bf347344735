"""Read output of HP-UX hosts about FC ports, LUNs and their paths under native multi-pathing.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``hardware_path``, then ``scsimgr``.
"""
