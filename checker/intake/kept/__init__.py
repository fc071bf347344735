"""What was read of single files, kept in the private cache from one audit to the next.

Start reading at :class:`checker.intake.kept.files.KeptFiles`.
"""
