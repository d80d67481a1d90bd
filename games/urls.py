"""Addresses of the games app."""

from django.urls import path

from games.views import lists, lobby, record, replay, rules, table

urlpatterns = [
    path("", lists.home, name="home"),
    path("lobby/", lists.lobby, name="lobby"),
    path("watch/", lists.watch, name="watch"),
    path("replays/", lists.replays, name="replays"),
    path("my-games/", lists.my_games, name="my_games"),
    path("players/<slug:username>/", lists.player, name="player"),
    path("rules/<slug:kind>/", rules.rules, name="rules"),
    path("games/new/", lobby.new, name="new_game"),
    path("games/play-now/", lobby.play_now, name="play_now"),
    path("games/<slug:code>/", table.table, name="game"),
    path("games/<slug:code>/join/", lobby.join, name="game_join"),
    path("games/<slug:code>/leave/", lobby.leave, name="game_leave"),
    path("games/<slug:code>/add-bot/", lobby.add_bot, name="game_add_bot"),
    path("games/<slug:code>/remove-bot/", lobby.remove_bot, name="game_remove_bot"),
    path("games/<slug:code>/start/", lobby.start, name="game_start"),
    path("games/<slug:code>/act/", table.act, name="game_act"),
    path("games/<slug:code>/rematch/", lobby.rematch, name="game_rematch"),
    path("games/<slug:code>/record.json", record.record, name="game_record"),
    path("games/<slug:code>/replay/", replay.last, name="replay_last"),
    path("games/<slug:code>/replay/frames/", replay.frames, name="replay_frames"),
    path("games/<slug:code>/replay/<int:seq>/", replay.step, name="replay"),
]
