"""Read arrays of Dot Hill: HPE MSA, Dell PowerVault ME, Lenovo DS and others, as text, XML and JSON.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``objects``, then ``parts``; ``text`` and ``answers`` turn the outputs into objects.
"""
