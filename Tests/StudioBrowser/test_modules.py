"""Tests of modules of the page that need no screen."""

from browsertest import BrowserTest


class ModuleTests(BrowserTest):
    @classmethod
    def documents(cls):
        return [{"_id": "one", "name": "One"}]

    def setUp(self):
        super().setUp()
        self.page.goto(self.studio.origin + "/")

    def evaluate(self, module, body, argument=None):
        """Runs the body of a function with the exports of a module as `m`."""
        return self.page.evaluate(f"async (argument) => {{ const m = await import('/{module}.js'); {body} }}", argument)

    def test_numbers_keep_their_digits(self):
        texts = ("0", "-0", "1.0", "1.10", "9007199254740993", "-123456789012345678901234567890", "1e5", "1E+400", "0.1", "5e-324")
        written = self.evaluate("json", "return argument.map((text) => m.writeJSON(m.parseJSON(text)));", list(texts))
        self.assertEqual(tuple(written), texts)

    def test_json_round_trips(self):
        texts = ('{"a":[1,{"b":null}],"c":"\\u00fc\\n\\"\\\\"}', '{"__proto__":1,"constructor":2}', "[]", "{}", '" "', "[true,false]", '{"":0}')
        written = self.evaluate("json", "return argument.map((text) => m.writeJSON(m.parseJSON(text)));", list(texts))
        for text, result in zip(texts, written):
            with self.subTest(text):
                self.assertEqual(result, self.evaluate("json", "return m.writeJSON(m.parseJSON(argument));", result))
        self.assertEqual(written[1], texts[1])

    def test_invalid_json_names_the_place_of_the_error(self):
        cases = (
            ("", 1, 1), ("{", 1, 2), ('{"a":1,}', 1, 8), ("[1 2]", 1, 4), ("01", 1, 2), ("[1,\n 2,\n x]", 3, 2), ('"a', 1, 1),
            ('{"a":1,"a":2}', 1, 8), ("nul", 1, 1), ("1 1", 1, 3), ('["\t"]', 1, 2), ("+1", 1, 1), ("'a'", 1, 1), ("[" * 600, 1, 514),
        )  # fmt: skip
        for text, line, column in cases:
            with self.subTest(text[:20]):
                place = self.evaluate("json", "try { m.parseJSON(argument); return null; } catch (e) { return [e.line, e.column]; }", text)
                self.assertEqual(place, [line, column])

    def test_property_paths_round_trip(self):
        paths = (["a", "b"], ["a.b", 0, "c"], ["x`y"], [""], ["Ünï ü"], ["a\\b"], ["tags", -1], ["a[0]"])
        for path in paths:
            with self.subTest(path):
                self.assertEqual(self.evaluate("property-path", "return m.parsePath(m.writePath(argument));", path), path)

    def test_offsets_of_utf8_become_indexes_of_strings(self):
        cases = (("abc", 2, 2), ("äbc", 2, 1), ("🎉b", 4, 2), ("日本", 3, 1), ("ab", 9, 2))
        for text, offset, index in cases:
            with self.subTest(text):
                self.assertEqual(self.evaluate("sql-words", "return m.indexOfByte(...argument);", [text, offset]), index)

    def test_a_merge_keeps_what_only_one_side_has_changed(self):
        body = """
          const [base, mine, theirs] = argument;
          const changes = m.differences(base, mine, theirs);
          return [m.merged(theirs, changes), changes.filter((change) => change.isConflict).map((change) => change.path.join("."))];
        """
        cases = (
            ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 3}, []),
            ({"a": 1}, {}, {"a": 1, "b": 2}, {"b": 2}, []),
            ({"a": {"x": 1, "y": 1}}, {"a": {"x": 2, "y": 1}}, {"a": {"x": 1, "y": 3}}, {"a": {"x": 2, "y": 3}}, []),
            ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 2}, ["a"]),
            ({"a": 1}, {"a": 2}, {}, {"a": 2}, ["a"]),
            ({"a": [1]}, {"a": [1, 2]}, {"a": [1]}, {"a": [1, 2]}, []),
        )
        for base, mine, theirs, merged, conflicts in cases:
            with self.subTest(mine=mine, theirs=theirs):
                self.assertEqual(self.evaluate("merge", body, [base, mine, theirs]), [merged, conflicts])

    def test_typed_values_have_the_kind_of_the_property(self):
        cases = (
            ("5", "=", ["string"], "5"), ("5", "=", ["integer"], 5), ("5", "=", None, 5), ("true", "=", None, True), ("Oslo", "=", None, "Oslo"),
            ('"5"', "=", ["integer"], "5"), ("a, 2", "in", None, ["a", 2]), ("5", "contains", None, "5"), ("null", "=", ["string"], None),
        )  # fmt: skip
        body = "const [text, operator, kinds] = argument; return m.parseValue(text, operator, kinds && new Set(kinds));"
        for text, operator, kinds, value in cases:
            with self.subTest(text=text, kinds=kinds):
                self.assertEqual(self.evaluate("filter-model", body, [text, operator, kinds]), value)

    def test_a_long_list_is_scrolled_in_proportion_and_by_rows(self):
        body = """
          const map = new m.ScrollMap(34);
          map.resize(1000000, 680);
          map.scrolled(map.maximumPosition / 2);
          const middle = map.range[0];
          map.scrolled(map.position + 34);
          const next = map.range[0];
          map.scrolled(map.maximumPosition);
          return [middle, next - middle, map.range[1], map.elementHeight];
        """
        self.assertEqual(self.evaluate("scroll-map", body), [499990, 1, 1000000, 10000000])

    def test_ticks_are_round(self):
        cases = (((0, 10, 5), [0, 2, 4, 6, 8, 10]), ((0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]), ((-5, 5, 4), [-5, -2.5, 0, 2.5, 5]), ((3, 3, 4), [3]))
        for arguments, ticks in cases:
            with self.subTest(arguments):
                self.assertEqual(self.evaluate("chart-data", "return m.ticks(...argument);", list(arguments)), ticks)
