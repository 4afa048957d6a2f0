"""The base of all tests in a browser."""

import atexit
import os
import unittest

import sample
from playwright.sync_api import expect, sync_playwright
from studio import Database, Studio

CHROMIUM = os.environ.get("QUIRE_CHROMIUM", "/usr/bin/chromium")
TIMEOUT = 8000
COLLECTION = "_default._default"

_open = {}
expect.set_options(timeout=TIMEOUT)


def browser(*arguments):
    """A browser with some arguments, which all tests share."""
    if arguments not in _open:
        if "playwright" not in _open:
            _open["playwright"] = sync_playwright().start()
            atexit.register(close_all)
        _open[arguments] = _open["playwright"].chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", *arguments])  # fmt: skip
    return _open[arguments]


def close_all():
    playwright = _open.pop("playwright", None)
    for opened in _open.values():
        opened.close()
    _open.clear()
    if playwright:
        playwright.stop()


class BrowserTest(unittest.TestCase):
    """A test with a database, a server and a page. A class shares its database and its server."""

    options = ()
    viewport = {"width": 1280, "height": 800}
    allowed_errors = ()

    @classmethod
    def documents(cls):
        return sample.documents()

    @classmethod
    def setUpClass(cls):
        cls.database = Database(cls.documents())
        cls.addClassCleanup(cls.database.close)
        cls.prepare()
        cls.studio = Studio(cls.database, *cls.options)
        cls.addClassCleanup(cls.studio.close)

    @classmethod
    def prepare(cls):
        """Changes the database before the server starts."""

    def setUp(self):
        self.errors = []
        self.page = self.new_page()

    def tearDown(self):
        self.page.context.close()
        self.assertEqual(self.errors, [], "the page has reported errors")

    def new_page(self, **options):
        context = browser().new_context(viewport=self.viewport, accept_downloads=True, **options)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.studio.origin)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self.receive_message)
        return page

    def receive_message(self, message):
        if message.type == "error" and not any(text in message.text for text in self.allowed_errors):
            self.errors.append(message.text)

    # Screens

    def open(self, route="", page=None):
        """Opens the studio, and then a screen, such as `query`."""
        page = page or self.page
        page.goto(self.studio.url)
        expect(page.locator("#screen-title")).to_be_visible()
        if route:
            self.go(route, page)

    def go(self, route, page=None):
        (page or self.page).evaluate("route => { location.hash = '#/' + route; }", route)

    def open_table(self, parameters=""):
        self.open(f"c/{COLLECTION}{parameters}")
        expect(self.grid).to_be_visible()
        expect(self.page.locator(".grid-row .id").first).to_be_visible()

    def open_document(self, identifier):
        self.open(f"d/{COLLECTION}/{identifier}")
        expect(self.page.locator("#screen-title")).to_have_text(identifier)
        expect(self.page.locator(".tree-row").first).to_be_attached()

    # Parts of the page

    @property
    def grid(self):
        return self.page.get_by_role("grid")

    @property
    def status(self):
        return self.page.locator(".status-text")

    @property
    def dialog(self):
        return self.page.locator("dialog[open]")

    @property
    def messages(self):
        return self.page.locator("#messages")

    def button(self, name, **options):
        return self.page.get_by_role("button", name=name, **options)

    def cell(self, row, column):
        """A cell by its row, from 0, and the label of its column."""
        titles = self.column_titles(column)
        return self.page.locator(f'.grid-row[data-row="{row}"] [data-column="{titles.index(column)}"]')

    def column_titles(self, column):
        """The titles of all columns, once one of them is visible."""
        titles = self.page.locator(".grid-title .title-text")
        expect(titles.filter(has_text=column).first).to_be_attached()
        return titles.all_inner_texts()

    def column_texts(self, column):
        titles = self.column_titles(column)
        return self.page.locator(f'.grid-row [data-column="{titles.index(column)}"]').all_inner_texts()

    def clipboard(self):
        return self.page.evaluate("navigator.clipboard.readText()")
