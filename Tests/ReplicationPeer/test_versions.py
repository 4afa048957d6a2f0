"""Tests of version vectors and of histories with tree IDs."""

import unittest

from histories import LEGACY_AUTHOR, History, legacy_version
from versions import Clock, Vector, Version, VersionError, is_tree_id, source_id

A, B, C, D = ("A" * 21 + "A", "B" * 21 + "A", "C" * 21 + "A", "D" * 21 + "A")


def text(short: str) -> str:
    """Expands `5a, 4b; 3c` to a vector's text."""
    for letter, author in zip("wxyz", (A, B, C, D)):
        short = short.replace(letter, "@" + author)
    return short


def vector(short: str) -> Vector:
    return Vector.parse(text(short))


class VectorTests(unittest.TestCase):
    def test_text_round_trips(self):
        for short in ("5w", "5w; 4x", "5w, 4x, 3y; 2z", "5w, 4x, 3y;", "5w, 4x, 3w;"):
            with self.subTest(short):
                self.assertEqual(str(vector(short)), text(short))

    def test_text_without_a_semicolon_is_current(self):
        self.assertEqual(vector("5w, 4x, 3y").current_count, 3)

    def test_invalid_text_is_rejected(self):
        cases = (
            "5w; 4x; 3y", "5w,, 4x", "05w", "Fw", "0w", "11112222333344445w", "5w; 4w", "5w, 6w;",
            "5w, 4x, 3x;", "5w, 4w, 3w;", "5w,4x; 3w", "5@*", "5@AAAA", "5@" + "A" * 21 + "B", "w",
            "5w; 4x,", ";", "5w ", "5w\n",
        )  # fmt: skip
        for short in cases:
            with self.subTest(short), self.assertRaises(VersionError):
                vector(short)

    def test_source_id_has_no_padding(self):
        identifier = bytes.fromhex("7BE9C3C05B064E06B2B613FC9C836AC5")
        self.assertEqual(source_id(identifier), "e+nDwFsGTgaythP8nINqxQ")

    def test_comparison_with_a_version(self):
        cases = (
            ("5w; 4x", "5w", "same"), ("5w; 4x", "4x", "newer"), ("5w; 4x", "5x", "older"),
            ("5w; 4x", "4w", "newer"), ("5w; 4x", "1y", "older"), ("5w, 4x, 3w;", "3w", "newer"),
        )  # fmt: skip
        for mine, version, order in cases:
            with self.subTest(mine=mine, version=version):
                result = vector(mine).compare_to_version(Version.parse(text(version)))
                self.assertEqual(result, order)

    def test_comparison_of_vectors(self):
        cases = (
            ("5w", "5w", "same"), ("6w", "5w", "newer"), ("5w", "6w", "older"),
            ("5w", "5x", "conflict"), ("5w; 4x", "4x", "newer"), ("4x", "5w; 4x", "older"),
            ("6x; 5w", "7w; 4x", "conflict"), ("6w; 5x", "6w; 9y", "same"),
            ("7y, 6w, 5x;", "6w; 1x", "newer"), ("7y, 6w, 5x;", "8w; 5x", "conflict"),
        )  # fmt: skip
        for mine, other, order in cases:
            with self.subTest(mine=mine, other=other):
                self.assertEqual(vector(mine).compare(vector(other)), order)

    def test_an_edit_ends_the_merged_state(self):
        cases = (
            ("5w; 4x", "6x", "6x; 5w"), ("5w, 4x, 3y; 2z", "6w", "6w; 4x, 3y, 2z"),
            ("5w, 4x, 3w;", "6x", "6x; 5w"), ("5w; 4x", "7y", "7y; 5w, 4x"),
        )  # fmt: skip
        for mine, version, result in cases:
            with self.subTest(mine):
                edited = vector(mine).edited(Version.parse(text(version)))
                self.assertEqual(str(edited), text(result))

    def test_a_merge_lists_both_current_versions(self):
        cases = (
            ("5w; 2z", "4x; 3z", "9y", "9y, 5w, 4x; 3z"), ("5w", "6x", "9w", "9w, 6x, 5w;"),
            ("5w; 4y", "6x", "9y", "9y, 6x, 5w;"),
        )  # fmt: skip
        for mine, other, version, result in cases:
            with self.subTest(mine):
                merged = vector(mine).merged(vector(other), Version.parse(text(version)))
                self.assertEqual(str(merged), text(result))

    def test_a_trivial_merge_keeps_the_current_version(self):
        cases = (
            ("5w; 2y", "6x; 3y", "5w; 6x, 3y"), ("5w", "6x; 4w", "5w; 6x"),
            ("5w, 4x, 3y;", "6z", "5w, 4x, 3y; 6z"), ("5w, 4x, 3y;", "6z; 4y", "5w; 6z, 4x, 4y"),
        )  # fmt: skip
        for mine, other, result in cases:
            with self.subTest(mine=mine, other=other):
                merged = vector(mine).merged_trivially(vector(other))
                self.assertEqual(str(merged), text(result))

    def test_redundant_merges_have_the_same_merged_versions(self):
        self.assertTrue(vector("9y, 5w, 4x;").is_redundant_merge_of(vector("8z, 5w, 4x;")))
        self.assertFalse(vector("9y, 5w, 4x;").is_redundant_merge_of(vector("8z, 5w, 3x;")))
        self.assertFalse(vector("9y").is_redundant_merge_of(vector("8z")))

    def test_a_clock_exceeds_what_it_has_seen(self):
        clock = Clock()
        seen = clock.physical() + 60_000_000_000
        self.assertTrue(clock.see(seen))
        self.assertEqual(clock.now(), seen + 1)
        self.assertFalse(clock.see(clock.physical() + 130_000_000_000))


