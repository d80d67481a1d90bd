"""How django-allauth treats this site's users."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """Signing up, signing in, and the mails about it."""
