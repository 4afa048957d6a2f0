"""The documents of the tests."""

import json
import math
import random
import struct
import zlib

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


def varied_hotels(count):
    """Hotels whose cities and prices are not equally frequent, for pictures."""
    source = random.Random(1)
    for number in range(count):
        city, country, latitude, longitude = source.choices(CITIES, weights=(3, 6, 14, 4, 11, 2))[0]
        stars = source.choices((1, 2, 3, 4, 5), weights=(1, 3, 8, 6, 2))[0]
        yield {
            **hotel(number),
            "city": city,
            "country": country,
            "stars": stars,
            "price": round(source.gauss(40 + 45 * stars, 18)),
            "geo": {"lat": round(source.gauss(latitude, 0.3), 4), "lon": round(source.gauss(longitude, 0.5), 4)},
        }


def picture(width=360, height=200):
    """A PNG of hills at sunset."""
    rows = b""
    for y in range(height):
        row = b"\0"
        for x in range(width):
            hill = height * (0.62 + 0.12 * math.sin(x / 47) + 0.05 * math.sin(x / 17))
            near = height * (0.8 + 0.09 * math.sin(x / 61 + 2))
            sun = (x - width * 0.68) ** 2 + (y - height * 0.36) ** 2 < (height * 0.11) ** 2
            if y > near:
                row += bytes((22, 74, 70))
            elif y > hill:
                row += bytes((46, 122, 112))
            elif sun:
                row += bytes((255, 226, 150))
            else:
                part = y / height
                row += bytes((int(120 + 130 * part), int(150 + 30 * part), int(190 - 50 * part)))
        rows += row
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


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
