"""The rules of Hearts: pure values and functions, no input or output, no clock, no hidden randomness."""

from moonshot.engine.cards import (
    Card,
    CardSet,
    card_name,
    card_text,
    cards_of,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
)
from moonshot.engine.deal import Deal
from moonshot.engine.errors import CardError, HeartsError, MoveError, RecordError, RulesError, StateError
from moonshot.engine.match import DealResult, Match
from moonshot.engine.moves import ChooseMoon, Move, Pass, Play, Recall
from moonshot.engine.perft import perft
from moonshot.engine.presets import PRESETS, Preset, preset, preset_of
from moonshot.engine.problems import Problem
from moonshot.engine.record import ReadRecord, match_record, read_record, write_record
from moonshot.engine.rules import RULES_VERSION, Rules
from moonshot.engine.shuffle import commitment, deal_hands
from moonshot.engine.view import Trick, View, seen_by, view_of

__all__ = [
    "PRESETS",
    "RULES_VERSION",
    "Card",
    "CardError",
    "CardSet",
    "ChooseMoon",
    "Deal",
    "DealResult",
    "HeartsError",
    "Match",
    "Move",
    "MoveError",
    "Pass",
    "Play",
    "Preset",
    "Problem",
    "ReadRecord",
    "Recall",
    "RecordError",
    "Rules",
    "RulesError",
    "StateError",
    "Trick",
    "View",
    "card_name",
    "card_text",
    "cards_of",
    "cards_text",
    "commitment",
    "deal_hands",
    "mask_of",
    "match_record",
    "parse_card",
    "parse_cards",
    "perft",
    "preset",
    "preset_of",
    "read_record",
    "seen_by",
    "view_of",
    "write_record",
]
