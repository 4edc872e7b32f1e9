"""Django's admin with our own site; what other apps would like to show in it stays out."""

from django.contrib.admin.apps import SimpleAdminConfig


class ModerationConfig(SimpleAdminConfig):
    """The pages of moderators."""

    default_site = "moonshot.site.people.staff_site.ModerationSite"

    def ready(self) -> None:
        """Register what moderators see."""
        super().ready()
        from moonshot.site.people import admin  # noqa: F401 - importing it registers
