"""Pages about one's own account that allauth does not have."""

from accounts.decorators import account_required, entrance, for_accounts, second_step

__all__ = ["account_required", "entrance", "for_accounts", "second_step"]
