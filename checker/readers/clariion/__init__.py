"""Readers of what CLARiiON and VNX block arrays print through naviseccli."""
