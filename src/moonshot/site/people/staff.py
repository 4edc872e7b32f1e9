"""Accounts of moderators, made by the host at the command line: there are none to begin with."""

from django.db import transaction

from moonshot.site.people.models import Account
from moonshot.site.people.names import skeleton


def make_moderator(name: str, password: str) -> Account:
    """A moderator of this name, or the one there is with a new password. Raises ValueError."""
    name = name.strip()
    if not (2 <= len(name) <= 20 and name.isprintable()):
        raise ValueError("A name has 2 to 20 printable characters.")
    with transaction.atomic():
        account = Account.objects.filter(name=name, is_staff=True).first()
        if account is None:
            look = skeleton(name)
            taken = set(Account.objects.filter(look=look).values_list("number", flat=True))
            number = next(free for free in range(1, len(taken) + 2) if free not in taken)
            account = Account(name=name, look=look, number=number)
        account.guest, account.is_staff, account.is_superuser, account.is_active = False, True, True, True
        account.set_password(password)
        account.save()
    return account
