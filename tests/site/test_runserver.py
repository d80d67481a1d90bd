"""Django's development server."""

from django.core.management import get_commands, load_command_class

from cantstop_site.server import Server


def test_runserver_runs_the_sites_own_server() -> None:
    app = get_commands()["runserver"]
    assert isinstance(app, str)
    assert load_command_class(app, "runserver").server_cls is Server  # type: ignore[attr-defined]
