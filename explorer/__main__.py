"""`python -m explorer` is the command `explorer`."""

from .cli import main

raise SystemExit(main())
