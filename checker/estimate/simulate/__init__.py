"""Event simulation of a network: the same description as the formulas use, but I/Os one by one instead of waiting formulas.

Start with ``simulate.py``; ``steps.py`` compiles the network, ``events.py`` is the loop, ``measured.py`` the statistics.
The simulation in ``benchmarks/estimate`` shares no code with this one, because it validates both.
"""
