"""The documents of the tests."""

import json

CITIES = (
    ("Bergen", "Norway", 60.39, 5.32), ("Oslo", "Norway", 59.91, 10.75), ("Paris", "France", 48.85, 2.35),
    ("Lyon", "France", 45.76, 4.84), ("London", "United Kingdom", 51.51, -0.13), ("Graz", "Austria", 47.07, 15.44),
)  # fmt: skip
NAMES = ("Grand", "Harbour House", "Fjord Lodge", "Central", "Old Mill", "Station", "Garden")
MARKUP = "<script>window.wasExecuted = true</script><img src=x onerror=\"window.wasExecuted = true\">"
BIG = 9007199254740993


def hotel(number):
    city, country, latitude, longitude = CITIES[number % len(CITIES)]
    body = {
        "_id": f"hotel-{number:03}",
        "type": "hotel",
        "name": f"{NAMES[number % len(NAMES)]} {number}",
        "city": city,
        "country": country,
        "stars": 1 + number % 5,
        "price": 60 + number * 7 % 140,
        "opened": f"20{number % 20:02}-0{1 + number % 9}-15T10:00:00Z",
        "geo": {"lat": round(latitude + number % 13 * 0.07, 4), "lon": round(longitude + number % 11 * 0.09, 4)},
        "tags": ["quiet", "sauna", "parking"][: number % 4],
        "pool": number % 3 == 0,
    }
    if number % 4 == 0:
        body["phone"] = None
    if number % 4 == 1:
        body["phone"] = f"+47 55 {number:03}"
    return body


def airline(number):
    return {"_id": f"airline-{number:02}", "type": "airline", "name": f"Air {number}", "callsign": f"AIR{number}"}


def special_documents():
    return [
        {"_id": "exact", "type": "note", "name": "Numbers", "big": BIG, "text": "unchanged"},
        {"_id": "markup", "type": "note", "name": MARKUP, MARKUP: MARKUP, "a.b": "key with a dot"},
    ]


def documents(hotels=200, airlines=20):
    return [*map(hotel, range(hotels)), *map(airline, range(airlines)), *special_documents()]


def write_lines(path, items):
    with open(path, "w", encoding="utf-8") as file:
        for item in items:
            file.write(json.dumps(item, ensure_ascii=False) + "\n")
