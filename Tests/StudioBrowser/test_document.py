"""Tests of the screen with one document."""

import sample
from browsertest import COLLECTION, BrowserTest, expect


class DocumentTests(BrowserTest):
    allowed_errors = ("404", "409")

    def row(self, key):
        return self.page.locator(".tree-row", has=self.page.locator(".tree-key", has_text=key)).first

    def open_text(self, identifier):
        self.open_document(identifier)
        self.button("JSON", exact=True).click()
        return self.page.get_by_role("textbox", name=f"Document {identifier} as JSON")

    def test_the_tree_shows_the_kinds_of_values(self):
        self.open_document("hotel-004")
        for key, kind in (("name", "string"), ("stars", "number"), ("opened", "date"), ("phone", "null"), ("pool", "boolean"), ("geo", "object · 2"), ("tags", "array · 0")):
            with self.subTest(key):
                expect(self.row(key).locator(".kind")).to_have_text(kind)

    def test_a_value_of_the_tree_is_edited_and_saved(self):
        self.open_document("hotel-006")
        expect(self.button("Save", exact=True)).to_be_disabled()
        self.row("city").dblclick()
        self.page.get_by_role("textbox", name="Value of city", exact=True).fill("Molde")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".screen-head .count")).to_have_text("Not saved")
        self.page.keyboard.press("Control+s")
        expect(self.messages).to_contain_text("Saved")
        self.assertEqual(self.database.get("hotel-006")["city"], "Molde")

    def test_a_property_is_added_and_another_removed(self):
        self.open_document("hotel-007")
        self.button("Add property").click()
        self.dialog.get_by_label("Key").fill("note")
        self.dialog.get_by_role("button", name="Set").click()
        self.page.get_by_role("textbox", name="Value of note", exact=True).fill("renovated")
        self.page.keyboard.press("Enter")
        self.row("price").click()
        self.page.keyboard.press("Delete")
        self.page.keyboard.press("Control+s")
        expect(self.messages).to_contain_text("Saved")
        stored = self.database.get("hotel-007")
        self.assertEqual((stored["note"], "price" in stored), ("renovated", False))

    def test_invalid_text_names_the_place_of_the_error_and_is_not_saved(self):
        area = self.open_text("hotel-008")
        area.fill('{\n  "type": "hotel",\n  "name" 5\n}')
        problem = self.page.locator(".text-problem")
        expect(problem).to_have_text('Expected ":" (line 3, column 10)')
        expect(self.button("Save", exact=True)).to_be_disabled()
        problem.click()
        self.assertEqual(area.evaluate("area => area.selectionStart"), 30)

    def test_text_that_is_saved_keeps_the_digits_of_large_integers(self):
        area = self.open_text("exact")
        area.fill(area.input_value().replace("unchanged", "edited"))
        self.page.keyboard.press("Control+s")
        expect(self.button("Save", exact=True)).to_be_disabled()
        expect(self.messages).to_contain_text("Saved")
        stored = self.database.get("exact")
        self.assertEqual((stored["big"], stored["text"]), (sample.BIG, "edited"))

    def test_a_conflict_shows_both_sides_and_merges_them(self):
        area = self.open_text("hotel-009")
        body = self.database.get("hotel-009")
        area.fill(area.input_value().replace(body["name"], "My name").replace(body["city"], "My city"))
        expect(self.page.locator(".screen-head .count")).to_have_text("Not saved")
        self.database.put("hotel-009", {**body, "city": "Their city", "price": 1})
        expect(self.page.locator(".notice")).to_contain_text("changed by another writer")
        self.page.keyboard.press("Control+s")
        expect(self.dialog).to_contain_text("Their city")
        expect(self.dialog.locator("tbody tr")).to_have_count(3)
        self.dialog.locator("tr", has_text="Their city").get_by_label("Stored").check()
        self.button("Save merged").click()
        expect(self.messages).to_contain_text("Saved")
        stored = self.database.get("hotel-009")
        self.assertEqual((stored["name"], stored["city"], stored["price"]), ("My name", "Their city", 1))

    def test_changes_are_discarded_only_after_a_question(self):
        area = self.open_text("hotel-010")
        area.fill("{}")
        expect(self.page.locator(".screen-head .count")).to_have_text("Not saved")
        self.button("Back to _default._default").click()
        self.button("Cancel").click()
        expect(self.page.locator("#screen-title")).to_have_text("hotel-010")
        self.button("Revert").click()
        expect(self.page.locator(".screen-head .count")).to_have_text("")

    def test_the_expiration_is_set_and_removed(self):
        self.open_document("hotel-011")
        self.page.get_by_label("Date").fill("2099-05-06T07:08")
        self.button("Set", exact=True).click()
        expect(self.page.locator(".details")).to_contain_text("Expires 5/6/2099")
        self.assertIn("2099-05-06", self.database.run("expire", self.database.path, "hotel-011"))
        self.button("Remove", exact=True).click()
        expect(self.page.locator(".details")).to_contain_text("does not expire")

    def test_a_document_is_deleted_after_one_question(self):
        self.open_document("airline-05")
        self.button("Delete").click()
        self.dialog.get_by_role("button", name="Delete").click()
        expect(self.messages).to_contain_text("deleted")
        expect(self.page.locator("#screen-title")).to_have_text("_default._default")
        self.assertNotIn("airline-05", self.database.run("ls", self.database.path))

    def test_a_missing_document_says_so(self):
        self.open(f"d/{COLLECTION}/nothing")
        expect(self.page.locator(".notice")).to_contain_text("nothing")

    def test_a_reference_opens_the_other_document(self):
        body = self.database.get("hotel-016")
        self.database.put("hotel-016", {**body, "partner": "airline-07"})
        self.open_document("hotel-016")
        self.row("partner").click(button="right")
        self.page.get_by_role("menuitem", name='Open the document "airline-07"').click()
        expect(self.page.locator("#screen-title")).to_have_text("airline-07")

    def test_the_revision_is_shown(self):
        self.open_document("hotel-012")
        expect(self.page.locator(".revisions li")).not_to_have_count(0)
        expect(self.page.locator(".revisions")).to_contain_text("current")

    def test_a_blob_is_shown_as_a_picture_with_its_size_and_digest(self):
        data = sample.picture(60, 40)
        blob = self.studio.store_blob(data, "image/png")
        self.database.put("hotel-013", {**self.database.get("hotel-013"), "picture": blob})
        self.open_document("hotel-013")
        figure = self.page.locator(".blob-figure")
        expect(figure).to_contain_text(blob["digest"])
        expect(figure).to_contain_text("image/png")
        image = figure.get_by_role("img", name="Picture of picture")
        expect(image).to_be_visible()
        self.assertEqual(image.evaluate("image => [image.naturalWidth, image.naturalHeight]"), [60, 40])

    def test_a_file_becomes_the_value_of_a_property(self):
        self.open_document("hotel-014")
        self.row("name").click(button="right")
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("menuitem", name="Set to a file…").click()
        chooser.value.set_files({"name": "hills.png", "mimeType": "image/png", "buffer": sample.picture(60, 40)})
        expect(self.row("name").locator(".kind")).to_contain_text("blob")
        self.page.keyboard.press("Control+s")
        expect(self.messages).to_contain_text("Saved")
        expect(self.page.locator(".blob-picture img")).to_be_visible()
        self.assertEqual(self.database.get("hotel-014")["name"]["content_type"], "image/png")
