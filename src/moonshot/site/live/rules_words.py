"""Rules as the wire tells them: every field, and a name for people."""

from functools import lru_cache
from typing import cast

from moonshot.engine import Rules, preset_of
from moonshot.learn import daily
from moonshot.site.live import wire


@lru_cache(maxsize=256)
def rules_words(rules: Rules) -> tuple[wire.RulesFields, str, str | None]:
    """The rules' fields, their name for people and the id of the preset they are."""
    found = preset_of(rules)
    fields = cast("wire.RulesFields", rules.to_dict())
    if found is not None:
        return fields, found.name, found.id
    return fields, "Daily deal" if daily.is_of_a_day(rules) else "House rules", None


def rules_name(rules: Rules) -> str:
    """The name of rules for people: the preset's, or *House rules*."""
    return rules_words(rules)[1]
