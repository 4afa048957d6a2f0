import CouchbaseLiteSwift
import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// The published hotels and airports.
///
/// They are in a copy of Couchbase Lite's database, and in plain values that Foundation decodes from
/// the output of an independent reader of that database.
struct TravelSampleData: Sendable {
    let folder: StoreFolder
    let collection: DocumentCollection
    let hotels: [Hotel]
    let airports: [Airport]

    struct Hotel: DocumentModel {
        static let documentType = "hotel"
        var id: Int
        var name: String
        var country: String
        var city: String?
        var state: String?
        var email: String?
        var url: String?
        var vacancy: Bool
        var pets: Bool
        var parking: Bool
        var breakfast: Bool
        var internet: Bool
        var likes: [String]
        var reviews: [Review]
        var geo: Place

        enum CodingKeys: String, CodingKey {
            case id, name, country, city, state, email, url, vacancy, reviews, geo
            case pets = "pets_ok"
            case parking = "free_parking"
            case breakfast = "free_breakfast"
            case internet = "free_internet"
            case likes = "public_likes"
        }
    }

    struct Review: Codable, Sendable {
        var author: String
        var content: String
        var date: String
        var ratings: Ratings?
    }

    struct Ratings: Codable, Sendable {
        var cleanliness: Int?
        var overall: Int?

        enum CodingKeys: String, CodingKey {
            case cleanliness = "Cleanliness"
            case overall = "Overall"
        }
    }

    struct Place: Codable, Sendable {
        var lat: Double
        var alt: Double?
        var accuracy: String?
    }

    struct Airport: DocumentModel {
        static let documentType = "airport"
        var id: Int
        var name: String
        var country: String
        var city: String
        var faa: String?
        var icao: String?
        var zone: String
        var geo: Place

        enum CodingKeys: String, CodingKey {
            case id, country, city, faa, icao, geo
            case name = "airportname"
            case zone = "tz"
        }
    }

    /// A line of that output.
    private struct Line<Body: Decodable>: Decodable { let body: Body }
    private struct Kind: Decodable { let type: String }

    static let isThere = ["travel-sample.cblite2", "travel-sample.expected.jsonl"].allSatisfy {
        PublishedData.file($0) != nil
    }

    /// A shared instance, because tests only read it.
    static let shared = Swift.Result { try TravelSampleData() }

    private init() throws {
        folder = try StoreFolder()
        let original = try #require(PublishedData.file("travel-sample.cblite2/db.sqlite3"))
        let copy = URL(filePath: folder.path + "/travel-sample.cblite2/db.sqlite3")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: original, to: copy)
        // The original can be read-only.
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        collection = try folder.open("travel-sample").defaultCollection()
        try collection.createValueIndex("byTypeAndCity", "type", "city")
        try collection.createIndex(
            withName: "words", config: FullTextIndexConfiguration(["reviews"], language: ""))
        let lines = try String(
            contentsOf: #require(PublishedData.file("travel-sample.expected.jsonl")),
            encoding: .utf8
        ).split(separator: "\n").map { Data($0.utf8) }
        let decoder = JSONDecoder()
        var hotels: [Hotel] = []
        var airports: [Airport] = []
        for line in lines {
            if try decoder.decode(Line<Kind>.self, from: line).body.type == "hotel" {
                hotels.append(try decoder.decode(Line<Hotel>.self, from: line).body)
            } else {
                airports.append(try decoder.decode(Line<Airport>.self, from: line).body)
            }
        }
        self.hotels = hotels.sorted { $0.id < $1.id }
        self.airports = airports.sorted { $0.id < $1.id }
    }

    var hotelRepository: Repository<Hotel> {
        collection.repository(of: Hotel.self)
    }

    var airportRepository: Repository<Airport> {
        collection.repository(of: Airport.self)
    }

    /// Returns the rows of a query, with each value as a string.
    func rows(_ query: Quire.Query) throws -> [String] {
        try query.execute().map { Self.row($0.toArray()) }
    }

    /// Returns the values of a row as a string, in which integers and floating-point numbers are equal.
    static func row(_ values: [Any?]) -> String {
        values.map { value in
            switch value {
            case let text as String: text
            case let number as Int: String(format: "%.6f", Double(number))
            case let number as Double: String(format: "%.6f", number)
            case let number as NSNumber: String(format: "%.6f", number.doubleValue)
            default: "null"
            }
        }.joined(separator: " | ")
    }
}

/// A query in SQL++ and possibly other languages, and its expected result.
struct TravelSampleQuery: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    /// A closure that computes the expected rows from the plain values.
    let answer: @Sendable (TravelSampleData) -> [[Any?]]
    /// The same query in the language of Couchbase Lite's builder.
    var built: (@Sendable (any DataSourceAs) -> BuiltQuery)?
    /// The rows of the same query of a repository.
    var typed: (@Sendable (TravelSampleData) throws -> [[Any?]])?

    init(
        _ description: String, _ text: String,
        built: (@Sendable (any DataSourceAs) -> BuiltQuery)? = nil,
        typed: (@Sendable (TravelSampleData) throws -> [[Any?]])? = nil,
        answer: @escaping @Sendable (TravelSampleData) -> [[Any?]]
    ) {
        testDescription = description
        self.text = text
        self.built = built
        self.typed = typed
        self.answer = answer
    }
}
