"""Readers of VPLEX exports: VPlexcli text, REST v1 answers and port maps."""
