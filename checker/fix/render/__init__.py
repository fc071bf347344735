"""Scripts as text, one module for each way a platform takes commands."""
