"""Readers of what ESXi hosts print (esxcli, esxcfg-*, partedUtil) and what vCenter lists of them (PowerCLI, RVTools)."""
