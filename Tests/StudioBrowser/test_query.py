"""Tests of the query console."""

import json

from browsertest import BrowserTest, expect

COUNT = "SELECT city, COUNT(*) AS hotels FROM _ WHERE type = 'hotel' GROUP BY city ORDER BY city"


class QueryTests(BrowserTest):
    allowed_errors = ("400",)

    @property
    def area(self):
        return self.page.get_by_role("textbox", name="Query in SQL++")

    def run_query(self, text):
        self.open("query")
        self.area.fill(text)
        self.page.keyboard.press("Control+Enter")

    def tab(self, name):
        self.page.get_by_role("tab", name=name).click()

    def test_results_are_a_table_with_their_time(self):
        self.run_query(COUNT)
        expect(self.cell(0, "city")).to_have_text("Bergen")
        expect(self.cell(0, "hotels")).to_have_text("34")
        expect(self.page.locator(".status .count")).to_contain_text("6 rows")

    def test_a_missing_column_differs_from_null(self):
        self.run_query("SELECT META().id, phone FROM _ WHERE type = 'hotel' ORDER BY META().id")
        expect(self.cell(0, "phone").locator(".null")).to_have_count(1)
        expect(self.cell(2, "phone").locator(".missing")).to_have_count(1)

    def test_results_are_shown_as_json_and_copied(self):
        self.run_query(COUNT)
        self.tab("JSON")
        expect(self.page.locator(".json-results")).to_contain_text('"hotels": 34')
        self.button("Copy", exact=True).click()
        expect(self.messages).to_contain_text("copied")
        self.assertEqual(json.loads(self.clipboard())[0], {"city": "Bergen", "hotels": 34})

    def test_a_chart_of_bars_has_a_bar_for_each_row(self):
        self.run_query(COUNT)
        self.tab("Chart")
        expect(self.page.locator("rect.mark-fill")).to_have_count(6)
        expect(self.page.get_by_role("img", name="Bar chart of hotels by city, 6 values")).to_be_visible()

    def test_latitude_and_longitude_make_a_chart_of_points(self):
        self.run_query("SELECT geo.lat, geo.lon FROM _ WHERE type = 'hotel'")
        self.tab("Chart")
        expect(self.page.locator("circle.mark-point")).to_have_count(200)
        expect(self.page.get_by_role("img", name="Points by longitude and latitude")).to_be_visible()

    def test_dates_make_a_chart_of_a_line(self):
        self.run_query("SELECT opened, price FROM _ WHERE type = 'hotel'")
        self.tab("Chart")
        expect(self.page.locator("path.mark-line")).to_have_count(1)

    def test_the_plan_is_a_tree(self):
        self.run_query("SELECT name FROM _ WHERE city = 'Oslo'")
        self.tab("Plan")
        expect(self.page.locator(".plan-step").first).to_be_visible()

    def test_an_error_is_shown_with_its_place(self):
        self.run_query("SELECT name FROM _\nWHERE city = = 'Oslo'")
        expect(self.page.locator(".query-problem")).to_contain_text("line 2")
        expect(self.page.locator(".sql-error")).to_have_count(1)

    def test_parameters_have_fields(self):
        self.open("query")
        self.area.fill("SELECT name FROM _ WHERE city = $city AND stars >= $stars")
        self.page.get_by_label("$city").fill("Oslo")
        self.page.get_by_label("$stars").fill("5")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".status .count")).to_contain_text("7 rows")

    def test_keywords_collections_and_properties_are_completed(self):
        self.open("query")
        self.area.fill("")
        self.page.keyboard.type("SELECT na FROM _default WHERE cou")
        expect(self.page.locator(".suggestion").first).to_contain_text("country")
        self.page.keyboard.press("Tab")
        expect(self.area).to_have_value("SELECT na FROM _default WHERE country")

    def test_the_history_restores_a_query(self):
        self.run_query("SELECT COUNT(*) AS two FROM _")
        expect(self.cell(0, "two")).to_have_text("222")
        self.area.fill("SELECT 3")
        self.button("History").click()
        self.dialog.get_by_role("button", name="SELECT COUNT(*) AS two FROM _").click()
        expect(self.area).to_have_value("SELECT COUNT(*) AS two FROM _")

    def test_a_running_query_is_canceled(self):
        self.run_query("SELECT COUNT(*) FROM _ AS a JOIN _ AS b ON a.x IS MISSING JOIN _ AS c ON b.x IS MISSING")
        self.button("Cancel").click()
        expect(self.page.locator(".status .count")).to_have_text("Canceled")

    def test_writing_statements_are_refused(self):
        self.run_query("DELETE FROM _")
        expect(self.page.locator(".query-problem")).to_be_visible()
        self.assertEqual(self.database.get("hotel-000")["type"], "hotel")

    def test_a_document_of_the_results_is_opened(self):
        self.run_query("SELECT META().id, name FROM _ WHERE city = 'Graz' ORDER BY META().id")
        self.cell(0, "id").get_by_role("link").click()
        expect(self.page.locator("#screen-title")).to_have_text("hotel-005")
