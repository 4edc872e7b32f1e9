"""Django's handle on the pages, for their templates."""

from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The client's shell and the pages around it."""

    name = "moonshot.site.pages"
    label = "pages"
    verbose_name = "Pages"
