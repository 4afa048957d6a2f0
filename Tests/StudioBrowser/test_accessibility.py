"""Tests with the rules of axe, on all screens, light and dark."""

from axe_playwright_python.sync_playwright import Axe
from browsertest import COLLECTION, BrowserTest, expect

SCREENS = (
    (f"c/{COLLECTION}?filters=[{{\"path\":\"city\",\"operator\":\"=\",\"value\":\"Oslo\"}}]", ".grid-row .id"),
    (f"d/{COLLECTION}/hotel-004", ".tree-row"),
    ("query?sql=SELECT city, COUNT(*) AS hotels FROM _ GROUP BY city", ".grid-row"),
    (f"schema/{COLLECTION}", ".type"),
    ("indexes", ".empty, .table"),
    ("check", ".verdict"),
    ("sync", ".scroll section"),
)
# The studio's page has no content that needs an order of landmarks beyond its own.
OPTIONS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}


class AccessibilityTests(BrowserTest):
    def violations(self, page):
        results = Axe().run(page, options=OPTIONS)
        return [
            f"{violation['id']}: {node['target']} {node.get('failureSummary', '')}"
            for violation in results.response["violations"] for node in violation["nodes"][:3]
        ]  # fmt: skip

    def test_no_screen_violates_a_rule(self):
        for scheme in ("light", "dark"):
            page = self.new_page(color_scheme=scheme, bypass_csp=True)
            self.open(page=page)
            for route, selector in SCREENS:
                with self.subTest(scheme=scheme, route=route):
                    self.go(route, page)
                    expect(page.locator(selector).first).to_be_visible()
                    self.assertEqual(self.violations(page), [])
            page.context.close()

    def test_no_dialog_or_menu_violates_a_rule(self):
        page = self.new_page(bypass_csp=True)
        self.open(f"c/{COLLECTION}", page)
        expect(page.locator(".grid-row .id").first).to_be_visible()
        for name in ("Columns", "New", "More actions", "Filter"):
            with self.subTest(name):
                page.get_by_role("button", name=name, exact=True).click()
                self.assertEqual(self.violations(page), [])
                # The first key closes suggestions, the second one the dialog.
                page.keyboard.press("Escape")
                page.keyboard.press("Escape")
        page.context.close()

    def test_a_chart_and_a_plan_violate_no_rule(self):
        page = self.new_page(bypass_csp=True)
        self.open("query?sql=SELECT city, COUNT(*) AS hotels FROM _ GROUP BY city", page)
        for tab in ("Chart", "Plan", "JSON"):
            with self.subTest(tab):
                page.get_by_role("tab", name=tab).click()
                expect(page.locator(".chart, .plan, .json-results").first).to_be_visible()
                self.assertEqual(self.violations(page), [])
        page.context.close()


class NarrowWindowTests(BrowserTest):
    viewport = {"width": 360, "height": 740}

    def test_no_screen_is_wider_than_the_window(self):
        self.open()
        for route, selector in SCREENS:
            with self.subTest(route):
                self.go(route)
                expect(self.page.locator(selector).first).to_be_visible()
                self.assertEqual(self.page.evaluate("document.documentElement.scrollWidth"), 360)

    def test_the_badge_is_visible_and_the_sidebar_opens(self):
        self.open()
        expect(self.page.locator(".top-bar .badge")).to_have_text("Editing")
        self.button("Open the sidebar").click()
        self.page.get_by_role("link", name="Query console").click()
        expect(self.page.locator("#screen-title")).to_have_text("Query console")
        expect(self.page.locator(".sidebar")).to_be_hidden()


class AppearanceTests(BrowserTest):
    def test_the_appearance_follows_the_system_until_it_is_chosen(self):
        page = self.new_page(color_scheme="dark")
        self.open(page=page)
        background = "getComputedStyle(document.body).backgroundColor"
        self.assertEqual(page.evaluate(background), "rgb(20, 24, 23)")
        page.get_by_role("button", name="Appearance: system").click()
        self.assertEqual(page.evaluate(background), "rgb(251, 251, 250)")
        page.reload()
        expect(page.get_by_role("button", name="Appearance: light")).to_be_visible()
        self.assertEqual(page.evaluate(background), "rgb(251, 251, 250)")
        page.context.close()

    def test_screen_readers_hear_the_result_of_a_filter_and_of_a_selection(self):
        self.open(f'c/{COLLECTION}?filters=[{{"path":"city","operator":"=","value":"Oslo"}}]')
        expect(self.page.locator(".grid-row .id").first).to_be_visible()
        self.button("Remove the filter city is Oslo").click()
        expect(self.page.locator("#live")).to_have_text("222 documents")
        self.grid.focus()
        self.page.keyboard.press("Space")
        expect(self.page.locator("#live")).to_have_text("1 selected")
