import Foundation

/// A typical model of a hotel: about 750 bytes of JSON, 24 fields in four dictionaries, three
/// dates.
struct CodedHotel: Codable, Equatable {
    struct Address: Codable, Equatable {
        var street: String
        var city: String
        var state: String
        var country: String
        var code: String
    }

    struct Review: Codable, Equatable {
        var author: String
        var rating: Int
        var content: String
        var date: Date
    }

    var id: String
    var type: String
    var name: String
    var address: Address
    var phones: [String]
    var rate: Double
    var stars: Int
    var freeBreakfast: Bool
    var description: String?
    var reviews: [Review]
    var createdAt: Date
}

/// A projection of a hotel to two fields.
struct NameAndRate: Codable, Equatable {
    var name: String
    var rate: Double
}

extension CodedHotel {
    /// Returns hotels generated from a fixed seed.
    static func all(count: Int) -> [CodedHotel] {
        var generator = SeededGenerator(seed: 751)
        return (0..<count).map { CodedHotel(number: $0, &generator) }
    }

    /// Generates the next hotel.
    init(number: Int, _ generator: inout SeededGenerator) {
        id = "hotel_\(100_000 + number)"
        type = "kind\(Int.random(in: 0..<10, using: &generator))"
        name = "Hotel \(Self.text(14, &generator).capitalized)"
        address = Address(
            street: "\(Int.random(in: 1...300, using: &generator)) "
                + "\(Self.text(10, &generator).capitalized) Street",
            city: Self.cities.randomElement(using: &generator) ?? "",
            state: Self.text(8, &generator).capitalized,
            country: Self.countries.randomElement(using: &generator) ?? "",
            code: "\(Int.random(in: 10_000..<100_000, using: &generator))")
        phones = (0..<2).map { _ in
            "+47 \(Int.random(in: 1000..<10_000, using: &generator)) "
                + "\(Int.random(in: 100_000..<1_000_000, using: &generator))"
        }
        rate = Double(Int.random(in: 5000..<35_000, using: &generator)) / 100
        stars = Int.random(in: 1...5, using: &generator)
        freeBreakfast = Bool.random(using: &generator)
        let isDescribed = Int.random(in: 0..<10, using: &generator) > 0
        description = isDescribed ? Self.text(118, &generator) : nil
        reviews = (0..<2).map { _ in
            Review(
                author: "\(Self.text(10, &generator).capitalized) "
                    + "\(Self.text(5, &generator).capitalized)",
                rating: Int.random(in: 1...5, using: &generator),
                content: Self.text(58, &generator), date: Self.date(&generator))
        }
        createdAt = Self.date(&generator)
    }

    /// Returns a date in whole seconds, which `JSONEncoder` preserves.
    private static func date(_ generator: inout SeededGenerator) -> Date {
        Date(
            timeIntervalSince1970: Double(
                Int.random(in: 1_300_000_000..<1_700_000_000, using: &generator)))
    }

    /// Returns words with at least a number of bytes.
    private static func text(_ length: Int, _ generator: inout SeededGenerator) -> String {
        var text = ""
        while text.utf8.count < length {
            if !text.isEmpty { text += " " }
            text += words.randomElement(using: &generator) ?? "-"
        }
        return text
    }

    private static let words = """
        the quay was quiet and our room had a view over roofs garden stairs lamp caf\u{E9} clean \
        breakfast early late near station friendly small large window night walk lobby desk
        """.split(separator: " ").map(String.init)
    private static let cities = [
        "Bergen", "Oslo", "Trondheim", "\u{C5}lesund", "Molde", "Troms\u{F8}", "Stavanger",
        "San Francisco", "Los Angeles", "Gillingham",
    ]
    private static let countries = [
        "Norway", "Sweden", "Denmark", "United Kingdom", "United States", "France", "Japan",
        "Germany", "Spain", "Poland",
    ]
}
