"""Named rules: data only. Each preset states what differs from Standard."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from moonshot.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Preset:
    """A named rules value: ``id`` for programs, ``name``, ``about`` and ``source`` for people."""

    id: str
    name: str
    about: str
    source: str
    rules: Rules


def _preset(preset_id: str, name: str, about: str, source: str, **changes: Any) -> tuple[str, Preset]:
    return preset_id, Preset(preset_id, name, about, source, Rules(**changes))


PRESETS: Final[Mapping[str, Preset]] = dict(
    [
        _preset(
            "standard",
            "Standard",
            "Four players to 100, pass three, queen 13, shooting the moon costs the others 26.",
            "Moonshot",
        ),
        _preset(
            "deniro",
            "Jack bonus, clever moon",
            "The jack of diamonds pays 10 back; a moon takes 26 off, unless 26 to each other player wins.",
            "House table",
            pass_cycle=("L", "R", "A", "H"),
            bonus_card="JD",
            moon="self_minus_unless_others_plus_wins",
        ),
        _preset(
            "deniro_3",
            "Jack bonus, three players",
            "The same rules for three: the two of diamonds stays out and everyone holds seventeen cards.",
            "House table",
            players=3,
            removed=("2D",),
            pass_cycle=("L", "R", "H"),
            bonus_card="JD",
            moon="self_minus_unless_others_plus_wins",
        ),
        _preset(
            "three_bots",
            "Classic, free first trick",
            "Points may fall on the very first trick; only a discarded heart breaks hearts.",
            "House table",
            first_trick_barred=(),
            break_by="heart_discarded",
        ),
        _preset(
            "custom_room",
            "Custom room",
            "The usual rules with a literal reading of breaking: hearts open when one is discarded.",
            "House table",
            break_by="heart_discarded",
        ),
        _preset(
            "browser_solo",
            "Solo classic",
            "The classic four-player match to 100, exactly as Standard plays it.",
            "House table",
        ),
        _preset(
            "table_guide",
            "Living-room table",
            "Hearts or the queen may be led when you hold nothing else; equal lowest totals share the win.",
            "House table",
            break_by="heart_discarded",
            lead_exception="only_penalties",
            tie="shared",
        ),
        _preset(
            "table_guide_50",
            "Hearts to 50",
            "The living-room table as a shorter match to 50.",
            "House table",
            break_by="heart_discarded",
            lead_exception="only_penalties",
            end_score=50,
            tie="shared",
        ),
        _preset(
            "table_guide_jd",
            "Living-room table with the jack",
            "The living-room table, and the jack of diamonds takes 10 off.",
            "House table",
            break_by="heart_discarded",
            lead_exception="only_penalties",
            bonus_card="JD",
            tie="shared",
        ),
        _preset(
            "pagat",
            "Free first trick, shooter chooses",
            "Points may fall on trick one; who shoots the moon chooses how it scores; ties share.",
            "Pagat",
            first_trick_barred=(),
            moon="choice",
            tie="shared",
        ),
        _preset(
            "bicycle",
            "Queen opens hearts",
            "Discarding the queen of spades breaks hearts too.",
            "Bicycle",
            break_by="heart_discarded",
            qs_breaks="discard",
        ),
        _preset(
            "windows",
            "Desktop classic",
            "The match many people learned on a computer: Standard rules to 100.",
            "Windows Hearts",
        ),
        _preset(
            "cardgames_io",
            "Browser classic",
            "Standard, with hearts opened only by a discarded heart.",
            "cardgames.io",
            break_by="heart_discarded",
        ),
        _preset(
            "openspiel",
            "Research table",
            "The rules used by a well-known research library: any queen of spades opens hearts.",
            "OpenSpiel",
            qs_breaks="any_play",
        ),
        _preset(
            "trickster",
            "Shared win",
            "Standard rules, but equal lowest totals share the win.",
            "Trickster Cards",
            tie="shared",
        ),
        _preset(
            "gnome",
            "Old desktop, new moon",
            "Passes left, across, right; a moon takes 26 off your own score and every trick doubles it.",
            "GNOME Hearts",
            pass_cycle=("L", "A", "R", "H"),
            qs_breaks="any_play",
            moon="self_minus",
            sun="double",
            tie="shared",
        ),
        _preset(
            "ggz",
            "No passing",
            "No cards are passed; a moon takes 26 off; ties are checked afresh each hand.",
            "GGZ",
            pass_cycle=("H",),
            qs_breaks="any_play",
            moon="self_minus",
            overtime="recheck",
        ),
        _preset(
            "omnibus",
            "Omnibus",
            "The jack of diamonds takes 10 off on its own; the moon shooter chooses.",
            "Pagat",
            first_trick_barred=(),
            bonus_card="JD",
            moon="choice",
            tie="shared",
        ),
        _preset(
            "omnibus_bicycle",
            "Omnibus slam",
            "The ten of diamonds takes 10 off, and a moon needs all fifteen scoring cards.",
            "Bicycle",
            break_by="heart_discarded",
            qs_breaks="discard",
            bonus_card="TD",
            moon="self_minus",
            moon_needs_bonus=True,
            moon_bonus="absorbed",
        ),
        _preset(
            "omnibus_gnome",
            "Omnibus, new moon",
            "The jack of diamonds takes 10 off; a moon takes 26 off your own score.",
            "GNOME Hearts",
            pass_cycle=("L", "A", "R", "H"),
            qs_breaks="any_play",
            bonus_card="JD",
            moon="self_minus",
            sun="double",
            tie="shared",
        ),
        _preset(
            "spot",
            "Spot Hearts",
            "Each heart costs its spots from 2 to 14, the queen 25; play to 500.",
            "GNOME Hearts",
            pass_cycle=("L", "A", "R", "H"),
            qs_breaks="any_play",
            heart_points="pip14",
            penalties=(("QS", 25),),
            moon="self_minus",
            sun="double",
            end_score=500,
            tie="shared",
        ),
        _preset(
            "spot_zone",
            "League Spot Hearts",
            "Hearts cost their spots, the queen 50, the jack of diamonds takes 40 off; play to 500.",
            "MSN Zone",
            heart_points="pip14",
            penalties=(("QS", 50),),
            bonus_card="JD",
            bonus_points=-40,
            moon_value=150,
            end_score=500,
        ),
        _preset(
            "pip_119",
            "119-point Hearts",
            "Hearts cost their pips with court cards at 10, the queen 25; play to 500.",
            "Wikipedia",
            heart_points="pip10",
            penalties=(("QS", 25),),
            end_score=500,
        ),
        _preset(
            "hooligan",
            "Hooligan Hearts",
            "The seven of clubs costs 7 as well, so 33 points are in play.",
            "Wikipedia",
            penalties=(("QS", 13), ("7C", 7)),
        ),
        _preset(
            "black_maria",
            "Black Maria",
            "Three players, always pass right; ace, king and queen of spades all cost; no moon.",
            "Arnold",
            players=3,
            removed=("2C",),
            pass_cycle=("R",),
            opening_leader="left_of_dealer",
            opening_card="any",
            first_trick_barred=(),
            lead_hearts="anytime",
            penalties=(("QS", 13), ("KS", 10), ("AS", 7)),
            moon="off",
        ),
        _preset(
            "plain",
            "1887 Hearts",
            "The oldest form: only hearts count, nobody passes, there is no moon.",
            "Foster",
            pass_cycle=("H",),
            opening_leader="left_of_dealer",
            opening_card="any",
            first_trick_barred=(),
            lead_hearts="anytime",
            penalties=(),
            moon="off",
        ),
        _preset(
            "rickety_kate",
            "Rickety Kate",
            "Standard without shooting the moon: all 26 points are simply 26.",
            "Wikipedia",
            moon="off",
        ),
        _preset(
            "greek",
            "Greek Hearts",
            "Always pass right, any opening lead, hearts may be led at any time.",
            "Arnold",
            pass_cycle=("R",),
            opening_leader="left_of_dealer",
            opening_card="any",
            first_trick_barred=(),
            lead_hearts="anytime",
        ),
        _preset(
            "greek_values",
            "Greek Hearts, graded",
            "Hearts cost from 2 to 15, the queen 50; play to 500.",
            "Hoyle",
            heart_points="greek",
            penalties=(("QS", 50),),
            end_score=500,
        ),
        _preset(
            "koupes",
            "Koupes",
            "No passing, and point cards may never be led while you hold anything else.",
            "Greek table",
            pass_cycle=("H",),
            lead_hearts="never",
            lead_exception="only_penalties",
            qs_lead="never",
        ),
    ]
)
"""Every preset by its id; Standard comes first."""


def preset(preset_id: str) -> Rules:
    """The rules of a preset. Raises RulesError for an unknown id."""
    return Rules.from_dict(preset_id)


def preset_of(rules: Rules) -> Preset | None:
    """The first preset with exactly these rules, or None."""
    return next((preset for preset in PRESETS.values() if preset.rules == rules), None)
