"""The floor's addresses."""

from django.urls import path

from benchmarks.load.floor import views

urlpatterns = [
    path("", views.enter, name="enter"),
    path("tables/", views.open_table, name="open"),
    path("tables/<int:number>/<int:player>/", views.roll, name="roll"),
]
