"""Tests of the page's protection from documents and from other sites."""

import sample
from browsertest import BrowserTest, browser, expect


class MarkupTests(BrowserTest):
    def test_markup_of_a_document_is_shown_as_text(self):
        self.open_table('?filters=[{"path":"META().id","operator":"=","value":"markup"}]')
        expect(self.cell(0, "name")).to_have_text(sample.MARKUP)
        self.assertIsNone(self.page.evaluate("window.wasExecuted ?? null"))

    def test_markup_in_keys_and_values_of_a_tree_is_shown_as_text(self):
        self.open_document("markup")
        expect(self.page.locator(".tree-key", has_text=sample.MARKUP)).to_have_count(1)
        self.assertIsNone(self.page.evaluate("window.wasExecuted ?? null"))

    def test_markup_in_query_results_is_shown_as_text(self):
        self.open("query?sql=SELECT name FROM _ WHERE META().id = 'markup'")
        expect(self.cell(0, "name")).to_have_text(sample.MARKUP)
        self.assertIsNone(self.page.evaluate("window.wasExecuted ?? null"))


class AddressTests(BrowserTest):
    allowed_errors = ("401", "403")

    def test_the_token_disappears_from_the_address(self):
        self.open()
        self.assertNotIn(self.studio.token, self.page.url)

    def test_a_page_without_the_token_explains_what_to_do(self):
        self.page.goto(self.studio.origin + "/")
        expect(self.page.locator(".error-box")).to_contain_text("no token")

    def test_a_rebound_name_is_refused(self):
        context = browser("--host-resolver-rules=MAP evil.test 127.0.0.1").new_context()
        try:
            page = context.new_page()
            for path in ("/", "/api/database"):
                response = page.goto(f"http://evil.test:{self.studio.port}{path}")
                self.assertEqual(response.status, 403)
        finally:
            context.close()

    def test_the_interface_requires_the_token(self):
        self.assertEqual(self.studio.status("/api/database"), 401)
        self.assertEqual(self.studio.status("/api/database", headers={"X-Quire-Token": "0" * 32}), 401)
        self.assertEqual(self.studio.status("/api/database", headers={"X-Quire-Token": self.studio.token}), 200)
