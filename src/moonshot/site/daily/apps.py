"""Django's handle on the daily deals."""

from django.apps import AppConfig


class DailyConfig(AppConfig):
    """Days, and who has tried their deals."""

    name = "moonshot.site.daily"
    label = "daily"
    verbose_name = "Daily deals"
