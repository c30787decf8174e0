"""What a page does when something unexpected happens."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import wraps
from typing import Any

from .words import N_

log = logging.getLogger("explorer")


def reported(handler: Callable[..., None]) -> Callable[..., None]:
    """The one place where anything unexpected is caught: it is logged, told in a sentence, and nothing is lost."""

    @wraps(handler)
    def run(self: Any, *args: Any) -> None:
        try:
            handler(self, *args)
        except Exception:
            log.exception("in %s%r", handler.__name__, args)
            if os.environ.get("EXPLORER_RAISE"):
                raise
            self.tell(N_("Something went wrong; what was open is unchanged. Reload the page if it stays."))

    return run
