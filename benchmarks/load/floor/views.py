"""Sign in, open a table, roll: all by forms, with the check of their origin."""

import secrets

from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model, login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from benchmarks.load.floor import playing
from benchmarks.load.floor.models import Table


def enter(request: HttpRequest) -> HttpResponse:
    """Show the forms, or sign a guest in."""
    if request.method == "POST":
        users = get_user_model().objects
        login(request, users.create(username=secrets.token_hex(8), password="!"))
        return redirect("enter")
    return render(request, "floor/enter.html")


@require_POST
@login_required
def open_table(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(Table.objects.create().pk))


@require_POST
@login_required
def roll(request: HttpRequest, number: int, player: int) -> HttpResponse:
    table = playing.roll(number, player)
    async_to_sync(playing.push)(number, playing.texts(table))
    return HttpResponse(status=204)
