"""Settings of the site: one file, changed by environment variables (see .env.example)."""

from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
# Without a key a process makes one up: enough for commands and tests, but a server would sign
# everybody out on every restart. `check --deploy` reports this.
SECRET_KEY = env("SECRET_KEY", default="")
SECRET_KEY_IS_MADE_UP = not SECRET_KEY
SECRET_KEY = SECRET_KEY or get_random_secret_key()
# Former keys still decrypt dice of running games and second factors.
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Signs the public list of commitments to dice; by default a key derived from SECRET_KEY.
COMMITMENTS_KEY = env("COMMITMENTS_KEY", default="")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# In a demo every page says that it is a demo, and made-up people play (cantstop_site/demo/).
DEMO = env.bool("DEMO", default=False)

SITE_NAME = str(env("SITE_NAME", default="Nerve"))
# The site's address, such as https://dice.example.org: for links in mails that no request causes.
SITE_URL = env("SITE_URL", default="").rstrip("/")
# The operator's name and address, and the address of the source code, which the licence requires.
OPERATOR = env("OPERATOR", default="")
CONTACT_EMAIL = env("CONTACT_EMAIL", default="")
SOURCE_URL = env("SOURCE_URL", default="")

# --- Applications -----------------------------------------------------------

INSTALLED_APPS = [
    "cantstop_site",  # before staticfiles: its runserver is ours
    "whitenoise.runserver_nostatic",
    "moderation.apps.AdminConfig",  # takes the place of django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "accounts",
    "moderation",
    "games",
    "games.pictures",
    "games.notices",
    "games.chat",
    "lifecycle",
    "tools",
    "django_tasks",
    "django_tasks_db",
]

MIDDLEWARE = [
    # First, because static files need no other middleware, and a first visit gets a dozen files.
    "cantstop_site.static_files.StaticFilesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "cantstop_site.compression.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.headers.HeadersMiddleware",
    "accounts.online.SeenMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.answers.RefusalMiddleware",
    "moderation.middleware.SanctionMiddleware",
]

ROOT_URLCONF = "cantstop_site.urls"
ASGI_APPLICATION = "cantstop_site.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "cantstop_site.templates.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "accounts.templatetags.names",
                "cantstop_site.templatetags.demo",
                "cantstop_site.templatetags.once",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context_processors.site",
                "games.context_processors.waiting",
                "games.notices.context_processors.push",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Data -------------------------------------------------------------------

DATABASES: dict[str, Any] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'var' / 'db.sqlite3'}")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A write transaction takes the lock when it begins, so it never fails half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # Seconds that a connection is reused: opening the file and reading its schema takes longer than
    # most queries.
    DATABASES["default"]["CONN_MAX_AGE"] = 60
else:
    DATABASES["default"]["OPTIONS"] = {
        # A request waits three seconds for a connection, then its page tries again by itself.
        # During an outage of PostgreSQL the pool tries to connect at least every two seconds.
        "pool": {
            "min_size": 2,
            "max_size": env.int("DATABASE_POOL_SIZE", default=20),
            "timeout": 3,
            "reconnect_timeout": 3,
        },
        # A machine that vanishes is noticed after ten seconds, not after hours.
        "connect_timeout": 2,
        "tcp_user_timeout": 10_000,  # ms
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        # A process that stands still in a transaction must not stop all others.
        "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=30s",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL", default="")
CACHES: dict[str, Any]
CHANNEL_LAYERS: dict[str, Any]
# Entries for rate limits are small, and a day needs many of them.
COUNTS = {"MAX_ENTRIES": 10_000}
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "cantstop_site.cache.ForgivingCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": COUNTS,
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "cantstop_site.channel_layer.ChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": COUNTS,
        }
    }
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "cantstop_site.channel_layer_in_memory.ChannelLayerInMemory",
            # By default a socket that is open for a day is dropped from its groups.
            "CONFIG": {"group_expiry": 10 * 365 * 86400},
        }
    }
# Pictures have a cache of their own, so that they evict only each other, not counts of rate limits.
CACHES["pictures"] = CACHES["default"] | {
    "LOCATION": REDIS_URL or "pictures",
    "KEY_PREFIX": "pictures",
    "OPTIONS": {"MAX_ENTRIES": 200},
}
# Slow work waits in the database for games/worker.py.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

# --- The referee: bots' moves and other things due without a person ---------

