"""URLs of moderation for users, under /accounts/."""

from django.urls import path

from moderation.views import appeals, blocks, reports, sanctions

urlpatterns = [
    path("blocks/", blocks.mine, name="my_blocks"),
    path("block/<slug:username>/", blocks.block, name="block"),
    path("reports/", reports.mine, name="my_reports"),
    path("report/<slug:target>/<int:pk>/", reports.report, name="report"),
    path("sanctions/", sanctions.mine, name="my_sanctions"),
    path("sanctions/<int:pk>/appeal/", appeals.appeal, name="appeal"),
    path("sanctions/<int:pk>/read/", sanctions.read, name="warning_read"),
]
