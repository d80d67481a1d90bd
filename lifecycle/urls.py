"""URLs to download one's own data and to delete one's account, under /accounts/."""

from django.urls import path

from lifecycle.views import data, deletion

urlpatterns = [
    path("delete/", deletion.delete, name="account_delete"),
    path("data/", data.data, name="account_data"),
    path("data/download/", data.download, name="account_data_download"),
]
