"""The second factor of moderators: the codes of an authenticator app, a new one every thirty seconds.

Each code opens the door once. After a wrong one the account waits, twice as long each time; only whoever
knows the password gets so far, so no stranger can keep a moderator out.
"""

import secrets
import time
from base64 import b32decode, b32encode
from typing import Any, Final
from urllib.parse import quote, urlencode

from django.db import transaction
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from moonshot.site.people.models import Account

ISSUER: Final = "Moonshot"
DIGITS: Final = 6


def has_key(name: str) -> bool:
    """Whether the moderator of this name has set up an authenticator."""
    devices = TOTPDevice.objects.filter(user__name=name, user__is_staff=True, confirmed=True)
    return bool(devices.exists())


def new_key() -> str:
    """A key of 160 random bits, as people type it."""
    return b32encode(secrets.token_bytes(20)).decode()


def set_key(account: Account, key: str) -> None:
    """Let this key count for an account, in place of any that it had."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=account).delete()
        TOTPDevice.objects.create(user=account, name="authenticator", key=b32decode(key).hex(), digits=DIGITS)


def shows(key: str, code: str) -> bool:
    """Whether an authenticator with this key shows the code now, or did half a minute ago."""
    counter = TOTP(b32decode(key), digits=DIGITS)
    counter.time = time.time()
    return code.strip().isdecimal() and bool(counter.verify(int(code), tolerance=1))


def setup_address(name: str, key: str) -> str:
    """The address that authenticator apps read from a QR code.

    >>> setup_address("Ada", "ABC")
    'otpauth://totp/Moonshot:Ada?secret=ABC&issuer=Moonshot&algorithm=SHA1&digits=6&period=30'
    """
    facts = {"secret": key, "issuer": ISSUER, "algorithm": "SHA1", "digits": DIGITS, "period": 30}
    return f"otpauth://totp/{ISSUER}:{quote(name)}?{urlencode(facts)}"


def accept(account: Account, code: str) -> Any:
    """The device whose present code this is; None when there is none. The same code is not taken twice."""
    code = code.replace(" ", "")
    if not (len(code) == DIGITS and code.isascii() and code.isdecimal()):
        return None
    with transaction.atomic():  # kept also when the code is wrong: the next try has to wait
        device = TOTPDevice.objects.select_for_update().filter(user=account, confirmed=True).first()
        return device if device is not None and device.verify_token(code) else None
