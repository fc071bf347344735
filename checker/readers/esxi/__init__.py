"""Readers of what ESXi hosts print: esxcli, esxcfg-* and partedUtil."""
