"""Addresses of the pictures of games."""

from django.urls import path

from games.pictures.views import animation, embed, still

urlpatterns = [
    path("games/<slug:code>/replay/<int:seq>.png", still.picture, name="picture"),
    path("games/<slug:code>/replay.webp", animation.file, name="animation_file"),
    path("games/<slug:code>/replay.gif", animation.gif),
    path("games/<slug:code>/animation/", animation.page, name="animation"),
    path("games/<slug:code>/embed/", embed.embed, name="embed"),
]
