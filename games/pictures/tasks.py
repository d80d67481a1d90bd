"""Work that no request waits for."""

from django_tasks import task

from games.pictures import animations


@task()
def draw_animation(pk: int) -> None:
    animations.draw(pk)
