"""`python -m sanssouci` is the command line."""

import sys

from sanssouci.cli import main

sys.exit(main())
