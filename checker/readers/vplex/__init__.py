"""Readers of VPLEX exports: VPlexcli text, REST v1 and v2 answers, diagnostics reports and performance monitors.

``objects.py`` describes an object with its context path; ``groups.write_object`` writes it, whatever its format.
Depends on the readers' toolkit and the facts. Start reading at ``cli/text.py``.
"""
