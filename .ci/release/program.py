"""What the single-file program starts: the command, or a child of it, because the program is its own interpreter."""

import multiprocessing
import sys

from checker.cli.entry import main
from checker.system.children import FROZEN_CHILD, child

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == [FROZEN_CHILD]:
        module, seconds, memory = sys.argv[2:5]
        del sys.argv[1:5]
        child(module, float(seconds), int(memory))
    sys.exit(main())
