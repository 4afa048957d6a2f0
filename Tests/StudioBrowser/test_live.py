"""Tests of changes that other processes make."""

import threading
import time

import sample
from browsertest import COLLECTION, BrowserTest, expect


class LiveTests(BrowserTest):
    def test_a_change_of_another_process_appears_and_flashes(self):
        self.open_table('?filters=[{"path":"META().id","operator":"=","value":"hotel-020"}]')
        expect(self.page.get_by_role("img", name="Live: changes appear immediately")).to_be_visible()
        body = self.database.get("hotel-020")
        self.database.put("hotel-020", {**body, "city": "Narvik"})
        expect(self.cell(0, "city")).to_have_text("Narvik")
        expect(self.page.locator(".grid-row.flash")).to_have_count(1)

    def test_a_new_document_changes_the_count_of_the_sidebar(self):
        self.open_table()
        before = int(self.page.locator(".nav-count span").first.inner_text())
        self.database.put("zebra", sample.airline(99))
        expect(self.page.locator(".nav-count span").first).to_have_text(str(before + 1))
        expect(self.status).to_contain_text(f"of {before + 1}")

    def test_an_open_document_without_a_draft_shows_the_change(self):
        self.open_document("hotel-021")
        body = self.database.get("hotel-021")
        self.database.put("hotel-021", {**body, "city": "Vadsø"})
        expect(self.page.locator(".tree")).to_contain_text("Vadsø")

    def test_changes_appear_while_another_writer_never_pauses(self):
        self.open_table('?filters=[{"path":"META().id","operator":"=","value":"hotel-022"}]')
        stops = threading.Event()

        def write():
            number = 0
            while not stops.is_set():
                number += 1
                self.studio.post("documents/patch", {"collection": COLLECTION, "ids": ["hotel-022"], "set": {"city": f"City {number}"}, "remove": []})
                time.sleep(0.03)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            expect(self.cell(0, "city")).to_contain_text("City")
            first = self.cell(0, "city").inner_text()
            expect(self.cell(0, "city")).not_to_have_text(first)
        finally:
            stops.set()
            writer.join()
