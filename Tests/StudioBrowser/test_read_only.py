"""Tests of the studio for reading only."""

from browsertest import BrowserTest, expect


class ReadOnlyTests(BrowserTest):
    options = ("--read-only",)

    def test_the_badge_says_that_the_database_is_read_only(self):
        self.open()
        expect(self.page.locator("#sidebar .badge")).to_have_text("Read only")

    def test_the_table_has_no_controls_that_edit(self):
        self.open_table()
        for name in ("New", "Import", "Create a collection"):
            with self.subTest(name):
                expect(self.button(name, exact=True)).to_have_count(0)
        self.cell(0, "name").click()
        self.page.keyboard.press("F2")
        expect(self.page.locator(".cell-editor")).to_have_count(0)
        self.page.locator(".grid-row .mark").first.click()
        expect(self.button("Delete")).to_have_count(0)

    def test_a_document_has_no_controls_that_edit(self):
        self.open_document("hotel-001")
        for name in ("Save", "Delete", "Add property"):
            with self.subTest(name):
                expect(self.button(name, exact=True)).to_have_count(0)
        self.button("JSON", exact=True).click()
        expect(self.page.get_by_role("textbox", name="Document hotel-001 as JSON")).to_have_attribute("readonly", "")

    def test_indexes_have_no_controls_that_edit(self):
        self.open("indexes")
        expect(self.page.locator(".empty, .table").first).to_be_visible()
        expect(self.button("Create index")).to_have_count(0)
