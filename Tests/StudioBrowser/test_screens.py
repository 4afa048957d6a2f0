"""Tests of the schema, the indexes, the check, and the synchronization."""

import json

from browsertest import COLLECTION, BrowserTest, expect


class SchemaTests(BrowserTest):
    def test_properties_have_kinds_shares_and_examples(self):
        self.open(f"schema/{COLLECTION}")
        card = self.page.locator(".type", has=self.page.get_by_role("heading", name="hotel"))
        row = card.locator("tr", has=self.page.get_by_role("rowheader", name="phone", exact=True))
        expect(row).to_contain_text("null 50%")
        expect(row.locator(".share")).to_contain_text("50%")
        expect(card.locator("tr", has=self.page.get_by_role("rowheader", name="city", exact=True))).to_contain_text("Bergen")

    def test_the_swift_struct_is_copied(self):
        self.open(f"schema/{COLLECTION}")
        card = self.page.locator(".type", has=self.page.get_by_role("heading", name="airline"))
        card.get_by_text("Swift struct").click()
        card.get_by_role("button", name="Copy").click()
        expect(self.messages).to_contain_text("Swift copied")
        self.assertIn("callsign: String", self.clipboard())

    def test_a_type_links_to_its_documents(self):
        self.open(f"schema/{COLLECTION}")
        card = self.page.locator(".type", has=self.page.get_by_role("heading", name="airline"))
        card.get_by_role("link", name="Show documents").click()
        expect(self.status).to_contain_text("of 20")


class IndexTests(BrowserTest):
    @classmethod
    def prepare(cls):
        cls.database.run("index", "create", cls.database.path, "byCity", "city")

    def test_indexes_are_listed(self):
        self.open("indexes")
        row = self.page.locator("tr", has=self.page.get_by_role("rowheader", name="byCity"))
        expect(row).to_contain_text("city")
        expect(row).to_contain_text("Value")

    def test_an_index_is_created_and_removed(self):
        self.open("indexes")
        self.button("Create index").click()
        self.dialog.get_by_role("combobox", name="Properties").fill("country, stars")
        expect(self.dialog.get_by_label("Name")).to_have_value("country_stars")
        self.button("Create", exact=True).click()
        expect(self.page.get_by_role("rowheader", name="country_stars")).to_be_visible()
        self.assertIn("country_stars", self.database.run("index", "ls", self.database.path))
        self.button("Remove the index country_stars").click()
        self.button("Remove", exact=True).click()
        expect(self.page.get_by_role("rowheader", name="country_stars")).to_have_count(0)


    def test_a_full_text_index_has_a_language(self):
        self.open("indexes")
        self.button("Create index").click()
        self.dialog.get_by_label("Kind").select_option("fullText")
        self.dialog.get_by_role("combobox", name="Properties").fill("name")
        self.dialog.get_by_label("Language").select_option("en")
        self.button("Create", exact=True).click()
        row = self.page.locator("tr", has=self.page.get_by_role("rowheader", name="name"))
        expect(row).to_contain_text("Full text, en")

    def test_an_array_index_has_a_path(self):
        self.open("indexes")
        self.button("Create index").click()
        self.dialog.get_by_label("Kind").select_option("array")
        self.dialog.get_by_role("combobox", name="Array").fill("tags")
        self.button("Create", exact=True).click()
        row = self.page.locator("tr", has=self.page.get_by_role("rowheader", name="tags"))
        expect(row).to_contain_text("tags[]")


class CheckTests(BrowserTest):
    def test_a_sound_file_has_no_faults(self):
        self.open("check")
        expect(self.page.locator(".verdict")).to_contain_text("No faults")
        expect(self.page.locator(".verdict")).to_contain_text("222 documents")


class SynchronizationTests(BrowserTest):
    def test_a_database_that_was_not_synchronized_says_so(self):
        self.open("sync")
        expect(self.page.get_by_text("This database was not synchronized.")).to_be_visible()
        expect(self.page.get_by_text("No document has a conflict.")).to_be_visible()

    def open_with_a_conflict(self):
        """Shows a conflict, which only a replicator that leaves it to the app stores."""
        conflict = {
            "collection": COLLECTION, "id": "hotel-001",
            "current": {"revision": "2-a", "body": {"name": "Local", "city": "Oslo", "stars": 4}},
            "remotes": [{"remote": "wss://example.com/travel", "revision": "2-b", "body": {"name": "Remote", "city": "Oslo", "price": 9}}],
        }  # fmt: skip
        self.resolved = []

        def resolve(route):
            self.resolved.append(json.loads(route.request.post_data))
            route.fulfill(json={})

        def conflicts(route):
            route.fulfill(json={"conflicts": [] if self.resolved else [conflict]})

        self.page.route("**/api/conflicts", conflicts)
        self.page.route("**/api/conflicts/resolve", resolve)
        self.open("sync")
        expect(self.page.locator(".conflict-card")).to_contain_text("hotel-001")

    def test_a_conflict_shows_both_sides(self):
        self.open_with_a_conflict()
        expect(self.page.get_by_label("Local version")).to_contain_text('"name": "Local"')
        expect(self.page.get_by_label("Remote wss://example.com/travel version")).to_contain_text('"price": 9')

    def test_a_conflict_is_resolved_with_one_side(self):
        self.open_with_a_conflict()
        self.button("Keep remote").click()
        expect(self.page.get_by_text("No document has a conflict.")).to_be_visible()
        self.assertEqual(self.resolved, [{"collection": COLLECTION, "id": "hotel-001", "keep": "remote"}])

    def test_a_conflict_is_resolved_by_merging(self):
        self.open_with_a_conflict()
        self.button("Merge…").click()
        for name in ("name", "price"):
            row = self.dialog.locator("tr", has=self.page.get_by_role("rowheader", name=name, exact=True))
            row.get_by_role("radio", name="Remote").check()
        self.button("Save merged").click()
        expect(self.page.get_by_text("No document has a conflict.")).to_be_visible()
        self.assertEqual(self.resolved[0]["body"], {"name": "Remote", "city": "Oslo", "price": 9, "stars": 4})
