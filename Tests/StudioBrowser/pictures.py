"""Writes pictures of all screens, light and dark, in several sizes.

python pictures.py FOLDER
"""

import os
import sys

import sample
from browsertest import COLLECTION, browser
from studio import Database, Studio

SIZES = ((1280, 800), (360, 740), (2560, 1440))
CHART = "SELECT city, COUNT(*) AS hotels, ROUND(AVG(price)) AS price%0AFROM _ WHERE type = 'hotel'%0AGROUP BY city ORDER BY hotels DESC"
SCREENS = (
    ("documents", f"c/{COLLECTION}?filters=[{{\"path\":\"type\",\"operator\":\"=\",\"value\":\"hotel\"}},{{\"path\":\"stars\",\"operator\":\">=\",\"value\":4}}]&order=name", ".grid-row .id", None),
    ("document", f"d/{COLLECTION}/hotel-003", ".tree-row", None),
    ("document-json", f"d/{COLLECTION}/hotel-003", ".tree-row", ("button", "JSON")),
    ("query", f"query?sql={CHART}", ".grid-row", None),
    ("query-chart", "query", ".sql-area", ("tab", "Chart")),
    ("query-plan", "query", ".sql-area", ("tab", "Plan")),
    ("query-points", "query?sql=SELECT geo.lat, geo.lon, name FROM _ WHERE type = 'hotel'", ".sql-area", ("tab", "Chart")),
    ("schema", f"schema/{COLLECTION}", ".type", None),
    ("indexes", "indexes", ".table, .empty", None),
    ("check", "check", ".verdict", None),
    ("sync", "sync", ".scroll section", None),
)  # fmt: skip


def write(folder):
    os.makedirs(folder, exist_ok=True)
    database = Database([*sample.varied_hotels(400), *(sample.airline(number) for number in range(40))])
    database.import_documents([sample.airline(number) for number in range(40)], "inventory.airline")
    database.run("index", "create", database.path, "byCity", "city", "stars")
    studio = Studio(database)
    hotel = database.get("hotel-003")
    picture = studio.store_blob(sample.picture(), "image/png")
    reviews = [{"author": "Kari Nordmann", "rating": 5, "date": "2026-08-14T18:20:00Z"}, {"author": "Ole", "rating": 4}]
    database.put("hotel-003", {**hotel, "picture": picture, "reviews": reviews, "fax": None})
    try:
        for scheme in ("light", "dark"):
            for width, height in SIZES:
                context = browser().new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
                page = context.new_page()
                page.goto(studio.url)
                page.locator("#screen-title").wait_for()
                for name, route, selector, control in SCREENS:
                    page.evaluate("route => { location.hash = '#/' + route; }", route)
                    page.locator(selector).first.wait_for()
                    if control:
                        # A wide window shows both views of a document, without a choice.
                        button = page.get_by_role(control[0], name=control[1], exact=True)
                        if button.is_visible():
                            button.click()
                    # Charts, plans, and colors appear after a moment.
                    page.wait_for_timeout(500)
                    page.screenshot(path=os.path.join(folder, f"{name}-{scheme}-{width}.png"))
                context.close()
    finally:
        studio.close()
        database.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: pictures.py FOLDER")
    write(sys.argv[1])