# Whether the server process runs the referee, and the worker that draws animations. False if
# `manage.py referee` and `manage.py worker` run beside the servers.
REFEREE_IN_SERVER = env.bool("REFEREE_IN_SERVER", default=True)
# Seconds a bot waits before each step, so that a person can follow; tests set 0.
BOT_PACE = env.float("BOT_PACE", default=1.0)
# Seconds for which a process caches the games of the front page; tests set 0.
FRONT_PAGE_KEPT = 3.0
# Whether bots may play by the analysis, in a process of its own that needs memory (games/analysis).
ANALYSIS = env.bool("ANALYSIS", default=True)

# --- Users ------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# allauth's backend includes Django's permissions, and ignores case in names and email addresses.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "accounts.passwords.GuessValidator"}]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 30 * 24 * 3600  # also how long a guest may stay away

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.forms.EmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "login": "accounts.forms.LoginForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "signup": "accounts.forms.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_SESSION_REMEMBER = True
# Guests are signed in, but may still sign in or up; accounts.decorators redirects all others.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Pages that could take over an account (addresses, second factors) ask for the password again,
# unless the user signed in or up, or typed the password, less than this number of seconds ago.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
# Strict: the page is the same for an address with an account and one without.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# Rate limits per minute, hour or day (m, h, d), by `ip` (an address; of IPv6 a household's), `user`
# (an account or guest) or `key` (see the line). Families, schools and phone networks share an
# address, so frequent actions have wide limits by address, and narrow ones by user. Visitors are
# counted by address alone (accounts/limits.py).
ACCOUNT_RATE_LIMITS = {
    # Signing up and in. A form that comes back with an error counts as a try.
    "signup": "20/m/ip,200/d/ip",
    "new_account": "5/m/ip,20/h/ip,60/d/ip",  # enough for a class, not for a factory of accounts
    "guest": "10/m/ip,60/h/ip,300/d/ip",  # guests are easier to make, and are deleted when idle
    "login": "30/m/ip",
    # Wrong passwords (accounts/guessing.py). key: the name as typed, at this address.
    "login_failed": "10/m/ip,100/h/ip,5/5m/key",
    # key: the account, whichever of its names was typed, at this address.
    "login_failed_here": "10/h/key,30/d/key",
    # key: the account, at all addresses where it never signed in. Strangers who reach this limit
    # lock out each other; the owner signs in at home, or resets the password by mail.
    "login_failed_elsewhere": "50/h/key,200/d/key",
    "reauthenticate": "10/m/user,60/h/user",
    "change_password": "5/m/user,20/h/user",
    # Mails to an address that may be a stranger's. key: the address the mail goes to.
    "reset_password": "10/m/ip,60/d/ip,2/m/key,5/h/key,10/d/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/3m/key,10/d/key",
    "manage_email": "10/m/user,30/d/user",
    "change_name": "10/m/user,60/d/user",
    "vacation": "20/m/user,100/d/user",
    "time_zone": "10/m/user,60/d/user",
    # Mail services post for many readers from few addresses.
    "unsubscribe": "120/m/ip",
    "push": "20/m/user,200/d/user",  # each browser renews its subscription once a week
    # Playing. Programs that play with the site's forms are welcome at this pace.
    "act": "600/m/ip",
    "hint": "60/m/user,120/m/ip",  # each keeps the analysis busy for some milliseconds
    "what_if": "120/m/ip",
    "clock": "1200/m/ip",  # each page with clocks asks five times as it opens: a school may play
    "create_table": "120/h/ip",
    # Each invitation sends notices to somebody's devices, and accounts are cheap.
    "invite": "10/m/user,40/d/user,20/m/ip,120/d/ip",
    "play_now": "30/m/ip",
    "join": "60/m/ip",
    # Texts for others. Accounts are cheap, so all accounts at an address share a limit.
    "comment": "10/m/user,60/h/user,30/m/ip,200/h/ip",
    "chat": "60/m/user,600/h/user,240/m/ip,2400/h/ip",  # games/chat/flood.py is stricter
    # Moderators must read and answer these.
    "report": "5/m/user,30/d/user,10/m/ip,60/d/ip",
    "appeal": "10/m/user,60/h/user,30/m/ip",
    # Requests of this server to other servers, test messages included.
    "webhook": "10/m/user,60/d/user",
    # These cost the server time or space.
    "import_record": "10/m/user,100/d/user,20/m/ip,300/d/ip",
    "draw": "120/m/ip",
    "frames": "300/m/ip",  # up to 64 steps of a replay each; cached ones do not count
    "animate": "6/m/ip,60/h/ip",
    "export_games": "4/m/user,40/d/user",
    "my_data": "2/m/user,10/d/user",
}
# Limits of open sockets in one server process. Each page has a socket; pages beyond a limit poll
# instead. A whole school may share an address.
SOCKETS_PER_USER = 40
SOCKETS_PER_ADDRESS = 500
MFA_ADAPTER = "accounts.mfa.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]  # app, passkeys, codes for a loss
MFA_TOTP_TOLERANCE = 1  # codes before and after the current one: people are slow, clocks differ
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an unconfirmed address must not block a second factor
MFA_FORMS = {
    "activate_totp": "accounts.mfa_forms.ActivateTOTPForm",
    "add_webauthn": "accounts.mfa_forms.AddPasskeyForm",
    "authenticate": "accounts.mfa_forms.AuthenticateForm",
    "authenticate_webauthn": "accounts.mfa_forms.AuthenticatePasskeyForm",
    "edit_webauthn": "accounts.mfa_forms.EditPasskeyForm",
    "login_webauthn": "accounts.mfa_forms.LoginPasskeyForm",
    "reauthenticate": "accounts.mfa_forms.ReauthenticateForm",
    "reauthenticate_webauthn": "accounts.mfa_forms.ReauthenticatePasskeyForm",
}
# Behind a proxy, the addresses of clients are those that the proxy reports.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.bool("BEHIND_PROXY", default=False) else 0

