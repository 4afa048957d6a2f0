"""Tests of the files of the page, without a browser."""

import pathlib
import re
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "QuireStudio" / "Page"


class PageFilesTests(unittest.TestCase):
    def setUp(self):
        self.texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.iterdir())}
        self.names = list(self.texts)
        self.modules = [name for name in self.names if name.endswith(".js")]

    def test_names_have_only_letters_and_hyphens(self):
        for name in self.names:
            self.assertRegex(name, r"^[a-z-]+\.(html|css|js)$")

    def test_the_page_preloads_all_modules_at_the_same_time(self):
        preloaded = re.findall(r'modulepreload" href="([^"]+)"', self.texts["index.html"])
        self.assertEqual(preloaded, [name for name in self.modules if name != "main.js"])

    def test_the_page_has_no_script_or_style_of_its_own(self):
        self.assertNotRegex(self.texts["index.html"], r"<style|style=|<script(?![^>]*src=)|\son\w+=")

    def test_modules_never_write_markup(self):
        for name in self.modules:
            with self.subTest(name):
                self.assertNotRegex(self.texts[name], r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")

    def test_no_file_loads_an_external_resource(self):
        for name in self.names:
            with self.subTest(name):
                found = re.findall(r"https?://[^\s\"'`]+", self.texts[name])
                self.assertEqual([url for url in found if url != "http://www.w3.org/2000/svg"], [])

    def test_modules_are_short(self):
        for name in self.modules:
            with self.subTest(name):
                self.assertLessEqual(self.texts[name].count("\n"), 300)


if __name__ == "__main__":
    unittest.main()
