"""Names in pages are elements of their own, alone and within sentences."""

from accounts.templatetags.names import as_name, with_names


def marked(name: str) -> str:
    return f'<bdi translate="no">{name}</bdi>'


def test_a_name_is_an_element_that_programs_do_not_translate() -> None:
    assert as_name("kestrel") == marked("kestrel")


def test_no_name_is_no_element() -> None:
    assert as_name("") == ""


def test_each_name_in_a_sentence_is_marked_and_nothing_else() -> None:
    told = with_names("Bold plays on for Ada. Bold stops.", ("Ada", "Bold", "Cy"))
    assert told == f"{marked('Bold')} plays on for {marked('Ada')}. {marked('Bold')} stops."


def test_a_name_that_begins_another_one_is_not_marked_within_it() -> None:
    assert with_names("Bold 1 and Bold", ("Bold", "Bold 1")) == (
        f"{marked('Bold 1')} and {marked('Bold')}"
    )


def test_a_name_is_not_marked_within_a_longer_word() -> None:
    assert (
        with_names("Ada has an Adage, not_Ada", "Ada") == f"{marked('Ada')} has an Adage, not_Ada"
    )


def test_a_name_is_not_marked_within_a_word_with_accents() -> None:
    assert with_names("René fühlt sich", ("Ren", "hlt")) == "René fühlt sich"


def test_letters_of_another_script_may_stand_right_beside_a_name() -> None:
    assert with_names("Adaの番", "Ada") == f"{marked('Ada')}の番"


def test_names_and_what_stands_around_them_are_escaped() -> None:
    told = with_names("“<b>” & lt <i>", ("“<b>”", "lt", "amp"))
    assert told == f"{marked('“&lt;b&gt;”')} &amp; {marked('lt')} &lt;i&gt;"


def test_a_sentence_without_names_is_escaped() -> None:
    assert with_names("<i>", ()) == "&lt;i&gt;"
    assert with_names("<i>", "") == "&lt;i&gt;"
