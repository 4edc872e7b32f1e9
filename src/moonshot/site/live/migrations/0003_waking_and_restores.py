"""When tables want to be woken, and that the database was restored."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0002_table_finished"),
    ]

    operations = [
        migrations.CreateModel(
            name="Restored",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name_plural": "restores",
            },
        ),
        migrations.AddField(
            model_name="table",
            name="due_at",
            field=models.DateTimeField(default=None, null=True),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="live_table_due"
            ),
        ),
    ]
