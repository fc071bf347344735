"""What slow flows have in common: components, shares of their ways, flows that wait for a port they do not use, and components that carry all ways together."""
