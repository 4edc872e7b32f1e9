"""What tables are told of people is what their accounts say; it is asked past the ORM, for speed."""

from datetime import timedelta
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("people")


def account(**fields: Any) -> Any:
    from moonshot.site.people.ids import new_account_id
    from moonshot.site.people.models import Account

    made = Account(id=new_account_id(), name=fields.pop("name", "Mira"), password="!", **fields)
    made.save()
    return made


def person(of: Any, table: str | None = None, *, free_text: bool = True) -> Any:
    from django.db import connection

    from moonshot.site.live.directory import SiteDirectory

    try:
        return SiteDirectory(free_text=free_text)._find(of if isinstance(of, str) else of.pk, table)
    finally:
        connection.close()


def test_who_is_stored_is_known_by_what_is_stored() -> None:
    from django.utils import timezone

    now = timezone.now()
    cases: list[dict[str, Any]] = [
        {},
        {"look": "m1", "number": 7},
        {"look": "m2", "number": 1, "may_write": False},
        {"guest": False},
        {"hears": "phrases"},
        {"is_active": False},
        {"barred_until": now + timedelta(minutes=5)},
        {"barred_until": now - timedelta(minutes=5)},
    ]
    for fields in cases:
        made = account(**fields)
        found = person(made)
        assert found.account == made.pk
        assert found.visitor.name == made.shown_name
        assert found.visitor.handle == made.handle
        assert found.visitor.writes == (made.may_write and made.has_chosen), fields
        assert found.hears == made.hears
        assert found.barred == made.is_barred, fields
        assert not found.visitor.invited
        assert found.hides == frozenset()
        assert not person(made, free_text=False).visitor.writes


def test_who_is_not_stored_has_the_name_of_a_guest() -> None:
    from moonshot.site.people.ids import guest_name, handle_of, new_account_id

    stranger = new_account_id()
    found = person(stranger)
    assert (found.visitor.name, found.visitor.handle) == (guest_name(stranger), handle_of(stranger))
    assert not found.barred


def test_the_muted_and_the_blocked_are_hidden() -> None:
    from moonshot.site.people.relations import set_relation

    own, muted, blocked, other = (account() for _ in range(4))
    set_relation(own, muted.handle, "mute", on=True)
    set_relation(own, blocked.handle, "block", on=True)
    set_relation(other, own.handle, "block", on=True)
    assert person(own).hides == {muted.handle, blocked.handle}


def test_the_invited_and_everybody_at_a_listed_table_may_sit_down() -> None:
    from django.utils import timezone

    from moonshot.site.live.codes import remember_members
    from moonshot.site.live.lobby_models import Invite

    guest, stranger = account(), "never-stored"
    remember_members("directory-1", [guest.pk])
    assert person(guest, "directory-1").visitor.invited
    assert not person(stranger, "directory-1").visitor.invited
    assert not person(guest, "directory-2").visitor.invited
    listed = Invite.objects.create(code="DIR111", token="t" * 22, table="directory-2", owner=guest.pk)
    assert not person(stranger, "directory-2").visitor.invited
    Invite.objects.filter(pk=listed.pk).update(listed=True)
    assert person(stranger, "directory-2").visitor.invited
    Invite.objects.filter(pk=listed.pk).update(ended_at=timezone.now())
    assert not person(stranger, "directory-2").visitor.invited
