"""Reviews of matches."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0005_kept_matches"),
    ]

    operations = [
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=32)),
                ("no", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("state", models.CharField(default="waiting", max_length=8)),
                ("decisions", models.PositiveIntegerField(default=0)),
                ("body", models.TextField(default="[]")),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("touched_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [models.Index(fields=["state", "asked_at"], name="live_review_waiting")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "no", "seat"), name="live_review_once")
                ],
            },
        ),
    ]
