"""Small inputs with everything that files, archives, documents and names can do wrong; each has a defined outcome."""
