"""The account: one person, with or without a password, under one id for ever."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone

from moonshot.site.people.ids import new_account_id


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts."""

    def create_superuser(self, name: str, password: str, **fields: Any) -> "Account":
        """An account that may use the administration pages."""
        account = self.model(name=name, guest=False, is_staff=True, is_superuser=True, **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account


class Account(AbstractBaseUser, PermissionsMixin):
    """A person. A guest is an account without a password; signing up later keeps the id and so everything."""

    id = models.CharField(primary_key=True, max_length=26, default=new_account_id, editable=False)
    name = models.CharField(max_length=40)
    guest = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "id"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
