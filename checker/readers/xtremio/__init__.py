"""Readers of Dell EMC XtremIO: REST answers and tables of xmcli. Start with ``objects.py``."""
