"""What the page of a case shows of a report: from the snapshot that the services made of it."""

from accounts.models import User
from accounts.moderation.services import cases, reports
from tests.moderation.panel import case_page
from tests.moderation.reported import comment_of, line_of
from tests.staff import staff_client


def page_of_next_case(moderator: User) -> str:
    case = cases.take_next(moderator)
    assert case is not None
    return staff_client(moderator).get(case_page(case)).content.decode()


def test_a_reported_line_is_read_with_what_was_said_around_it(
    vera: User, rude: User, moderator: User
) -> None:
    line = line_of(rude, "You <b>worm</b>")
    line_of(vera, "Please stop", line.game)
    reports.report(vera, "line", line.pk, "abuse", "")
    line.delete()
    page = page_of_next_case(moderator)
    reported = page.index('class="mod-reported"')
    assert reported < page.index("You &lt;b&gt;worm&lt;/b&gt;") < page.index("Please stop")


def test_a_reported_comment_is_read_with_the_others_on_its_step(
    vera: User, rude: User, moderator: User
) -> None:
    comment = comment_of(rude, "You worm")
    reports.report(vera, "comment", comment.pk, "abuse", "", code=comment.game.code)
    comment.delete()
    page = page_of_next_case(moderator)
    assert page.index('class="mod-reported"') < page.index("You worm")
    assert "Comments on the same step" in page
