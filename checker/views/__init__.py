"""Views: the tables that rules are written against, one SQL file per view in ``sql/<topic>``, with its columns declared in its header.

May depend on topology and facts, but not on rules. Start with ``catalog`` (what a view is), then ``build`` (computing
the views that an audit needs).
"""
