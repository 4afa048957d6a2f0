"""Tests of files that are imported and exported."""

import json
import os

from browsertest import BrowserTest, expect

DROP = """
([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  const target = document.querySelector(".documents");
  for (const type of ["dragenter", "dragover", "drop"]) {
    target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}
"""


class FileTests(BrowserTest):
    allowed_errors = ("400",)

    def drop(self, text, name):
        self.page.evaluate(DROP, [text, name])
        expect(self.dialog).to_contain_text(name)

    def test_a_dropped_file_is_imported(self):
        self.open_table()
        self.drop('{"_id":"dropped-1","type":"drop","name":"One"}\n{"_id":"dropped-2","type":"drop","name":"Two"}\n', "drop.jsonl")
        self.button("Import", exact=True).last.click()
        expect(self.messages).to_contain_text("2 documents imported")
        self.assertEqual(self.database.get("dropped-2")["name"], "Two")
        expect(self.status).to_contain_text("of 224")
        self.database.run("purge", self.database.path, "dropped-1", "dropped-2")

    def test_a_faulty_file_names_its_line_and_stores_nothing(self):
        self.open_table()
        self.drop('{"_id":"faulty-1"}\n{"_id":\n', "faulty.jsonl")
        self.button("Import", exact=True).last.click()
        expect(self.dialog.locator(".import-result")).to_contain_text("2")
        self.assertNotIn("faulty-1", self.database.run("ls", self.database.path))

    def export(self, label):
        self.open_table('?filters=[{"path":"city","operator":"=","value":"Graz"}]')
        self.button("More actions").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("menuitem", name=f"Export as {label}", exact=True).click()
        path = os.path.join(self.database.folder, download.value.suggested_filename)
        download.value.save_as(path)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_the_documents_of_the_filters_are_exported_as_json_lines(self):
        lines = self.export("JSON lines").splitlines()
        self.assertEqual({json.loads(line)["city"] for line in lines}, {"Graz"})

    def test_the_documents_of_the_filters_are_exported_as_csv(self):
        lines = self.export("CSV").splitlines()
        self.assertIn("city", lines[0])
        self.assertEqual(len(lines), 34)
