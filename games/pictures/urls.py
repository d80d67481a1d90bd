"""Addresses of the pictures of games."""

from django.urls import path

from games.pictures.views import animation, embed, still

urlpatterns = [
    path("games/<slug:code>/replay/<int:seq>.png", still.picture, name="picture"),
    path("games/<slug:code>/replay.webp", animation.file, {"format": "webp"}, "animation_webp"),
    path("games/<slug:code>/replay.gif", animation.file, {"format": "gif"}, "animation_gif"),
    path("games/<slug:code>/replay.mp4", animation.file, {"format": "mp4"}, "animation_mp4"),
    path("games/<slug:code>/animation/", animation.page, name="animation"),
    path("games/<slug:code>/embed/", embed.embed, name="embed"),
]
