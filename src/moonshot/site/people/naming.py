"""Choosing a name, and telling apart those who choose the same."""

from typing import Final

from django.db import IntegrityError, transaction

from moonshot.site.people.ids import guest_name, handle_of
from moonshot.site.people.models import Account, NameChange
from moonshot.site.people.names import NameRefusedError, clean_name, skeleton

_TRIES: Final = 5


def set_name(account_id: str, text: str) -> Account:
    """Give an account a name of its own choice, storing the account if need be. Raises NameRefusedError.

    Names that look like the name of a registered account are refused; guests with names that look alike get
    a number, which is shown.
    """
    name = clean_name(text)
    look = skeleton(name)
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                return _set(account_id, name, look)
        except IntegrityError:  # somebody took the same number at the same moment
            continue
    raise NameRefusedError("name_taken", "Somebody has that name. Choose another.")


def _set(account_id: str, name: str, look: str) -> Account:
    account, made = Account.objects.get_or_create(
        pk=account_id, defaults={"name": guest_name(account_id), "password": "!"}
    )
    if (account.name, account.look) == (name, look):
        return account
    others = Account.objects.filter(look=look).exclude(pk=account_id)
    if others.filter(guest=False).exists():
        raise NameRefusedError("name_taken", "Somebody has that name, or one that looks like it.")
    if not made and account.look:
        NameChange.objects.create(account=account, name=account.shown_name)
    if account.look != look:
        taken = set(others.values_list("number", flat=True))
        account.number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    account.name, account.look = name, look
    account.save(update_fields=["name", "look", "number", "handle"])
    return account


def handle_and_name(account_id: str) -> tuple[str, str]:
    """The public id and the shown name of a guest of whom nothing is stored."""
    return handle_of(account_id), guest_name(account_id)
