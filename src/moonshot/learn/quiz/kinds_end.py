"""Questions about the end of a match: what happens at these totals, who has won, ties, exact scores."""

from collections.abc import Callable

from moonshot.engine import Deal, Rules
from moonshot.engine.scoring import DealScore
from moonshot.learn.quiz.kinds_moon import a_moon
from moonshot.learn.quiz.kinds_points import ordinary, scored
from moonshot.learn.quiz.making import HOUSE, Fits, Maker, always, kind
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    EXPERT,
    REGULAR,
    SCORES,
    SEAT,
    WORD,
    Answer,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import Sentence, say

HOUSE.update(
    exceed={"end_at": "exceed"},
    four_hands={"end_score": 0, "end_hands": 4},
    exact_reset={"exact": ((100, 50),)},
    exact_wins={"exact_wins": True},
    shared={"tie": "shared"},
    recheck={"bonus_card": "JD", "bonus_points": -10, "overtime": "recheck", "tie": "another_hand"},
    latched={"bonus_card": "JD", "bonus_points": -10, "overtime": "latched", "tie": "another_hand"},
)


def _spread(maker: Maker, low: int, high: int) -> list[int]:
    return [maker.rng.randint(low, high) for _ in range(maker.players)]


def _aimed(
    deal: Deal, after: list[int], *, overtime: bool = False
) -> tuple[tuple[int, ...], DealScore] | None:
    """Totals before the deal that lead to ``after``, none of them below zero, and how it is scored then."""
    points = scored(deal, (0,) * deal.players, overtime=overtime).points
    before = tuple(total - value for total, value in zip(after, points, strict=True))
    if min(before) < 0:
        return None
    return before, scored(deal, before, overtime=overtime)


def _end(
    name: str,
    level: str,
    aim: Callable[[Maker], list[int]],
    fits: Fits = always,
    *,
    house: str | None = None,
    overtime: bool = False,
) -> None:
    """What happens after this hand?"""

    @kind(f"end.{name}", level, fits, house=house)
    def what_happens(maker: Maker) -> Draft | None:
        deal = ordinary(maker)
        if deal is None:
            return None
        found = _aimed(deal, aim(maker), overtime=overtime)
        if found is None:
            return None
        before, score = found
        state = score.settlement.state
        added = tuple(total + value for total, value in zip(before, score.points, strict=True))
        notes = (say("quiz.note.overtime"),) if overtime else ()
        if maker.rules.end_hands:
            notes = (say("quiz.note.number", number=deal.deal_no), *notes)
        scene = Scene(maker.rng.randrange(deal.players), deal.players, totals=added, notes=notes)
        wrong = tuple(word for word in ("next_deal", "over", "overtime") if word != state)
        why = (say(f"quiz.why.end_{state}"), *_more(maker.rules, score, scene, overtime=overtime))
        return Draft(
            say("quiz.ask.end"),
            scene,
            state,
            wrong,
            WORD,
            why,
            case_of(deal, totals=before, overtime=overtime),
            {"of": "state"},
        )


def _more(rules: Rules, score: DealScore, scene: Scene, *, overtime: bool) -> tuple[Sentence, ...]:
    """Who has won, or who is tied; and what this house adds."""
    after = score.settlement
    said: list[Sentence] = []
    if after.winners:
        said += [say("quiz.why.won", seats=_seats(scene, after.winners), n=len(after.winners))]
    if after.tied:
        said += [say("quiz.why.tied", seats=_seats(scene, after.tied))]
    if rules.end_score and not rules.exact and not rules.exact_wins:
        said += [say(f"quiz.why.ends_{rules.end_at}", n=rules.end_score)]
    if rules.end_hands:
        said += [say("quiz.why.ends_hands", n=rules.end_hands)]
    if overtime:
        said += [say(f"quiz.why.overtime_{rules.overtime}")]
    return tuple(said)