class HistoryTests(unittest.TestCase):
    def test_properties_of_a_message_round_trip(self):
        cases = (
            ("5w", "", "5w"), ("5w", "4x, 3y", "5w; 4x, 3y"), ("5w", "4x, 3y;", "5w, 4x, 3y;"),
            ("5w", "4x, 3y; 2z", "5w, 4x, 3y; 2z"), ("5w", "3-ab, 2-cd", "5w; 3-ab, 2-cd"),
            ("5w", "4x, 3-ab", "5w; 4x, 3-ab"), ("5w", "4x, 3y; 2-ab", "5w, 4x, 3y; 2-ab"),
            ("3-ab", "2-cd, 1-ef", "3-ab, 2-cd, 1-ef"), ("3-ab", "", "3-ab"),
        )  # fmt: skip
        for rev, rest, whole in cases:
            with self.subTest(rev=rev, rest=rest):
                history = History.of_message(text(rev), text(rest))
                self.assertEqual(str(history), text(whole))
                self.assertEqual((history.rev, history.rest.replace("; ", ";")),
                                 (text(rev), text(rest).replace("; ", ";")))
                self.assertEqual(History.parse(str(history)), history)

    def test_invalid_histories_are_rejected(self):
        for rev, rest in (("5w", "2-ab, 3-cd"), ("5w", "2-ab, 4x"), ("3-ab", "4w"), ("3-a", "")):
            with self.subTest(rest), self.assertRaises(VersionError):
                History.of_message(text(rev), text(rest))

    def test_comparison(self):
        cases = (
            ("3-ab, 2-cd", "2-cd, 1-ef", "newer"), ("2-cd", "3-ab, 2-cd", "older"),
            ("3-ab, 2-cd", "3-ff, 2-cd", "conflict"), ("3-ab", "3-ab, 2-cd", "same"),
            ("5w; 3-ab", "3-ab", "newer"), ("5w; 3-ab, 2-cd", "2-cd", "newer"),
            ("2-cd", "5w; 3-ab, 2-cd", "older"), ("5w; 3-ab", "3-ff", "conflict"),
            ("5w", "5w; 3-ab", "conflict"), ("5w; 3-ab", "5w; 3-ab", "same"),
            ("5w; 3-ab", "6w; 3-ab", "older"), ("3-ab", "5w", "conflict"),
        )  # fmt: skip
        for mine, other, order in cases:
            with self.subTest(mine=mine, other=other):
                result = History.parse(text(mine)).compare(History.parse(text(other)))
                self.assertEqual(result, order)

    def test_a_tree_id_equals_its_version(self):
        version = legacy_version("3-abcdef0123456789")
        self.assertEqual(str(version), f"{(3 << 40) | 0xABCDEF0123:x}@{LEGACY_AUTHOR}")
        tree = History.parse("3-abcdef0123456789")
        self.assertEqual(tree.compare(History(Vector([version]))), "same")

    def test_tree_ids_have_bytes_as_digests(self):
        for text_, expected in (("1-ab", True), ("1-abc", False), ("0-ab", False), ("1-", False)):
            self.assertEqual(is_tree_id(text_), expected)


if __name__ == "__main__":
    unittest.main()
