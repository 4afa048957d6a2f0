import Foundation
import Quire
import Testing

/// The examples in the documentation of the document coders.
@Suite struct DocumentedCoding {
    struct Hotel: Codable {
        var name: String
        var roomRate: Double
    }

    struct Address: Codable {
        var city = ""
    }

    private let hotel = Hotel(name: "Grand", roomRate: 240)
    private let collection: DocumentCollection

    init() throws {
        collection = try Database(inMemoryNamed: "travel").defaultCollection()
        let hotel = MutableDocument(
            id: "hotel-42",
            data: [
                "name": "Grand", "roomRate": 240.0, "address": ["city": "Bergen"],
                "phones": ["55 00 00 00", "55 00 00 01"],
            ])
        try collection.save(document: hotel)
    }

    // MARK: Encoding

    @Test func encoding() throws {
        do {
            let encoder = DocumentEncoder()
            let hotel = Hotel(name: "Grand", roomRate: 240)
            print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","roomRate":240.0}
        }
        let json = try DocumentEncoder().encodeToJSON(hotel)
        print(json)  // {"name":"Grand","roomRate":240.0}
        #expect(json == #"{"name":"Grand","roomRate":240.0}"#)
        let storage = try DocumentEncoder().encodeToFleece(hotel)
        print(storage.rootDictionary?["name"]?.string ?? "")  // Grand
        #expect(storage.rootDictionary?["name"]?.string == "Grand")
    }

    @Test func `encoding documents`() throws {
        let document = try DocumentEncoder().encode(hotel)
        document.setString("new", forKey: "state")
        try collection.save(document: document)
        #expect(try collection.document(id: document.id)?.string(forKey: "state") == "new")
    }

    @Test func `encoding into a writer`() throws {
        let hotels = collection
        let encoder = DocumentEncoder()
        try hotels.saveBody(id: "hotel-42") { writer in try encoder.encode(hotel, into: writer) }
        #expect(try collection.document(id: "hotel-42")?.count == 2)
    }

    // MARK: Decoding

