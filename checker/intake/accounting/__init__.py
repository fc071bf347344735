"""What became of each line of an export: a fact, known noise, skipped with a reason, or silent.

Start reading at :func:`checker.intake.accounting.account.account`; an audit only asks for the text below an output
(:mod:`checker.intake.accounting.text_below`).
"""
