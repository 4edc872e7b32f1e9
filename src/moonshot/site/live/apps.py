"""The Django application of the live tables."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Owns the tables and their logs."""

    name = "moonshot.site.live"
    label = "live"
    verbose_name = "Live tables"
    default_auto_field = "django.db.models.BigAutoField"
