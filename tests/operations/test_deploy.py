"""The files of deploy/ agree with each other and with the site."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from prometheus_client.metrics import MetricWrapperBase

from games.backlog import Backlog
from operations import metrics

DEPLOY = Path(settings.BASE_DIR) / "deploy"


def read(name: str) -> str:
    return (DEPLOY / name).read_text()


@pytest.mark.django_db(transaction=True)
def test_alerts_and_the_guide_ask_only_for_figures_that_there_are() -> None:
    counted = [each for each in vars(metrics).values() if isinstance(each, MetricWrapperBase)]
    described = [figure for each in (*counted, Backlog()) for figure in each.collect()]
    ends = {"counter": ("_total",), "histogram": ("", "_bucket", "_count"), "gauge": ("",)}
    known = {figure.name + end for figure in described for end in ends[figure.type]}
    for name in ("alerts.yml", "README.md"):
        asked = set(re.findall(r"\bcantstop_(?!owner|site|before|restored)\w+", read(name)))
        assert asked, name
        assert asked <= known, name


def test_prometheus_asks_at_the_ports_that_docker_and_systemd_open() -> None:
    asked = set(re.findall(r"127\.0\.0\.1:(\d+)", read("prometheus.yml")))
    assert asked == {"18001", "18002", "18000", "17999"}
    assert asked == set(re.findall(r"127\.0\.0\.1:(\d+):9100", read("compose.yaml")))
    units = {"web@": "1%i", "referee": "18000", "worker": "17999"}
    for name, port in units.items():
        assert f"\nEnvironment=METRICS_PORT={port}\n" in read(f"cantstop-{name}.service")
    web = set(re.findall(r"127\.0\.0\.1:(\d+)", read("nginx.conf")))
    assert asked == {f"1{port}" for port in web} | {units["referee"], units["worker"]}


def test_docker_is_told_each_password_that_it_asks_for_and_no_other() -> None:
    asked = set(re.findall(r"\$\{(\w+):\?\}", read("compose.yaml")))
    told = set(re.findall(r"^(\w+)=", read("compose.env.example"), re.MULTILINE))
    assert asked == told


def test_only_those_who_need_them_know_the_passwords_of_owner_and_superuser() -> None:
    services = re.split(r"^  (?=[\w-]+:$)", read("compose.yaml"), flags=re.MULTILINE)
    knowing = {
        service.split(":")[0]
        for service in services
        if "OWNER_PASSWORD" in service or "POSTGRES_PASSWORD" in service
    }
    assert knowing == {"postgres", "migrate", "roles"}


def test_files_that_docker_reads_from_this_folder_are_there() -> None:
    for name in re.findall(r"- \./([\w.-]+):", read("compose.yaml")):
        assert name == "backups" or (DEPLOY / name).exists(), name


def test_the_image_runs_as_nobody_special_and_says_whether_it_answers() -> None:
    lines = read("Dockerfile").splitlines()
    assert lines[-1].startswith('CMD ["python", "-m", "cantstop_site", ')
    assert "USER 10001" in lines
    assert any("/healthz" in line for line in lines)
    assert any("--require-hashes" in line for line in lines)


def test_nginx_limits_what_an_address_asks_of_a_process_but_for_static_files() -> None:
    parts = re.split(r"^    location ", read("nginx.conf"), flags=re.MULTILINE)[1:]
    places = {part.split(" {")[0]: part for part in parts if "proxy_pass" in part}
    assert places.pop("/static/").count("limit_") == 0
    assert places.keys() == {"/", "/ws/"}
    for place, part in places.items():
        assert re.search(r"^        limit_req zone=requests burst=\d+ nodelay;$", part, re.M), place
        assert re.search(r"^        limit_conn \w+ \d+;$", part, re.M), place
    web = len(re.findall(r"server 127\.0\.0\.1:\d+", read("nginx.conf")))
    assert f"limit_conn sockets {web * settings.SOCKETS_PER_ADDRESS};" in places["/ws/"]
