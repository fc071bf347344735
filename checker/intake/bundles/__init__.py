"""Archives and support bundles: unpacked within limits into a private folder, with the host they come from.

Start reading at ``expand``.
"""
