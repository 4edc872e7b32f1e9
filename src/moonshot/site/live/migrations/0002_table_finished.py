"""Tables note whether their match is over, so that lists need not replay them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="finished",
            field=models.BooleanField(default=False),
        ),
    ]
