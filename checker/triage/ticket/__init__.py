"""The text of a ticket: names, figures, times and operations that steer triage, and are never evidence.

Start with :func:`checker.triage.ticket.steer.steer`, which combines options, ``--reported`` and the text in this order.
"""
