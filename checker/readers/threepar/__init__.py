"""Readers of HPE 3PAR, Primera and Alletra consoles."""
