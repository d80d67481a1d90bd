"""The site's server, and Django's development server, which is the same."""

from django.core.management import get_commands, load_command_class

from cantstop_site.server import CommandLine, Server


def test_runserver_runs_the_sites_own_server() -> None:
    app = get_commands()["runserver"]
    assert isinstance(app, str)
    assert load_command_class(app, "runserver").server_cls is Server  # type: ignore[attr-defined]


def test_answers_do_not_name_the_server_unless_it_is_told_to() -> None:
    parse = CommandLine().parser.parse_args
    assert not parse(["site:application"]).server_name
    assert parse(["--server-name", "dice", "site:application"]).server_name == "dice"
