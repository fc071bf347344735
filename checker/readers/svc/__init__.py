"""Readers of IBM SAN Volume Controller, Storwize and FlashSystem command output."""
