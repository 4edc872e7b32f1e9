"""Django's handle on the people of this site."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Accounts and guests."""

    name = "moonshot.site.people"
    label = "people"
    verbose_name = "People"
