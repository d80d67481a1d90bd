"""Work that no request waits for."""

from django_tasks import task

from games.pictures import animations


@task()
def draw_animation(pk: int) -> None:
    """Draw the animation with this id."""
    animations.draw(pk)
