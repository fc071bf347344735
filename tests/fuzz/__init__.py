"""Coverage-guided fuzzing of everything that touches an export; ``make fuzz`` runs it with atheris.

``targets`` has what is run on an input and what must be true afterwards, ``run`` is the program, and ``found`` contains inputs
that once failed; ``test_targets`` runs every target on its beginnings and on those, without atheris.
"""
