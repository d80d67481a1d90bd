from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import account_required
from accounts.forms import NameForm
from accounts.limits import limited
from accounts.renaming import BETWEEN_NAME_CHANGES, change_name, may_change_from
from accounts.requests import SignedInRequest


@limited("change_name")
@login_required
@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: SignedInRequest) -> HttpResponse:
    user = request.user
    form = NameForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            change_name(user, form.cleaned_data["username"])
        except ValidationError as error:
            is_by_field = hasattr(error, "error_dict")
            form.add_error("username", error.error_dict["username"] if is_by_field else error)
        else:
            messages.success(request, _("Name changed."))
            return redirect("account_settings")
    context = {
        "form": form,
        "may_change_from": may_change_from(user),
        "days": BETWEEN_NAME_CHANGES.days,
        "former_names": user.former_names.filter(is_hidden=False),
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/name.html", context, status=status)
