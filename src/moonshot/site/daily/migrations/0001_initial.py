"""Daily deals and the tries at them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Day",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                ("secret", models.CharField(max_length=64)),
                ("level", models.CharField(max_length=16)),
                ("version", models.PositiveIntegerField()),
                ("promised_at", models.DateTimeField()),
            ],
            options={"ordering": ["-day"]},
        ),
        migrations.CreateModel(
            name="Try",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("account", models.CharField(max_length=26)),
                ("table", models.CharField(max_length=32, unique=True)),
                ("counted", models.BooleanField()),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(default=None, null=True)),
                ("points", models.IntegerField(default=None, null=True)),
                ("moon", models.BooleanField(default=False)),
                ("passed", models.CharField(default="", max_length=20)),
                (
                    "day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="daily.day"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tries",
                "indexes": [models.Index(fields=["account", "day"], name="daily_try_of")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("counted", True)),
                        fields=("day", "account"),
                        name="daily_one_counted_try",
                    )
                ],
            },
        ),
    ]
