"""Readers of what Windows prints: mpclaim, WMI, storage cmdlets, diskpart and the registry."""
