"""Django settings. What a host may choose is in `moonshot.site.config`; the rest is decided here."""

from pathlib import Path
from typing import Any

from moonshot.site.config import SiteConfig, read_config
from moonshot.site.database import database_settings

CONFIG: SiteConfig = read_config()
HERE = Path(__file__).parent

DEBUG = False
SECRET_KEY = CONFIG.secret_key
SECRET_KEY_FALLBACKS = list(CONFIG.old_secret_keys)
# The Host header is checked for every kind of request, sockets included, by moonshot.site.edge.
ALLOWED_HOSTS = ["*"]

INSTALLED_APPS = [
    "moonshot.site.people.staff_app.ModerationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "moonshot.site.people",
    "moonshot.site.live",
    "moonshot.site.daily",
    "moonshot.site.pages",
]
# Security headers and limits are added for every answer by moonshot.site.edge, static files included.
MIDDLEWARE = [
    "moonshot.site.api.guard.api_guard",
    "moonshot.site.people.visitors.visitor_middleware",
    "moonshot.site.people.moderation.moderation_middleware",
]
# Sessions, sign-in and messages stand in moderation_middleware: only moderators pay for them.
SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410"]
ROOT_URLCONF = "moonshot.site.urls"
ASGI_APPLICATION = "moonshot.site.asgi.application"
APPEND_SLASH = False

DATABASES: dict[str, dict[str, Any]] = {"default": database_settings(CONFIG)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "people.Account"
AUTHENTICATION_BACKENDS = ["moonshot.site.people.moderation.StaffBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

STATIC_URL = "/static/"
STATIC_ROOT = HERE / "static"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

# Sessions are for moderators; players have the cookie of moonshot.site.people.visitors.
SESSION_COOKIE_NAME = "__Host-moderation" if CONFIG.https else "moderation"
SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CONFIG.https
SESSION_COOKIE_SAMESITE = "Strict"
CSRF_COOKIE_NAME = "__Host-moderation-form" if CONFIG.https else "moderation-form"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = CONFIG.https
CSRF_COOKIE_SAMESITE = "Strict"
CSRF_TRUSTED_ORIGINS = [CONFIG.public_url] if CONFIG.public_url else []
# A code is worth what it is worth now: nothing is learned about the clock of somebody's telephone.
OTP_TOTP_SYNC = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "moonshot.site.incidents.UtcFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Failures are logged once, with their incident number, by moonshot.site.incidents.
        "django.request": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.security": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "moonshot": {"level": "INFO"},
    },
}
LOGGING_CONFIG = "logging.config.dictConfig"
