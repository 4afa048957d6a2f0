"""Tests of work without a mouse."""

from browsertest import BrowserTest, expect


class KeyboardTests(BrowserTest):
    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self):
        return self.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()")

    def test_a_hotel_is_found_corrected_and_closed_with_the_keyboard(self):
        self.open_table()
        self.press("/")
        self.page.keyboard.type("city")
        self.press("Enter", "Enter")
        self.page.keyboard.type("Lyon")
        self.press("Enter")
        expect(self.status).to_contain_text("of 33")
        expect(self.grid).to_be_focused()
        self.press("ArrowDown", "Enter")
        expect(self.page.locator("#screen-title")).to_have_text("hotel-009")
        expect(self.page.locator(".tree-row").first).to_be_focused()
        self.press("End", "Home")
        for _ in range(40):
            if "stars" in self.page.evaluate("document.activeElement.textContent"):
                break
            self.press("ArrowDown")
        self.press("F2")
        expect(self.page.get_by_role("textbox", name="Value of stars", exact=True)).to_be_focused()
        self.press("Control+a")
        self.page.keyboard.type("3")
        self.press("Enter", "Control+s")
        expect(self.messages).to_contain_text("Saved")
        self.press("Escape")
        expect(self.grid).to_be_focused()
        self.assertEqual(self.database.get("hotel-009")["stars"], 3)

    def test_the_keys_of_the_table_move_the_active_cell(self):
        self.open_table()
        self.grid.focus()
        active = self.page.locator(".active-cell")
        for keys, row in ((["ArrowDown"], 1), (["End"], 221), (["Home"], 0), (["PageDown"], None), (["Home", "ArrowUp"], -1)):
            with self.subTest(keys=keys):
                self.press(*keys)
                expect(active).to_have_count(1)
                if row is not None:
                    parent = active.evaluate("cell => Number(cell.parentElement.dataset.row ?? -1)")
                    self.assertEqual(parent, row)

    def test_a_header_sorts_by_enter(self):
        self.open_table()
        self.grid.focus()
        self.press("ArrowUp", "ArrowRight", "ArrowRight", "Enter")
        expect(self.page.locator('[aria-sort="ascending"]')).to_have_count(1)

    def test_two_keys_open_each_screen(self):
        self.open()
        for key, title in (("q", "Query console"), ("s", "Schema"), ("i", "Indexes"), ("k", "Check"), ("y", "Synchronization"), ("c", "_default._default")):
            with self.subTest(title):
                self.page.evaluate("document.activeElement.blur()")
                self.press("g", key)
                expect(self.page.locator("#screen-title")).to_have_text(title)

    def test_a_dialog_keeps_the_focus_and_returns_it(self):
        self.open_table()
        self.button("Columns").focus()
        self.press("Enter")
        expect(self.dialog).to_be_visible()
        for _ in range(30):
            self.press("Tab")
            self.assertTrue(self.page.evaluate("document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)"))
        self.press("Escape")
        expect(self.button("Columns")).to_be_focused()

    def test_the_list_of_keys_opens_and_closes(self):
        self.open_table()
        self.grid.focus()
        self.press("?")
        expect(self.dialog).to_contain_text("Query console")
        self.press("Escape")
        expect(self.grid).to_be_focused()

    def test_a_menu_is_used_with_the_keyboard(self):
        self.open_table()
        self.grid.focus()
        self.press("Shift+F10")
        expect(self.page.get_by_role("menuitem", name="Open document")).to_be_focused()
        self.press("Escape")
        expect(self.grid).to_be_focused()
