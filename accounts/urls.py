"""Addresses under /accounts/: allauth's, some of them with a guest in mind, and our own."""

from allauth.account import views as allauth_views
from django.urls import include, path, re_path

from accounts import views

urlpatterns = [
    path("", views.settings, name="account_settings"),
    path("delete/", views.delete, name="account_delete"),
    # These take the place of allauth's of the same address and name.
    path("signup/", views.entrance(allauth_views.signup), name="account_signup"),
    path("login/", views.entrance(allauth_views.login), name="account_login"),
    path("email/", views.account_required(allauth_views.email), name="account_email"),
    path(
        "password/change/",
        views.account_required(allauth_views.password_change),
        name="account_change_password",
    ),
    path(
        "password/set/",
        views.account_required(allauth_views.password_set),
        name="account_set_password",
    ),
    path(
        "reauthenticate/",
        views.account_required(allauth_views.reauthenticate),
        name="account_reauthenticate",
    ),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$",
        views.ConfirmEmailView.as_view(),
        name="account_confirm_email",
    ),
    path("", include("allauth.account.urls")),
]
