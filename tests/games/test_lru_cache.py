"""The cache that drops what was not asked for the longest."""

from games.lru_cache import LruCache


def never() -> str:
    raise AssertionError("it is there already")


def test_a_value_is_made_once() -> None:
    cache: LruCache[str] = LruCache(2)
    assert cache.get("a", lambda: "first") == "first"
    assert cache.get("a", never) == "first"


def test_a_value_that_somebody_else_made_meanwhile_is_taken() -> None:
    cache: LruCache[str] = LruCache(2)

    def make_slowly() -> str:
        cache.get("a", lambda: "theirs")
        return "ours"

    assert cache.get("a", make_slowly) == "theirs"


def test_the_value_not_asked_for_the_longest_is_dropped() -> None:
    cache: LruCache[str] = LruCache(2)
    for key in "abac":
        cache.get(key, lambda: "made")
    assert [key in cache for key in "abc"] == [True, False, True]


def test_values_that_have_become_heavier_push_others_out_but_never_the_last() -> None:
    cache: LruCache[list[int]] = LruCache(3, weigh=len, heaviest=3)
    cache.get("light", lambda: [1])
    heavy = cache.get("heavy", list)
    heavy += range(9)
    cache.trim()
    assert ("light" in cache, "heavy" in cache) == (False, True)


def test_nothing_is_left_in_a_cache_that_was_cleared() -> None:
    cache: LruCache[str] = LruCache(2)
    cache.get("a", lambda: "made")
    cache.clear()
    assert "a" not in cache
