"""The page to appeal against one's own sanction, which suspended users can open."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.answers import refuse
from accounts.limits import limited
from accounts.models import User
from accounts.refusals import Refusal
from accounts.requests import SignedInRequest
from accounts.sanctions.models import Sanction
from moderation.middleware import leave_out_of_news
from moderation.models import LONGEST_TEXT, Appeal
from moderation.services import appeals, sanctions


class AppealForm(forms.Form):
    text = forms.CharField(
        label=_("Your message"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Up to 1,000 characters."),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("appeal")
def appeal(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show the messages of the appeal, and take the user's next message."""
    user = request.user
    sanction = get_object_or_404(Sanction.objects.select_related("appeal"), pk=pk, user=user)
    made: Appeal | None = getattr(sanction, "appeal", None)
    form, status = AppealForm(request.POST or None, label_suffix=""), 200
    if request.method == "POST":
        status = _send(user, sanction, made, form)
        if status == 200:
            messages.success(request, gettext("Message sent. You'll find the answer here."))
            return redirect("appeal", pk)
    leave_out_of_news(request, sanction)
    sanctions.seen(user.sanctions.filter(pk=pk))
    if made is not None:
        appeals.seen(made)
    context = {
        "sanction": sanction,
        "appeal": made,
        "thread": made.messages.filter(hidden=False) if made else [],
        "may_write": not made.is_closed if made else sanction.is_in_force,
        "form": form,
    }
    return render(request, "moderation/appeal.html", context, status=status)


def _send(user: User, sanction: Sanction, made: Appeal | None, form: AppealForm) -> int:
    """Send the message; return the HTTP status, 200 if the message was sent."""
    if not form.is_valid():
        return 422
    try:
        if made is None:
            appeals.open_appeal(user, sanction, form.cleaned_data["text"])
        else:
            appeals.reply(user, made, form.cleaned_data["text"])
    except Refusal as refusal:
        refuse(form, refusal)
        return refusal.status
    return 200