# --- E-mail -----------------------------------------------------------------

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 30  # seconds; without it a silent mail server would block a thread for ever
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Can't Stop <noreply@localhost>")

# --- Notices ----------------------------------------------------------------

# Authenticates this site to push services; `manage.py make_push_key` makes a key. Without a key
# nothing is sent to browsers.
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY", default="")
# Whether webhooks and pushes may go to this machine, and without TLS. True in tests only.
OUTGOING_MAY_STAY_HERE = False

# --- Language and time ------------------------------------------------------

LANGUAGE_CODE = "en"
# Texts of other languages are in locale/ (`make messages`). With several languages, users choose.
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "cantstop_site.formats"
USE_TZ = True

# --- Static files -----------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"


WHITENOISE_ALLOW_ALL_ORIGINS = False  # scripts of other sites must not read static files


def WHITENOISE_ADD_HEADERS_FUNCTION(headers: Any, path: str, url: str) -> None:  # noqa: N802
    # A page in another site's frame needs its style sheets, even if the frame is sandboxed.
    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    headers["X-Content-Type-Options"] = "nosniff"


STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "cantstop_site.storage.StaticFilesStorage"
    },
}

# --- Security ---------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "cantstop_site.pages.csrf_failure"
SESSION_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Set HTTPS=True if the site is reached over TLS.
HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
if HTTPS:
    # Browsers accept cookies with this prefix only over TLS, from this host and not from a sibling.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if env.bool("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- For operators ----------------------------------------------------------

# The port of the metrics for Prometheus, different for each process; 0 for no metrics.
METRICS_PORT = env.int("METRICS_PORT", default=0)
METRICS_ADDRESS = env("METRICS_ADDRESS", default="127.0.0.1")

# The format of lines: "text" or "json".
LOG_FORMAT = env("LOG_FORMAT", default="text")
if LOG_FORMAT not in {"text", "json"}:
    raise ImproperlyConfigured("LOG_FORMAT is text or json.")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "no_traceback": {"()": "accounts.log_filters.WithoutTraceback"},
        "no_outages": {"()": "accounts.log_filters.WithoutOutages"},
        "outage_in_a_line": {"()": "accounts.log_filters.OutageInALine"},
        "no_paths": {"()": "operations.logs.WithoutPaths"},
    },
    "formatters": {
        "text": {
            "()": "operations.logs.TextFormatter",
            "fmt": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
        "json": {"()": "operations.logs.JsonLogFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["outage_in_a_line", *(["no_paths"] if LOG_FORMAT == "json" else [])],
        },
        "count": {"class": "operations.logs.CountErrors", "level": "ERROR"},
    },
    "loggers": {
        "django_tasks_db": {"level": "WARNING"},  # it logs every look at its queue
        "django.request": {"filters": ["no_traceback"]},
        "urllib3": {"level": "ERROR"},  # lower levels name addresses of webhooks, which are secret
    },
    "root": {"handlers": ["console", "count"], "level": env("LOG_LEVEL", default="INFO")},
}
# Errors are reported to a Sentry if there is one: see operations/sentry.py.
if SENTRY_DSN := env("SENTRY_DSN", default=""):
    from operations import sentry

    sentry.start(SENTRY_DSN)
    LOGGING["handlers"]["sentry"] = {
        "class": "sentry_sdk.integrations.logging.EventHandler",
        "level": "ERROR",
        "filters": ["no_outages"],
    }
    # Before the console, whose filter removes the traceback from the record.
    LOGGING["root"]["handlers"].insert(0, "sentry")
