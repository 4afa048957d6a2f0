"""Tests of vectors: how they are shown, and the search for similar documents."""

import base64
import math
import struct

from browsertest import BrowserTest, expect

DIMENSIONS = 48


def numbers(angle):
    return [math.cos(angle + index) for index in range(DIMENSIONS)]


class VectorTests(BrowserTest):
    @classmethod
    def documents(cls):
        texts = [
            {"_id": f"note-{number:02}", "type": "note", "title": f"Note {number}", "embedding": numbers(number * 0.05)} for number in range(30)
        ]  # fmt: skip
        packed = base64.b64encode(struct.pack(f"<{DIMENSIONS}f", *numbers(0.01))).decode()
        return [*texts, {"_id": "packed", "title": "Packed", "embedding": packed}, {"_id": "none", "title": "None", "embedding": [1, 2, 3]}]

    @classmethod
    def prepare(cls):
        cls.database.run(
            "index", "create", cls.database.path, "byMeaning", "embedding", "--vector", "--dimensions", str(DIMENSIONS), "--metric", "cosine")  # fmt: skip

    def choose_similar(self, identifier):
        self.open_document(identifier)
        self.button("More actions").click()
        self.page.get_by_role("menuitem", name="Similar documents by embedding").click()

    def test_vectors_are_folded(self):
        for identifier, text in (("note-03", "48 numbers"), ("packed", "48 numbers"), ("none", "[3] 1,2,3")):
            with self.subTest(identifier):
                self.open_document(identifier)
                row = self.page.locator(".tree-row", has=self.page.locator(".tree-key", has_text="embedding"))
                expect(row.locator(".tree-value")).to_have_text(text)

    def test_similar_documents_are_listed_by_distance(self):
        for identifier, nearest in (("note-00", ["packed", "note-01"]), ("packed", ["note-00", "note-01"])):
            with self.subTest(identifier):
                self.choose_similar(identifier)
                expect(self.page.locator("#screen-title")).to_have_text("Query console")
                rows = self.page.locator(".query .grid-row, .query tbody tr")
                expect(rows.first).to_contain_text(nearest[0])
                expect(rows.nth(1)).to_contain_text(nearest[1])

    def test_a_document_without_a_vector_has_no_such_action(self):
        self.open_document("none")
        self.button("More actions").click()
        expect(self.page.get_by_role("menuitem", name="Copy ID")).to_be_visible()
        expect(self.page.get_by_role("menuitem", name="Similar documents")).to_have_count(0)

    def test_the_list_of_indexes_describes_the_index(self):
        self.open("indexes")
        expect(self.page.locator("main, body").first).to_contain_text("Vectors, 48 dimensions, COSINE")
