"""The SAN as a graph, and its pictures as SVG, DOT, GraphML and JSON; start with ``graph``."""
