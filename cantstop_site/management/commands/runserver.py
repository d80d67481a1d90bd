"""Django's development server, with the site's own server behind it."""

from daphne.management.commands.runserver import Command as DaphneCommand

from cantstop_site.server import Server


class Command(DaphneCommand):
    server_cls = Server
