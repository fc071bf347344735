"""Readers of what Brocade Fabric OS prints."""
