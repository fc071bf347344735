"""What became of each line of an export: a fact, known noise, skipped with a reason, or silent.

Start reading at :func:`checker.intake.accounting.account.account`; an audit only asks for the words that a reader ignores
(:mod:`checker.intake.accounting.ignored`).
"""
