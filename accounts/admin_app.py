"""Django's administration as an app, with our own site object."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Takes the place of `django.contrib.admin` among the installed apps."""

    default_site = "accounts.admin_site.StaffSite"
