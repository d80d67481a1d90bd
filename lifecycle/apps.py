from django.apps import AppConfig


class LifecycleConfig(AppConfig):
    name = "lifecycle"

    def ready(self) -> None:
        from lifecycle import signals  # noqa: F401, PLC0415 - it needs the models
