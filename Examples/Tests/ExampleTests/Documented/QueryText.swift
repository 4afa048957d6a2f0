import Foundation
import Quire
import Testing

/// The examples in the documentation of query text with values, and of snapshots.
@Suite struct QueryTextExamples {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var roomRate: Double
        var stars = 4
        var address = Address()
    }

    struct Address: Codable {
        var city = "Bergen"
    }

    let database: Database
    let hotels: Repository<Hotel>

    init() throws {
        database = try Database(inMemoryNamed: "hotels")
        hotels = try database.repository(of: Hotel.self)
        try hotels.save([
            Hotel(id: "hotel-1", name: "Harbour House", roomRate: 121),
            Hotel(id: "hotel-2", name: "Grand", roomRate: 240, stars: 5),
        ])
    }

    @Test func values() throws {
        let city = "Bergen"
        let limit = 150.0
        let cheap = try database.query(
            "SELECT name, roomRate FROM _ WHERE address.city = \(city) AND roomRate < \(limit)")
        #expect(cheap.allResults().count == 1)
    }

    @Test(arguments: [nil, "Harbour"]) func nesting(text: String?) throws {
        var condition: QuerySource = "type = 'hotel'"
        if let text { condition = "\(condition) AND name LIKE \("%\(text)%")" }
        let rows = try database.query("SELECT name FROM _ WHERE \(condition)")
        #expect(rows.allResults().count == (text == nil ? 2 : 1))
    }

    @Test func verbatim() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try "SELECT name FROM _".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let text = try String(contentsOf: file, encoding: .utf8)
        let query = try database.createQuery(QuerySource(verbatim: text))
        #expect(try query.execute().allResults().count == 2)
    }

    @Test func statements() async throws {
        func run() throws {
            let (city, rate) = ("Bergen", 150.0)
            let result = try database.execute(
                """
                UPDATE _ SET sale = TRUE, roomRate = roomRate * 0.9
                WHERE type = 'hotel' AND address.city = \(city) AND roomRate > \(rate)
                RETURNING META().id, roomRate
                """)
            print(result.count)
            for row in result.rows { print(row.toJSON()) }
            #expect(result.count == 1)
            #expect(result.rows.allResults().first?["roomRate"]?.double == 216)
        }
        try run()
        func increment() throws {
            let result = try database.execute(
                "UPDATE _ SET stars = stars + 1 WHERE type = 'hotel' RETURNING name, stars")
            print(result.count, "hotels")
            for row in result.rows { print(row.toJSON()) }
            #expect(result.rows.allResults().count == 2)
        }
        try increment()
        let day = Date()
        try await database.execute(
            "INSERT INTO _ (KEY, VALUE) VALUES ('b', {'type': 'booking', 'day': \(Date.distantPast)})"
        )
        let result = try await database.execute(
            "DELETE FROM _ WHERE type = 'booking' AND day < \(day)")
        print(result.count)
        #expect(result.count == 1)
    }

    @Test func rows() throws {
        let city = "Bergen"
        for row in try database.query("SELECT name, roomRate FROM _ WHERE address.city = \(city)") {
            print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
        }
        let rows = try database.query("SELECT * FROM _ WHERE type = 'hotel' AND stars >= \(4)")
        let best = try rows.decode(Hotel.self)
        #expect(best.map(\.id) == ["hotel-1", "hotel-2"])
    }

    @Test func rowsAsynchronously() async throws {
        let city = "Bergen"
        for row in try await database.query("SELECT name FROM _ WHERE address.city = \(city)") {
            print(row.string(forKey: "name") ?? "")
        }
        let best = try await database.query(
            "SELECT * FROM _ WHERE type = 'hotel' AND stars = \(5)", as: Hotel.self)
        #expect(best.map(\.id) == ["hotel-2"])
    }

    @Test func decoding() throws {
        struct Rate: Codable {
            var name: String
            var roomRate: Double
        }
        let limit = 150.0
        let rates = try database.query(
            "SELECT name, roomRate FROM _ WHERE roomRate < \(limit)", as: Rate.self)
        let hotels = try database.query("SELECT * FROM _ WHERE type = 'hotel'", as: Hotel.self)
        #expect(rates.count == 1 && hotels.count == 2)
    }

    @Test func models() throws {
        for row in try database.query("SELECT * FROM _ WHERE type = 'hotel'") {
            var hotel = try row.decode(Hotel.self)
            hotel.roomRate *= 1.1
            try hotels.save(hotel)
        }
        let rows = try database.query("SELECT * FROM _ WHERE type = 'hotel' ORDER BY name")
        let sorted = try rows.decode(Hotel.self)
        #expect(sorted.first?.roomRate == 240 * 1.1)
        let city = "Bergen"
        let nearby = try database.query(
            "SELECT * FROM _ WHERE type = 'hotel' AND address.city = \(city)", as: Hotel.self)
        #expect(nearby.count == 2)
    }

    @Test func snapshot() throws {
        let (all, cheap) = try database.snapshot {
            (try hotels.count(), try hotels.filter { $0.roomRate < 100 }.count())
        }
        #expect(all == 2 && cheap == 0)
    }

    @Test func snapshotAsynchronously() async throws {
        let (newest, count) = try await database.snapshot {
            (try hotels.sorted(by: \.name).first(), try hotels.count())
        }
        #expect(newest?.name == "Grand" && count == 2)
    }
}
