"""The record of a match: one portable JSON text from which the match can be replayed and checked.

docs/record.md describes the format. A record stores what happened; what follows from it by the rules (points,
totals, winners, redeals) is written for readers and compared on reading, never trusted.
"""

from moonshot.engine.record_check import ShuffleCheck, check_shuffles
from moonshot.engine.record_marks import Thought
from moonshot.engine.record_reading import ReadRecord, read_record
from moonshot.engine.record_writing import FORMAT, VERSION, match_record, write_record

__all__ = [
    "FORMAT",
    "VERSION",
    "ReadRecord",
    "ShuffleCheck",
    "Thought",
    "check_shuffles",
    "match_record",
    "read_record",
    "write_record",
]
