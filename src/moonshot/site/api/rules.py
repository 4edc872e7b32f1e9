"""Rules over HTTP: the presets, the fields in words, and the check of a setup card."""

from typing import Any

from moonshot.engine import PRESETS, Rules, RulesError, preset_of
from moonshot.learn.catalogue import catalogue
from moonshot.learn.chapters import chapters
from moonshot.learn.differences import unusual
from moonshot.learn.rule_fields import rule_fields, rule_groups
from moonshot.learn.rules_query import rules_address
from moonshot.site.api.schema import (
    ChoiceOut,
    FieldOut,
    FieldsOut,
    GroupOut,
    PresetOut,
    ProblemOut,
    RulesChapterOut,
    RulesLineOut,
    RulesOut,
    RulesTextOut,
)
from moonshot.site.errors import ApiError


def presets() -> list[PresetOut]:
    """Every preset, Standard first."""
    return [
        PresetOut(id=p.id, name=p.name, about=p.about, source=p.source, rules=p.rules.to_dict())
        for p in PRESETS.values()
    ]


def fields() -> FieldsOut:
    """Every field of Rules, in words."""
    standard = Rules().to_dict()
    return FieldsOut(
        groups=[GroupOut(id=group.id, label=group.label, help=group.help) for group in rule_groups()],
        fields=[
            FieldOut(
                field=field.field,
                group=field.group,
                kind=field.kind,
                label=field.label,
                help=field.help,
                default=standard[field.field],
                choices=[ChoiceOut(value=c.value, label=c.label, help=c.help) for c in field.choices],
                items=[ChoiceOut(value=c.value, label=c.label, help=c.help) for c in field.items],
                lowest=field.lowest,
                highest=field.highest,
            )
            for field in rule_fields()
        ],
    )


def read_rules(value: str | dict[str, Any]) -> Rules:
    """The rules of a request, playable or not. Raises ApiError with status 422 when they cannot be read."""
    try:
        return Rules.from_dict(value)
    except RulesError as error:
        at = error.at if error.at in ("", "rules") else f"rules.{error.at}"
        problem = {"code": error.code, "message": error.message, "field": error.at}
        raise ApiError(422, error.code, error.message, at or "rules", problems=[problem]) from None


def check(value: str | dict[str, Any]) -> RulesOut:
    """All that is to be said about some rules."""
    rules = read_rules(value)
    return RulesOut(
        problems=_out(rules.problems()),
        warnings=_out(rules.warnings()),
        rules_name=rules_name(rules),
        rules=rules.to_dict(),
    )


def playable_rules(value: str | dict[str, Any]) -> Rules:
    """The rules of a request, known to be playable. Raises ApiError with status 422 and every reason."""
    rules = read_rules(value)
    if problems := rules.problems():
        found = [{"code": p.code, "message": p.message, "field": p.field} for p in problems]
        raise ApiError(422, "bad_rules", problems[0].message, f"rules.{problems[0].field}", problems=found)
    return rules


def text_of(rules: Rules) -> RulesTextOut:
    """What playable rules say, chapter by chapter: the same sentences as on their page."""
    words, rare = catalogue(), unusual(rules)
    return RulesTextOut(
        rules_name=rules_name(rules),
        page=rules_address(rules),
        chapters=[
            RulesChapterOut(
                id=chapter.id,
                title=words.text(chapter.title),
                lines=[RulesLineOut(text=words.text(one), unusual=one in rare) for one in chapter.said],
            )
            for chapter in chapters(rules)
        ],
    )


def rules_name(rules: Rules) -> str:
    """The name of the preset that has exactly these rules, or that they are a table's own."""
    preset = preset_of(rules)
    return preset.name if preset else "Custom rules"


def _out(problems: Any) -> list[ProblemOut]:
    return [ProblemOut(code=p.code, message=p.message, field=p.field) for p in problems]