    @Test func decoding() throws {
        let decoder = DocumentDecoder()
        let hotel = try decoder.decode(Hotel.self, fromJSON: #"{"name":"Grand","roomRate":240}"#)
        print(hotel.name)  // Grand
        #expect(hotel.name == "Grand")
    }

    @Test func `decoding JSON`() throws {
        let hotel = try DocumentDecoder().decode(
            Hotel.self, fromJSON: #"{"name":"Grand","roomRate":240}"#)
        #expect(hotel.roomRate == 240)
    }

    @Test func `decoding Fleece values`() throws {
        if let root = try FleeceStorage(json: #"["Grand","Harbour House"]"#).root {
            let names = try DocumentDecoder().decode([String].self, from: root)
            print(names)  // ["Grand", "Harbour House"]
        }
        if let dictionary = try DocumentEncoder().encodeToFleece(hotel).rootDictionary {
            let copy = try DocumentDecoder().decode(Hotel.self, from: dictionary)
            print(copy.name)
        }
        let storage = try FleeceStorage(json: #"{"phones":["55 00 00 00"]}"#)
        let body = try #require(storage.rootDictionary)
        if let array = body["phones"]?.array {
            let phones = try DocumentDecoder().decode([String].self, from: array)
            print(phones)
        }
        let array = try #require(body["phones"]?.array)
        let decoder = DocumentDecoder()
        #expect(try decoder.decode([String].self, from: array) == ["55 00 00 00"])
        #expect(try decoder.decode([String].self, from: array.value) == ["55 00 00 00"])
        #expect(try decoder.decode([String: [String]].self, from: body).count == 1)
    }

    @Test func `decoding documents`() throws {
        if let document = try collection.document(id: "hotel-42") {
            let hotel = try DocumentDecoder().decode(Hotel.self, from: document)
            print(hotel.name)
        }
        let document = try #require(try collection.document(id: "hotel-42"))
        if let dictionary = document.dictionary(forKey: "address") {
            let address = try DocumentDecoder().decode(Address.self, from: dictionary)
            print(address.city)
        }
        if let array = document.array(forKey: "phones") {
            let phones = try DocumentDecoder().decode([String].self, from: array)
            print(phones.count)
        }
        let dictionary = try #require(document.dictionary(forKey: "address"))
        let array = try #require(document.array(forKey: "phones"))
        let decoder = DocumentDecoder()
        #expect(try decoder.decode(Hotel.self, from: document).name == "Grand")
        #expect(try decoder.decode(Address.self, from: dictionary).city == "Bergen")
        #expect(try decoder.decode([String].self, from: array).count == 2)
    }

    @Test func `decoding default values`() throws {
        struct Hotel: DocumentModel, DefaultsProviding {
            @DocumentID var id: String?
            var name = ""
            var stars = 3
            var address = Address()

            static var defaults: Hotel { Hotel() }
            static var requiredKeys: Set<String> { ["name"] }
        }
        let decoder = DocumentDecoder()
        #expect(try decoder.decode(Hotel.self, fromJSON: #"{"name":"Grand"}"#).stars == 3)
        #expect(throws: DecodingError.self) {
            try decoder.decode(Hotel.self, fromJSON: #"{"stars":4}"#)
        }
    }

    @Test func `decoding lines`() throws {
        struct Hotel: DocumentModel { var name: String }
        let hotels = collection.repository(of: Hotel.self)
        let folder = FileManager.default.temporaryDirectory
        let url = folder.appending(path: "quire-\(UUID().uuidString).jsonl")
        try Data("{\"name\":\"Grand\"}\n{\"title\":\"Fjord Inn\"}\n".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(throws: DecodingError.self) {
            var lines = try JSONLines(contentsOf: url)
            while let hotel = try lines.decodeNext(Hotel.self) { print(hotel.name) }
        }
        do {
            let text = try String(contentsOf: url, encoding: .utf8).prefix { $0 != "\n" }
                .description
            var lines = JSONLines(text)
            while let hotel = try lines.decodeNext(Hotel.self) { print(hotel.name) }
        }
        var lines = try JSONLines(contentsOf: url)
        do {
            while let hotel = try lines.decodeNext(Hotel.self) { try hotels.upsert(hotel) }
        } catch let error as DecodingError {
            print("line \(lines.line): \(error)")
        }
        #expect(try lines.line == 2 && hotels.count() == 1)
    }

    // MARK: Strategies

    @Test func `key strategies`() throws {
        var encoder = DocumentEncoder()
        encoder.keyEncodingStrategy = .snakeCase
        print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","room_rate":240.0}
        #expect(try encoder.encodeToJSON(hotel) == #"{"name":"Grand","room_rate":240.0}"#)
    }

    struct Station: DocumentModel {
        static let keyStrategy = KeyStrategy.snakeCase

        @DocumentID var id: String?
        var stationName: String  // stored as station_name
        var imageURL: String?  // stored as image_url
    }

    @Test func `the key strategy of a type`() throws {
        let station = Station(stationName: "Voss")
        #expect(try DocumentEncoder().encodeToJSON(station) == #"{"station_name":"Voss"}"#)
    }

    enum UnixDays: StoredForm {
        static func stored(_ date: Date) -> Int {
            Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        }
        static func value(_ days: Int) -> Date {
            Date(timeIntervalSince1970: Double(days) * 86_400)
        }
    }

    struct Reading: DocumentModel {
        @DocumentID var id: String?
        @StoredAs<SecondsSince1970> var takenAt: Date
        @StoredAs<Hexadecimal?> var digest: Data?
    }

    @Test func forms() throws {
        print(try SecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)))  // 12.5
        print(try MillisecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)))  // 12500
        print(Hexadecimal.stored(Data([202, 254])))  // cafe
        #expect(try SecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)) == 12.5)
        #expect(try MillisecondsSince1970.stored(Date(timeIntervalSince1970: 12.5)) == 12_500)
        #expect(Hexadecimal.stored(Data([202, 254])) == "cafe")
    }

    @Test func `other stored forms`() throws {
        let readings = try Database(inMemoryNamed: "readings").repository(of: Reading.self)
        let start = UnixDays.value(20_000)
        try readings.save(Reading(takenAt: start, digest: Data([202, 254])))
        let recent = readings.filter { $0.$takenAt >= .init(start) }.sorted(by: \.$takenAt)
        #expect(try recent.all().map { UnixDays.stored($0.takenAt) } == [20_000])
    }

    @Test func `strategies for nil`() throws {
        struct Hotel: Codable {
            var name: String
            var roomRate: Double?
        }
        var encoder = DocumentEncoder()
        encoder.nilEncodingStrategy = .null
        let hotel = Hotel(name: "Grand", roomRate: nil)
        print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","roomRate":null}
        #expect(try encoder.encodeToJSON(hotel) == #"{"name":"Grand","roomRate":null}"#)
    }

    @Test func `data strategies`() throws {
        var encoder = DocumentEncoder()
        encoder.dataEncodingStrategy = .base64
        let storage = try encoder.encodeToFleece(["icon": Data([1, 2, 3])])
        print(storage.rootDictionary?["icon"]?.string ?? "")  // AQID
        #expect(storage.rootDictionary?["icon"]?.string == "AQID")
    }

    @Test func `strategies for non-finite values`() throws {
        var encoder = DocumentEncoder()
        encoder.nonFiniteEncodingStrategy = .convert(
            positiveInfinity: "inf", negativeInfinity: "-inf", notANumber: "nan")
        print(try encoder.encodeToJSON(["rating": Double.nan]))  // {"rating":"nan"}
        #expect(try encoder.encodeToJSON(["rating": Double.nan]) == #"{"rating":"nan"}"#)
    }
}
