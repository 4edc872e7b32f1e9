"""Notes of finished matches: for lists, and for counts of all deals."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0004_lobby"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealCounts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("counts", models.TextField()),
            ],
            options={
                "verbose_name_plural": "deal counts",
            },
        ),
        migrations.CreateModel(
            name="KeptMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=32)),
                ("no", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=16)),
                ("ended_at", models.DateTimeField()),
                ("rules_name", models.CharField(max_length=80)),
                ("deals", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "no"), name="live_kept_match_once")],
            },
        ),
        migrations.CreateModel(
            name="KeptSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("account", models.CharField(max_length=26)),
                ("total", models.IntegerField()),
                ("won", models.BooleanField()),
                ("counts", models.TextField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="live.keptmatch"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["account"], name="live_kept_seat_of")],
            },
        ),
    ]
