"""Chosen names, public handles, whom somebody mutes and blocks, and reports."""

from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from moonshot.site.people.ids import handle_of


def _give_handles(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001 - Django's signature
    accounts = apps.get_model("people", "Account")
    for account in accounts.objects.all().iterator():
        account.handle = handle_of(account.pk)
        account.save(update_fields=["handle"])


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("people", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Complaint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reporter_name", models.CharField(max_length=60)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insults", "insults or threats"),
                            ("name", "offensive name"),
                            ("cheating", "cheating or playing together"),
                            ("stalling", "stalling or leaving on purpose"),
                            ("spam", "spam or advertising"),
                            ("other", "something else"),
                        ],
                        max_length=12,
                    ),
                ),
                ("note", models.TextField(blank=True, default="", max_length=500)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="NameChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("until", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[("mute", "mute"), ("block", "block")], max_length=8)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.CharField(max_length=32)),
                ("accused_name", models.CharField(max_length=60)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("chat", models.JSONField(default=list)),
                ("record", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("closed", "closed")], default="open", max_length=8
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not decided yet"),
                            ("warned", "warned"),
                            ("chat_off", "may not write"),
                            ("barred", "barred from live tables"),
                            ("nothing", "nothing to be found"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("action_note", models.TextField(blank=True, default="", max_length=2000)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="account",
            name="barred_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="account",
            name="handle",
            field=models.CharField(default="", editable=False, max_length=16),
            preserve_default=False,
        ),
        migrations.RunPython(_give_handles, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="account",
            name="handle",
            field=models.CharField(editable=False, max_length=16, unique=True),
        ),
        migrations.AddField(
            model_name="account",
            name="look",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="account",
            name="may_write",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="account",
            name="number",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddConstraint(
            model_name="account",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look", ""), _negated=True),
                fields=("look", "number"),
                name="people_name_shown",
            ),
        ),
        migrations.AddField(
            model_name="complaint",
            name="reporter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="complaints",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="namechange",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="older_names",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="relations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="relation",
            name="other",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="related_by",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="accused",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="report",
            name="decided_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="decisions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="complaint",
            name="report",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="complaints", to="people.report"
            ),
        ),
        migrations.AddConstraint(
            model_name="relation",
            constraint=models.UniqueConstraint(
                fields=("account", "other", "kind"), name="people_relation_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")), fields=("table", "accused"), name="people_open_report"
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.UniqueConstraint(fields=("report", "reporter"), name="people_complaint_once"),
        ),
    ]
