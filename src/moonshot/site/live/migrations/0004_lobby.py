"""Invitations, wishes for quick play, the list of open tables, and where words stand in logs."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0003_waking_and_restores"),
    ]

    operations = [
        migrations.CreateModel(
            name="Invite",
            fields=[
                ("code", models.CharField(max_length=6, primary_key=True, serialize=False)),
                ("token", models.CharField(max_length=32, unique=True)),
                ("table", models.CharField(max_length=32, unique=True)),
                ("owner", models.CharField(db_index=True, max_length=26)),
                ("listed", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("used_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(default=None, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Listing",
            fields=[
                ("table", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("body", models.TextField()),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Wish",
            fields=[
                ("account", models.CharField(max_length=26, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("mode", models.CharField(max_length=16)),
                ("when", models.CharField(max_length=8)),
                ("strength", models.FloatField(default=None, null=True)),
                ("asked_at", models.FloatField()),
                ("starts_at", models.FloatField()),
                ("alive_at", models.FloatField()),
                ("table", models.CharField(blank=True, default="", max_length=32)),
                ("claimed_at", models.FloatField(default=0.0)),
                ("seated", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="Admission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=32)),
                ("account", models.CharField(max_length=26)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "account"), name="live_admission_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=32)),
                ("seq", models.PositiveIntegerField()),
                ("account", models.CharField(max_length=26)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "seq"), name="live_chat_line_once")],
            },
        ),
    ]
