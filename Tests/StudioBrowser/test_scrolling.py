"""Tests of a table that is much longer than what the page keeps.

QUIRE_STUDIO_DOCUMENTS sets the number of documents; the long form is 1000000.
"""

import os
import re

from browsertest import BrowserTest, expect

COUNT = int(os.environ.get("QUIRE_STUDIO_DOCUMENTS", "20000"))
MEGABYTE = 1_000_000


class ScrollingTests(BrowserTest):
    @classmethod
    def documents(cls):
        return ({"_id": f"n{number:07}", "number": number, "name": f"Name {number}"} for number in range(COUNT))

    def last_row(self):
        """The number of the last visible row, from the status line."""
        return int(self.status.inner_text().split(" ")[0].split("–")[1].replace(",", ""))

    def page_memory(self):
        session = self.page.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        used = session.send("Runtime.getHeapUsage")["usedSize"]
        session.detach()
        return used

    def assert_shown(self, number):
        expect(self.page.locator(".grid-row .id", has_text=f"n{number:07}")).to_be_visible(timeout=60000)

    def test_the_end_and_the_start_are_reached_by_one_key(self):
        self.open_table()
        expect(self.status).to_contain_text(f"of {COUNT:,}")
        self.grid.focus()
        self.page.keyboard.press("End")
        self.assert_shown(COUNT - 1)
        self.assertEqual(self.last_row(), COUNT)
        self.page.keyboard.press("PageUp")
        self.page.keyboard.press("PageUp")
        self.assert_shown(COUNT - 30)
        self.page.keyboard.press("Home")
        self.assert_shown(0)

    def test_a_dragged_scroll_bar_reaches_the_middle(self):
        self.open_table()
        expect(self.status).to_contain_text(f"of {COUNT:,}")
        self.grid.evaluate("grid => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2; }")
        expect(self.status).to_have_text(re.compile(r"^(?!1–|Looking)"), timeout=300000)
        identifier = self.page.locator(".grid-row .id").first.inner_text()
        self.assertLess(abs(int(identifier[1:]) - COUNT / 2), 100)

    def test_rows_near_a_place_that_was_visited_are_found_from_there(self):
        self.open_table()
        expect(self.status).to_contain_text(f"of {COUNT:,}")
        for part in (0.02, 0, 0.021):
            self.grid.evaluate("(grid, part) => { grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part; }", part)
            first = f"{round(COUNT * part) + 1:,}"[:-1]
            expect(self.status).to_have_text(re.compile(rf"^{first}" if part else "^1–"), timeout=60000)

    def test_scrolling_through_all_rows_needs_a_constant_memory(self):
        self.open_table()
        expect(self.status).to_contain_text(f"of {COUNT:,}")
        self.grid.focus()
        self.scroll_pages(40)
        page, server = self.page_memory(), self.studio.memory()
        self.scroll_pages(COUNT)
        self.assertEqual(self.last_row(), COUNT)
        self.assertLess(self.page_memory() - page, 12 * MEGABYTE)
        if server:
            self.assertLess(self.studio.memory() - server, 40 * MEGABYTE)
        rows = self.page.locator(".grid-row").count()
        self.assertLess(rows, 80)

    def scroll_pages(self, limit):
        """Scrolls down by large steps, waiting each time for the rows, until the end or a limit of steps."""
        self.page.evaluate(
            """async ([limit]) => {
              const grid = document.querySelector(".grid");
              for (let step = 0; step < limit; step++) {
                const before = grid.getAttribute("aria-activedescendant") + document.querySelector(".status-text").textContent;
                for (let key = 0; key < 6; key++) {
                  grid.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
                }
                const end = Date.now() + 30000;
                while (document.querySelector(".grid-row .placeholder") && Date.now() < end) await new Promise((done) => setTimeout(done, 2));
                const after = grid.getAttribute("aria-activedescendant") + document.querySelector(".status-text").textContent;
                if (before === after) return;
              }
            }""",
            [limit],
        )

    def test_only_few_rows_have_elements(self):
        self.open_table()
        self.assertLess(self.page.locator(".grid-row").count(), 60)
