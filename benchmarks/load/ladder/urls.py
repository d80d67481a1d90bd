"""The floor's addresses, but for the move, which the rungs make in their own ways."""

from django.urls import path

from benchmarks.load.floor.urls import urlpatterns as of_the_floor
from benchmarks.load.ladder import views

urlpatterns = [
    path("tables/<int:number>/<int:player>/", views.move, name="roll"),
    *of_the_floor,
]
