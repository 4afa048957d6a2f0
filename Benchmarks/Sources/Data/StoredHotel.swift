import Quire

/// A hotel of about 390 bytes of JSON, for measurements of very many documents.
struct StoredHotel {
    let id: String
    let name: String
    let city: String
    let country: String
    let address: String
    let phone: String
    let description: String
    let rate: Double
    let stars: Int
    let acceptsPets: Bool
    let latitude: Double
    let longitude: Double
    let tags: [String]

    /// Returns hotels generated from a fixed seed.
    static func all(count: Int) -> [StoredHotel] {
        var generator = SeededGenerator(seed: 390)
        return (0..<count).map { StoredHotel(number: $0, &generator) }
    }

    private static let cities = [
        "Bergen", "Oslo", "Trondheim", "Aalesund", "Molde", "Tromsoe", "Stavanger", "Bodoe",
    ]
    private static let words = [
        "quiet", "harbour", "view", "timber", "garden", "breakfast", "rooms", "near", "old", "quay",
    ]

    init(number: Int, _ generator: inout SeededGenerator) {
        let digits = String(number)
        id = "hotel-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        let city = Self.cities[number % Self.cities.count]
        self.city = city
        name = "\(city) Guest House \(number)"
        country = "Norway"
        address = "Strandgaten \(number % 500)"
        phone = "+47 55 \(100_000 + number)"
        description = (0..<12).map { _ in
            Self.words.randomElement(using: &generator) ?? ""
        }.joined(separator: " ")
        rate = Double(Int.random(in: 4000...40000, using: &generator)) / 100
        stars = 1 + number % 5
        acceptsPets = Bool.random(using: &generator)
        latitude = Double(Int.random(in: 5_800_000...7_100_000, using: &generator)) / 100_000
        longitude = Double(Int.random(in: 400_000...3_100_000, using: &generator)) / 100_000
        tags = (0..<3).map { _ in Self.words.randomElement(using: &generator) ?? "" }
    }
}

extension StoredHotel {
    private static let nameKey = FleeceKey("name")
    private static let rateKey = FleeceKey("rate")
    private static let starsKey = FleeceKey("stars")

    /// Writes the hotel as a body.
    ///
    /// - Parameters:
    ///   - writer: The writer.
    ///   - revision: A number that distinguishes versions of the hotel.
    func write(to writer: FleeceWriter, revision: Int) {
        writer.beginDictionary()
        writer.writeKey("type")
        writer.write("hotel")
        writer.writeKey("name")
        writer.write(name)
        writer.writeKey("city")
        writer.write(city)
        writer.writeKey("country")
        writer.write(country)
        writer.writeKey("address")
        writer.write(address)
        writer.writeKey("phone")
        writer.write(phone)
        writer.writeKey("description")
        writer.write(description)
        writer.writeKey("rate")
        writer.write(rate)
        writer.writeKey("stars")
        writer.write(Int64(stars))
        writer.writeKey("pets_ok")
        writer.write(acceptsPets)
        writer.writeKey("geo")
        writer.beginDictionary()
        writer.writeKey("lat")
        writer.write(latitude)
        writer.writeKey("lon")
        writer.write(longitude)
        writer.endDictionary()
        writer.writeKey("tags")
        writer.beginArray()
        for tag in tags { writer.write(tag) }
        writer.endArray()
        writer.writeKey("revision")
        writer.write(Int64(revision))
        writer.endDictionary()
    }

    /// Reads three fields of a body.
    static func readThree(_ body: FleeceDictionary) -> (String?, Double?, Int64?) {
        (body.string(nameKey), body.double(rateKey), body.int64(starsKey))
    }
}
