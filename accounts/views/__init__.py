"""The pages about one's own account, where allauth's are not enough."""

from accounts.decorators import account_required, entrance, for_accounts, second_step

__all__ = ["account_required", "entrance", "for_accounts", "second_step"]