def _seats(scene: Scene, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(str(scene.relative(seat)) for seat in seats)


def _normal(rules: Rules) -> bool:
    return rules.end_score > 0 and rules.end_hands == 0 and not rules.exact and not rules.exact_wins


def _below(maker: Maker) -> list[int]:
    end = maker.facts.end_score
    return _spread(maker, end // 2, end - 1)


def _reached(maker: Maker) -> list[int]:
    end = maker.facts.end_score
    after = _spread(maker, end // 2, end - 1)
    after[maker.rng.randrange(maker.players)] = end + maker.rng.randint(1, 12)
    return after


def _either(maker: Maker) -> list[int]:
    return _reached(maker) if maker.rng.random() < 0.5 else _below(maker)


def _exactly(maker: Maker) -> list[int]:
    end = maker.facts.end_score
    after = _spread(maker, end // 2, end - 2)
    after[maker.rng.randrange(maker.players)] = end
    return after


def _tied(maker: Maker) -> list[int]:
    end = maker.facts.end_score
    low = maker.rng.randint(end // 2, end - 15)
    after = _spread(maker, low + 1, end - 1)
    seats = maker.rng.sample(range(maker.players), 3)
    after[seats[0]] = after[seats[1]] = low
    after[seats[2]] = end + maker.rng.randint(0, 12) + (maker.rules.end_at == "exceed")
    return after


def _tied_below(maker: Maker) -> list[int]:
    """A tie at the lowest although nobody has reached the end, or with somebody there."""
    after = _tied(maker)
    if maker.rng.random() < 0.5:
        return [min(total, maker.facts.end_score - 1) for total in after]
    return after


def _back_below(maker: Maker) -> list[int]:
    end = maker.facts.end_score
    after = _spread(maker, end - 30, end - 1)
    if maker.rng.random() < 0.5:
        low = min(after)
        after[after.index(max(after))] = low
    return after


_end("what", BEGINNER, _either, _normal)
_end("tie", REGULAR, _tied, _normal)
_end("tie_below", REGULAR, _tied_below, _normal)
_end("exactly", REGULAR, _exactly, _normal)
_end(
    "house_exceed",
    ADVANCED,
    lambda m: _exactly(m) if m.rng.random() < 0.6 else _reached(m),
    _normal,
    house="exceed",
)
_end(
    "house_four_hands",
    REGULAR,
    lambda m: _spread(m, 30, 80),
    lambda rules: rules.end_hands > 0,
    house="four_hands",
)
_end("house_shared", ADVANCED, _tied, _normal, house="shared")
_end("overtime_latched", EXPERT, _back_below, lambda r: _normal(r) and r.tie == "another_hand", overtime=True)
_end("house_recheck", EXPERT, _back_below, _normal, house="recheck", overtime=True)


def _winner(name: str, level: str, fits: Fits, house: str | None = None) -> None:
    @kind(f"end.{name}", level, fits, house=house)
    def winner(maker: Maker) -> Draft | None:
        deal = ordinary(maker)
        found = None if deal is None else _aimed(deal, _reached(maker))
        if deal is None or found is None:
            return None
        before, score = found
        if len(score.settlement.winners) != 1:
            return None
        after = tuple(total + value for total, value in zip(before, score.points, strict=True))
        scene = Scene(maker.rng.randrange(deal.players), deal.players, totals=after)
        right = score.settlement.winners[0]
        first = after.index(max(after))
        wrong = tuple(dict.fromkeys([first, *maker.rng.sample(range(deal.players), deal.players)]))
        why = (say("quiz.why.winner_lowest", n=after[right], who=str(scene.relative(right))),)
        return Draft(
            say("quiz.ask.who_won"),
            scene,
            right,
            tuple(seat for seat in wrong if seat != right),
            SEAT,
            why,
            case_of(deal, totals=before),
            {"of": "match_winner"},
        )


_winner("winner", BEGINNER, _normal)


@kind(
    "end.moon_ends",
    ADVANCED,
    lambda rules: _normal(rules) and rules.moon == "others_plus" and rules.bonus_card is None,
)
def moon_ends(maker: Maker) -> Draft | None:
    """A moon takes somebody over the end: who has won?"""
    found = a_moon(maker)
    if found is None:
        return None
    deal, shooter = found
    end = maker.facts.end_score
    before = tuple(maker.rng.randint(end // 3, end - 10) for _ in range(deal.players))
    score = scored(deal, before)
    if len(score.settlement.winners) != 1:
        return None
    right = score.settlement.winners[0]
    scene = Scene(maker.rng.randrange(deal.players), deal.players, totals=before)
    lowest = before.index(min(before))
    likely = dict.fromkeys([shooter, lowest, *maker.rng.sample(range(deal.players), deal.players)])
    who = str(scene.relative(shooter))
    why = (
        say("quiz.why.moon_others_plus", who=who, n=maker.facts.moon_value),
        say("quiz.why.winner_lowest", n=score.settlement.totals[right], who=str(scene.relative(right))),
    )
    return Draft(
        say("quiz.ask.moon_ends", who=who),
        scene,
        right,
        tuple(seat for seat in likely if seat != right),
        SEAT,
        why,
        case_of(deal, totals=before),
        {"of": "match_winner"},
    )


def _hundred(rules: Rules) -> bool:
    return rules.end_score == 100 and rules.bonus_card is None and _hundred_normal(rules)


def _hundred_normal(rules: Rules) -> bool:
    return rules.end_hands == 0


@kind("end.house_reset", ADVANCED, _hundred, house="exact_reset")
def reset(maker: Maker) -> Draft | None:
    """A total of exactly 100."""
    deal = ordinary(maker)
    if deal is None:
        return None
    exact = maker.rng.random() < 0.7
    after = _spread(maker, 40, 95)
    after[maker.rng.randrange(maker.players)] = 100 if exact else maker.rng.choice((99, 101, 102))
    found = _aimed(deal, after)
    if found is None:
        return None
    before, score = found
    right = score.settlement.totals
    scene = Scene(maker.rng.randrange(deal.players), deal.players, totals=tuple(before), points=score.points)
    wrong: list[Answer] = [tuple(after)]
    wrong += [tuple(to if total >= 99 else total for total in after) for to in (50, 0)]
    wrong.append(tuple(total - 1 if total == max(after) else total for total in after))
    why = (say("quiz.why.reset" if exact else "quiz.why.no_reset"),)
    return Draft(
        say("quiz.ask.totals"),
        scene,
        right,
        tuple(wrong),
        SCORES,
        why,
        case_of(deal, totals=before),
        {"of": "totals"},
    )


@kind("end.house_exact_wins", EXPERT, _hundred, house="exact_wins")
def exact_wins(maker: Maker) -> Draft | None:
    """Exactly the end score wins at once."""
    deal = ordinary(maker)
    if deal is None:
        return None
    after = _spread(maker, 40, 95)
    hit = maker.rng.randrange(maker.players)
    after[hit] = 100
    found = _aimed(deal, after)
    if found is None:
        return None
    before, score = found
    if score.settlement.winners != (hit,):
        return None
    scene = Scene(maker.rng.randrange(deal.players), deal.players, totals=tuple(after))
    lowest = after.index(min(after))
    wrong = dict.fromkeys([lowest, *maker.rng.sample(range(deal.players), deal.players)])
    why = (say("quiz.why.exact_wins", who=str(scene.relative(hit))),)
    return Draft(
        say("quiz.ask.who_won"),
        scene,
        hit,
        tuple(seat for seat in wrong if seat != hit),
        SEAT,
        why,
        case_of(deal, totals=before),
        {"of": "match_winner"},
    )
