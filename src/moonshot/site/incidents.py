"""Failures that nobody foresaw: logged once in full, told to the visitor as a number only."""

import logging
import secrets
import time
from typing import Final

log: Final = logging.getLogger("moonshot.site")


class UtcFormatter(logging.Formatter):
    """Log lines in UTC, one line per message whatever it contains."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name is logging's
        """Escape line breaks, so that no input can forge a line."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")


def new_incident(where: str, error: BaseException | None) -> str:
    """Log a failure with its traceback and return the number to show in its place."""
    incident = secrets.token_hex(4)
    log.error("incident %s at %s", incident, where, exc_info=error)
    return incident
