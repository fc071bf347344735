"""Readers for Symmetrix, VMAX and PowerMax: symcli text, symcli XML and the Unisphere REST interface."""
