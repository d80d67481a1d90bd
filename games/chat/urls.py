"""Addresses of the chat."""

from django.urls import path

from games.chat import views

urlpatterns = [
    path("chat/settings/", views.settings, name="chat_settings"),
    path("games/<slug:code>/chat/", views.chat, name="chat"),
    path("games/<slug:code>/chat/<int:pk>/", views.line, name="chat_line"),
    path("games/<slug:code>/chat/<int:pk>/remove/", views.remove, name="chat_remove"),
]
