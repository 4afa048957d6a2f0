#if os(macOS) || os(Linux)
    import Foundation
    import Quire
    import Testing

    /// The article about first mistakes, compared with the errors that are thrown.
    @Suite struct FirstMistakeTests {
        /// A mistake, by the heading of its section in the article.
        struct Mistake: CustomTestStringConvertible, Sendable {
            let heading: String
            let run: @Sendable (TravelDatabase) throws -> Void

            init(_ heading: String, _ run: @escaping @Sendable (TravelDatabase) throws -> Void) {
                self.heading = heading
                self.run = run
            }

            var testDescription: String { heading }
        }

        typealias Hotel = TravelDatabase.Hotel

        struct Booking: DocumentModel {
            @DocumentID var id: String?
            var guest: String
            var board: Board
            var arrival: Date
            var nights: Int
            var price: Double { Double(nights) * 120 }

            enum Board: String, Codable { case none, breakfast }
        }

        /// Reads a booking from JSON text.
        static func read(_ json: String, in travel: TravelDatabase) throws {
            let collection = try travel.database.defaultCollection()
            try collection.save(document: MutableDocument(id: "booking-1", json: json))
            let bookings = try travel.database.repository(of: Booking.self)
            _ = try bookings.require("booking-1")
        }

        static let mistakes: [Mistake] = [
            Mistake("A new model is saved twice") { travel in
                let hotels = travel.hotels
                let hotel = Hotel(id: "hotel-3", name: "Fjord View")
                try hotels.save(hotel)
                try hotels.save(hotel)
            },
            Mistake("An old copy is saved") { travel in
                let hotels = travel.hotels
                var hotel = try hotels.require("hotel-1")
                try hotels.update("hotel-1") { $0.roomRate = 130 }
                hotel.name = "Harbour Hotel"
                try hotels.save(hotel)
            },
            Mistake("A model without an ID is deleted") { travel in
                let hotels = travel.hotels
                let hotel = Hotel(name: "Fjord View")
                try hotels.save(hotel)
                try hotels.delete(hotel)
            },
            Mistake("A document has another type") { travel in
                let database = travel.database
                let bookings = try database.repository(of: Booking.self)
                let booking = try bookings.require("hotel-1")
                print(booking)
            },
            Mistake("A stored document has no value for a property") { travel in
                try read(
                    """
                    {"type": "booking", "guest": "Ada", "board": "none", \
                    "arrival": "2026-11-21T07:48:00Z"}
                    """, in: travel)
            },
            Mistake("A date has another form") { travel in
                try read(
                    """
                    {"type": "booking", "guest": "Ada", "board": "none", "arrival": "21.11.2026", \
                    "nights": 3}
                    """, in: travel)
            },
            Mistake("An enumeration doesn't have the case") { travel in
                try read(
                    """
                    {"type": "booking", "guest": "Ada", "board": "half", "nights": 3, \
                    "arrival": "2026-11-21T07:48:00Z"}
                    """, in: travel)
            },
            Mistake("A number is too large, or has a fraction") { travel in
                try read(
                    """
                    {"type": "booking", "guest": "Ada", "board": "none", "nights": 1.5, \
                    "arrival": "2026-11-21T07:48:00Z"}
                    """, in: travel)
            },
            Mistake("A filter uses a computed property") { travel in
                let database = travel.database
                let bookings = try database.repository(of: Booking.self)
                let expensive = try bookings.filter { $0.price > 500 }.all()
                print(expensive)
            },
            Mistake("A filter without a condition deletes everything") { travel in
                let hotels = travel.hotels
                let nothing: String? = nil
                try hotels.filter { if let nothing { $0.name == nothing } }.delete()
            },
            Mistake("A query names a model instead of a collection") { travel in
                let database = travel.database
                let rows = try database.query("SELECT name FROM hotels")
                print(rows.allResults())
            },
            Mistake("A value in a query has quotation marks") { travel in
                let database = travel.database
                let name = "Grand"
                let rows = try database.query("SELECT name FROM _ WHERE name = '\(name)'")
                print(rows.allResults())
            },
            Mistake("The database is closed") { travel in
                let database = travel.database
                let hotels = travel.hotels
                try database.close()
                print(try hotels.count())
            },
            Mistake("A file is opened twice") { travel in
                let config = travel.config
                let hotels = travel.hotels
                let other = try Database(name: "travel", config: config)
                try other.inBatch {
                    try hotels.save(Hotel(name: "Fjord View"))
                }
            },
        ]

        /// The messages of other programs and processes, which no test can produce.
        static let others: Set<String> = [
            "error: no such module 'Quire'",
            "error: 'sqlite3.h' file not found",
            """
            busy: Cannot begin a transaction in /data/travel.cblite2/db.sqlite3: another connection \
            has locked the database.
            """,
            "SCAN _default",
            """
            error: the compiler is unable to type-check this expression in reasonable time; try \
            breaking up the expression into distinct sub-expressions
            """,
        ]

        /// A file with mistakes that the compiler reports, without indentation.
        static func lines(of path: String) throws -> [String] {
            try String(contentsOf: Article.root.appending(path: path), encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }

        static let compilerErrors =
            (try? lines(of: "Tests/CompilerMessages/FirstMistakes.swift")) ?? []

        /// The code with the mistakes, without the messages of the compiler.
        static let code = [
            compilerErrors.filter { !$0.hasPrefix("//") },
            (try? lines(of: "Examples/Tests/ExampleTests/Troubleshooting/FirstMistakeTests.swift"))
                ?? [],
        ]

        let article: Article

        init() throws { article = try Article(named: "FirstMistakes") }

        @Test(arguments: mistakes)
        func `the article has the message of a mistake`(mistake: Mistake) throws {
            let section = try #require(article.sections.first { $0.heading == mistake.heading })
            let travel = try TravelDatabase()
            let error = try #require(throws: (any Error).self) { try mistake.run(travel) }
            let message = Article.joined(travel.message(of: error))
            // The other words of a decoding error differ between versions of the standard library.
            if let error = error as? DecodingError {
                let description = Article.joined(Self.description(of: error))
                #expect(section.messages.contains { $0.contains(description) }, "\(message)")
            } else {
                #expect(section.messages.contains(message), "\(message)")
            }
        }

        private static func description(of error: DecodingError) -> String {
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context), .dataCorrupted(let context):
                context.debugDescription
            @unknown default: "\(error)"
            }
        }

        @Test func `each message in the article is produced`() {
            let errors = Set(
                Self.compilerErrors.filter { $0.hasPrefix("// error: ") }.map { $0.dropFirst(3) })
            for section in article.sections where !section.messages.isEmpty {
                if Self.mistakes.contains(where: { $0.heading == section.heading }) { continue }
                for message in section.messages {
                    #expect(
                        errors.contains(message[...]) || Self.others.contains(message),
                        "\(section.heading): \(message)")
                }
            }
        }

        @Test func `the code with mistakes is tested`() {
            for section in article.sections {
                for code in section.code {
                    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
                        .map { $0.trimmingCharacters(in: .whitespaces) }
                    #expect(
                        Self.code.contains { $0.firstRange(of: lines) != nil },
                        "\(section.heading): \(code)")
                }
            }
        }

        @Test func `the article has many mistakes`() {
            #expect(article.sections.count { !$0.messages.isEmpty || !$0.code.isEmpty } > 24)
            #expect(Self.mistakes.count > 12)
        }

        @Test func `a table scan is in the query plan`() throws {
            let travel = try TravelDatabase()
            let cheap = travel.hotels.filter { $0.roomRate < 150 }
            #expect(try cheap.explain().contains("SCAN _default"))
            try travel.hotels.createIndex(on: \.roomRate)
            #expect(try cheap.explain().contains("SEARCH _default USING INDEX hotel(roomRate)"))
        }
    }
#endif
