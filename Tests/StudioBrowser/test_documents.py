"""Tests of the documents table."""

import json
import unittest

from browsertest import COLLECTION, BrowserTest, expect
from studio import wait_until


HOTELS = '{"path":"type","operator":"=","value":"hotel"}'


def only(identifier):
    return f'?filters=[{HOTELS},{{"path":"META().id","operator":"=","value":"{identifier}"}}]'


class DocumentsTableTests(BrowserTest):
    def value_field(self, name):
        return self.page.get_by_role("textbox", name=name, exact=True)

    def test_the_sidebar_lists_collections_with_their_counts(self):
        self.open()
        expect(self.page.locator(".collections a").first).to_contain_text("_default")
        expect(self.page.locator(".collections a").first).to_contain_text("222")

    def test_the_badge_says_that_the_database_can_be_edited(self):
        self.open()
        expect(self.page.locator("#sidebar .badge")).to_have_text("Editing")

    def test_the_table_shows_documents_in_the_order_of_their_ids(self):
        self.open_table()
        expect(self.cell(0, "ID")).to_have_text("airline-00")
        expect(self.status).to_contain_text("of 222")

    def test_a_missing_property_differs_from_null(self):
        self.open_table(f"?filters=[{HOTELS}]")
        self.button("Columns").click()
        self.dialog.get_by_role("combobox").fill("phone")
        self.page.keyboard.press("Enter")
        self.button("Show", exact=True).click()
        expect(self.cell(0, "phone").locator(".null")).to_have_text("null")
        expect(self.cell(1, "phone")).to_have_text("+47 55 001")
        expect(self.cell(2, "phone").locator(".missing")).to_have_count(1)

    def test_a_click_on_a_header_sorts_and_a_second_one_reverses(self):
        self.open_table(f"?filters=[{HOTELS}]")
        header = self.page.get_by_role("columnheader", name="name")
        header.click()
        expect(header).to_have_attribute("aria-sort", "ascending")
        expect(self.cell(0, "name")).to_have_text("Central 10")
        header.click()
        expect(header).to_have_attribute("aria-sort", "descending")
        expect(self.cell(0, "name")).to_contain_text("Station")

    def test_the_columns_follow_a_filter_until_the_user_chooses_them(self):
        self.open_table()
        expect(self.page.get_by_role("columnheader", name="stars")).to_be_visible()
        self.grid.focus()
        self.page.keyboard.press("/")
        self.page.keyboard.type("type")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")
        self.page.keyboard.type("airline")
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("columnheader", name="callsign")).to_be_visible()
        expect(self.page.get_by_role("columnheader", name="stars")).to_have_count(0)

    def test_a_filter_is_made_with_the_keyboard_only(self):
        self.open_table()
        self.grid.focus()
        self.page.keyboard.press("/")
        self.page.keyboard.type("city")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")
        self.page.keyboard.type("Bergen")
        self.page.keyboard.press("Enter")
        expect(self.status).to_contain_text("of 34")
        self.assertEqual(set(self.column_texts("city")), {"Bergen"})
        expect(self.page.locator(".strip-code")).to_contain_text("'Bergen'")

    def test_the_fields_of_a_filter_suggest_properties_and_values(self):
        self.open_table()
        wait_until(lambda: self.page.evaluate("performance.getEntriesByType('resource').some(e => e.name.includes('/api/schema') && e.responseEnd)"))
        self.button("Filter", exact=True).click()
        path = self.page.get_by_role("combobox", name="Property")
        path.fill("coun")
        expect(self.page.locator(".suggestion", has_text="country")).to_be_visible()
        self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")
        expect(path).to_have_value("country")

    def test_the_frequent_values_of_a_property_are_suggested_with_their_numbers(self):
        self.open_table()
        self.button("Filter", exact=True).click()
        self.page.keyboard.type("country")
        self.page.keyboard.press("Enter")
        self.page.keyboard.press("Enter")
        suggestion = self.page.locator(".suggestion", has_text="United Kingdom")
        expect(suggestion).to_contain_text("33")
        suggestion.click()
        expect(self.status).to_contain_text("of 33")

    def test_the_menu_of_a_column_sorts_and_hides_it(self):
        self.open_table()
        header = self.page.get_by_role("columnheader", name="name")
        header.click(button="right")
        self.page.get_by_role("menuitem", name="Sort descending").click()
        expect(header).to_have_attribute("aria-sort", "descending")
        header.click(button="right")
        self.page.get_by_role("menuitem", name="Hide column").click()
        expect(header).to_have_count(0)

    def test_the_key_f_filters_by_the_value_of_the_cell(self):
        self.open_table(f"?filters=[{HOTELS}]")
        self.cell(2, "city").click()
        self.page.keyboard.press("f")
        expect(self.page.locator(".chip")).to_have_count(2)
        expect(self.status).to_contain_text("of 33")

    def test_the_query_of_the_filters_is_copied_as_swift(self):
        self.open_table('?filters=[{"path":"city","operator":"=","value":"Oslo"}]')
        self.button("Swift", exact=True).click()
        self.button("Copy the query").click()
        expect(self.messages).to_contain_text("Swift copied")
        self.assertIn('city == "Oslo"', self.clipboard())

    def test_columns_are_chosen_ordered_and_remembered(self):
        self.open_table()
        self.button("Columns").click()
        self.dialog.get_by_role("combobox").fill("geo.lat")
        self.page.keyboard.press("Enter")
        self.button("Move geo.lat up").click()
        self.button("Show", exact=True).click()
        self.page.reload()
        expect(self.page.locator(".grid-title").last).to_be_attached()
        titles = self.page.locator(".grid-title .title-text").all_inner_texts()
        self.assertEqual(titles[-2], "geo.lat")

    def test_a_cell_is_edited_in_place(self):
        self.open_table(only("hotel-003"))
        self.cell(0, "city").dblclick()
        self.value_field("Value of city").fill("Tromsø")
        self.page.keyboard.press("Enter")
        expect(self.cell(0, "city")).to_have_text("Tromsø")
        self.assertEqual(self.database.get("hotel-003")["city"], "Tromsø")

    def test_editing_a_cell_keeps_the_kind_of_the_value(self):
        self.open_table(only("hotel-004"))
        self.cell(0, "stars").dblclick()
        self.value_field("Value of stars").fill("x")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".cell-editor .problem")).to_contain_text("not a number")
        self.value_field("Value of stars").fill("4")
        self.page.keyboard.press("Enter")
        expect(self.cell(0, "stars")).to_have_text("4")
        self.assertEqual(self.database.get("hotel-004")["stars"], 4)

    def test_editing_a_text_keeps_its_lines(self):
        body = self.database.get("hotel-015")
        self.database.put("hotel-015", {**body, "name": "One\nTwo"})
        self.open_table(only("hotel-015"))
        self.cell(0, "name").dblclick()
        field = self.value_field("Value of name")
        expect(field).to_have_value("One\nTwo")
        field.press("End")
        field.press("Control+End")
        self.page.keyboard.type("!")
        self.page.keyboard.press("Control+Enter")
        expect(self.page.locator(".cell-editor")).to_have_count(0)
        self.assertEqual(self.database.get("hotel-015")["name"], "One\nTwo!")

    def test_editing_another_property_does_not_round_large_integers(self):
        self.open_table('?filters=[{"path":"META().id","operator":"=","value":"exact"}]')
        self.button("Columns").click()
        for name in ("big", "text"):
            self.dialog.get_by_role("combobox").fill(name)
            self.page.keyboard.press("Enter")
        self.button("Show", exact=True).click()
        expect(self.cell(0, "big")).to_have_text("9007199254740993")
        self.cell(0, "text").dblclick()
        self.value_field("Value of text").fill("changed")
        self.page.keyboard.press("Enter")
        expect(self.cell(0, "text")).to_have_text("changed")
        self.assertEqual(self.database.get("exact")["big"], 9007199254740993)

    def test_selected_documents_are_copied_and_deleted(self):
        self.open_table()
        for row in (0, 1):
            self.page.locator(f'.grid-row[data-row="{row}"] .mark').click()
        expect(self.page.get_by_role("toolbar", name="Selected documents")).to_contain_text("2 selected")
        self.button("Copy JSON").click()
        expect(self.messages).to_contain_text("2 documents copied")
        copied = json.loads(self.clipboard())
        self.assertEqual(len(copied), 2)
        self.page.get_by_role("toolbar", name="Selected documents").get_by_role("button", name="Delete").click()
        self.dialog.get_by_role("button", name="Delete").click()
        expect(self.messages).to_contain_text("2 documents deleted")
        identifier = copied[0]["_id"]
        expect(self.page.locator(".grid-row .id", has_text=identifier)).to_have_count(0)
        self.database.import_documents(copied)

    def test_a_property_of_selected_documents_is_set(self):
        self.open_table('?filters=[{"path":"city","operator":"=","value":"Graz"}]')
        self.grid.focus()
        self.page.keyboard.press("Space")
        self.page.keyboard.press("Shift+ArrowDown")
        self.button("Set property").click()
        self.dialog.get_by_label("Property", exact=True).fill("checked")
        self.dialog.get_by_label("Value as JSON").fill("true")
        self.button("Set", exact=True).click()
        expect(self.messages).to_contain_text("2 documents changed")
        self.assertIs(self.database.get("hotel-005")["checked"], True)

    def test_a_collection_is_created_and_removed(self):
        self.open()
        self.button("Create a collection").click()
        self.dialog.get_by_label("Name").fill("inventory.room")
        self.button("Create", exact=True).click()
        expect(self.page.locator("#screen-title")).to_have_text("inventory.room")
        expect(self.page.locator(".empty")).to_contain_text("no documents")
        self.button("Remove the collection inventory.room").click()
        self.button("Remove", exact=True).click()
        expect(self.messages).to_contain_text("removed")
        expect(self.page.locator(".collections a")).to_have_count(1)

    def test_a_document_is_created(self):
        self.open_table()
        self.button("New").click()
        self.dialog.get_by_label("Document ID").fill("airline-new")
        self.dialog.get_by_label("Body").fill('{"type": "airline", "name": }')
        self.button("Create", exact=True).click()
        expect(self.dialog.locator(".problem")).to_contain_text("line 1, column 29")
        self.dialog.get_by_label("Body").fill('{"type": "airline", "name": "New"}')
        self.button("Create", exact=True).click()
        expect(self.page.locator("#screen-title")).to_have_text("airline-new")
        self.assertEqual(self.database.get("airline-new")["name"], "New")
        self.database.run("purge", self.database.path, "airline-new")

    def test_closing_a_document_returns_to_its_place_in_the_table(self):
        self.open_table(f"?filters=[{HOTELS}]")
        self.grid.focus()
        self.page.keyboard.press("End")
        expect(self.page.locator(".grid-row .id", has_text="hotel-199")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#screen-title")).to_have_text("hotel-199")
        self.page.keyboard.press("Escape")
        expect(self.page.locator(".chip")).to_have_count(1)
        expect(self.page.locator(".active-cell")).to_have_text("hotel-199")
        expect(self.grid).to_be_focused()

    def test_an_address_with_filters_opens_the_same_table(self):
        self.open_table('?filters=[{"path":"stars","operator":"=","value":5}]&order=price&descending=1')
        expect(self.page.locator(".chip")).to_contain_text("stars")
        self.assertEqual(set(self.column_texts("stars")), {"5"})
        self.assertIn(COLLECTION, self.page.url)


if __name__ == "__main__":
    unittest.main()
