"""URLs below /accounts/: our own, and allauth's with our decorators for guests."""

from allauth.account import views as allauth_views
from allauth.mfa import urls as mfa_urls
from allauth.mfa.base import views as mfa_views
from allauth.mfa.webauthn.views import login_webauthn
from django.urls import include, path, re_path

from accounts.decorators import account_required, entrance, for_accounts, second_step
from accounts.views import account, name, preferences, second_factor, sessions, vacations

urlpatterns = [
    path("", account.settings, name="account_settings"),
    path("sessions/", sessions.sessions, name="account_sessions"),
    path("preferences/", preferences.preferences, name="account_preferences"),
    path("preferences/bots-pace/", preferences.bots_pace, name="account_bots_pace"),
    path("time-zone/", vacations.time_zone, name="account_time_zone"),
    path("vacations/", vacations.vacations, name="account_vacations"),
    path("vacations/<int:pk>/end/", vacations.end, name="account_vacation_end"),
    path("name/", name.name, name="account_name"),
    path("staff/", second_factor.staff_second_factor, name="staff_second_factor"),
    # These replace allauth's URLs with the same path and name.
    path("signup/", entrance(allauth_views.signup), name="account_signup"),
    path("login/", entrance(allauth_views.login), name="account_login"),
    path("email/", account_required(allauth_views.email), name="account_email"),
    path(
        "password/change/",
        account_required(allauth_views.password_change),
        name="account_change_password",
    ),
    path(
        "password/set/",
        account_required(allauth_views.password_set),
        name="account_set_password",
    ),
    path(
        "reauthenticate/",
        account_required(allauth_views.reauthenticate),
        name="account_reauthenticate",
    ),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        account.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    path("2fa/authenticate/", second_step(mfa_views.authenticate), name="mfa_authenticate"),
    path("2fa/", account_required(mfa_views.index), name="mfa_index"),
    path("2fa/webauthn/login/", login_webauthn, name="mfa_login_webauthn"),
    path("2fa/", include(for_accounts(mfa_urls.urlpatterns))),
    path("", include("allauth.account.urls")),
]
