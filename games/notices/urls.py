"""Addresses of the pages about notices and the ways to get them."""

from django.urls import path

from games.notices.views import page, push, webhooks
from games.notices.views.unsubscribe import unsubscribe

urlpatterns = [
    path("", page.notices, name="notices"),
    path("read/", page.read_all, name="notices_read"),
    path("settings/", page.settings, name="notice_settings"),
    path("push/subscribe/", push.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", push.unsubscribe, name="push_unsubscribe"),
    path("webhook/", webhooks.webhook, name="webhook"),
    path("webhook/<slug:code>/", webhooks.webhook, name="table_webhook"),
    path("unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    path("<int:pk>/", page.notice, name="notice"),
]
