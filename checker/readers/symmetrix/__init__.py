"""Readers of Symmetrix, VMAX and PowerMax exports: symcli text, symcli XML and the Unisphere REST interface.

``facts.py`` and ``load.py`` write the facts common to all formats; ``names.py`` normalises directors, ports and devices.
Depends on the readers' toolkit and the facts. Start reading at ``symcli/text.py``.
"""
