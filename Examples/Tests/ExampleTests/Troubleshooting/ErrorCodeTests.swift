#if os(macOS) || os(Linux)
    import Foundation
    import Quire
    import Testing

    /// The article about error codes, compared with the errors that are thrown.
    @Suite struct ErrorCodeTests {
        /// A call that throws an error with a code.
        struct Failure: CustomTestStringConvertible, Sendable {
            let code: QuireError.Code
            let run: @Sendable (TravelDatabase) throws -> Void

            init(
                _ code: QuireError.Code, _ run: @escaping @Sendable (TravelDatabase) throws -> Void
            ) {
                self.code = code
                self.run = run
            }

            var testDescription: String { code.description }
        }

        typealias Hotel = TravelDatabase.Hotel

        struct Booking: DocumentModel {
            @DocumentID var id: String?
            var hotel: Reference<Guesthouse>
        }

        struct Guesthouse: ReferencedModel {
            @DocumentID var id: String?
            var name: String

            static var deleteRules: [DeleteRule<Guesthouse>] { [.deny(\Booking.hotel)] }
        }

        struct Inn: VersionedModel {
            @DocumentID var id: String?
            var stars: Int

            static let migrations = Migrations<Inn>()
                .migrate(to: 2) {
                    $0.convert("stars", from: Double.self) { Int($0.rounded()) }
                }
        }

        struct Secret: DocumentModel {
            @DocumentID var id: String?
            var revision: String

            enum CodingKeys: String, CodingKey { case id, revision = "_rev" }
        }

        static let failures: [Failure] = [
            Failure(.badRevisionID) { travel in
                let hotel = try travel.hotels.require("hotel-1")
                try travel.hotels.save(hotel, ifMatch: "3")
            },
            Failure(.corruptRevisionData) { travel in
                let secrets = try travel.database.repository(of: Secret.self)
                try secrets.save(Secret(revision: "1"))
            },
            Failure(.notOpen) { travel in
                try travel.database.close()
                _ = try travel.hotels.all()
            },
            Failure(.notFound) { travel in _ = try travel.hotels.require("hotel-9") },
            Failure(.conflict) { travel in
                let hotel = try travel.hotels.require("hotel-1")
                try travel.hotels.update("hotel-1") { $0.roomRate = 120 }
                try travel.hotels.save(hotel)
            },
            Failure(.invalidParameter) { travel in
                try travel.hotels.delete(Hotel(name: "Fjord View"))
            },
            Failure(.cantOpenFile) { travel in
                let path = travel.folder.appending(path: "hotels.cblite2").path
                try Database.copy(
                    fromPath: path, toDatabase: "copy", withConfig: travel.config)
            },
            Failure(.ioError) { travel in
                let photo = travel.folder.appending(path: "photo.jpg")
                let stream = try #require(InputStream(url: photo))
                let document = MutableDocument(id: "hotel-3")
                document.setBlob(
                    Blob(contentType: "image/jpeg", contentStream: stream), forKey: "photo")
                try travel.database.defaultCollection().save(document: document)
            },
            Failure(.notWriteable) { travel in
                try travel.database.snapshot {
                    _ = try travel.hotels.save(Hotel(name: "Fjord View"))
                }
            },
            Failure(.corruptData) { travel in
                let collection = try travel.database.defaultCollection()
                let document = MutableDocument(id: "hotel-3")
                let note = Blob(contentType: "text/plain", data: Data("Ring twice.".utf8))
                try collection.save(document: document.setBlob(note, forKey: "note"))
                let folder = travel.folder.appending(path: "travel.cblite2/Attachments")
                for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                    try Data("Ring".utf8).write(to: folder.appending(path: name))
                }
                _ = try collection.document(id: "hotel-3")?.blob(forKey: "note")?.read()
            },
            Failure(.busy) { travel in
                let other = try Database(name: "travel", config: travel.config)
                defer { try? other.close() }
                try other.inBatch { try travel.hotels.save(Hotel(name: "Fjord View")) }
            },
            Failure(.notInTransaction) { travel in
                try travel.database.afterTransaction { _ in }
            },
            Failure(.transactionNotClosed) { travel in
                try travel.database.inBatch { try travel.database.close() }
            },
            Failure(.unsupportedOperation) { travel in try travel.hotels.restore(id: "hotel-1") },
            Failure(.unreadableDatabase) { travel in
                try travel.open("encrypted", changing: [UInt8](repeating: 0x5A, count: 64), at: 0)
            },
            Failure(.wrongFormat) { travel in try travel.open("contacts", schemaVersion: 0) },
            Failure(.invalidQuery) { travel in
                _ = try travel.database.query("SELECT name FROM hotels")
            },
            Failure(.missingIndex) { travel in
                _ = try travel.hotels.filter { $0.roomRate < 150 }
                    .matching("sea", in: \.name).all()
            },
            Failure(.invalidQueryParameter) { travel in
                let query = try travel.database.createQuery("SELECT name FROM _ WHERE name = $name")
                _ = try query.execute()
            },
            Failure(.databaseTooOld) { travel in
                try Data().write(to: travel.folder.appending(path: "old.cblite"))
                _ = try Database(name: "old", config: travel.config)
            },
            Failure(.databaseTooNew) { travel in try travel.open("new", schemaVersion: 600) },
            Failure(.badDocumentID) { travel in
                try travel.hotels.save(Hotel(id: "_hotel", name: "Fjord View"))
            },
            Failure(.cantUpgradeDatabase) { travel in try travel.open("beta", schemaVersion: 150) },
            Failure(.invalidJSON) { _ in
                _ = try MutableDocument(id: "hotel-3", json: #"{"name":"Fjord View",}"#)
            },
            Failure(.decodingError) { travel in
                let document = MutableDocument(
                    id: "inn-1", data: ["type": "inn", "stars": "five"])
                try travel.database.defaultCollection().save(document: document)
                _ = try travel.database.repository(of: Inn.self).all()
            },
            Failure(.encodingError) { try saveObjectWithoutStoredForm(in: $0.folder) },
            Failure(.timeLimitExceeded) { travel in
                try travel.hotels.save((1...300).map { Hotel(name: "Hotel \($0)") })
                let query = try travel.database.createQuery(
                    """
                    SELECT COUNT(*) FROM _ AS a JOIN _ AS b ON a.name != b.name \
                    JOIN _ AS c ON b.name != c.name
                    """)
                query.timeLimit = .milliseconds(1)
                _ = try query.execute()
            },
            Failure(.duplicateValue) { travel in
                try travel.hotels.createIndex(on: \.name, options: .unique)
                try travel.hotels.save(Hotel(id: "hotel-3", name: "Grand"))
            },
            Failure(.validationFailed) { travel in
                let rules = ValidationRules<Hotel> { rules in
                    rules.check(\.name, .required)
                    rules.check(\.roomRate, .range(0...))
                }
                try travel.hotels.validated(by: rules).save(
                    Hotel(id: "hotel-3", name: "", roomRate: -1))
            },
            Failure(.deletionDenied) { travel in
                let houses = try travel.database.repository(of: Guesthouse.self)
                try houses.save(Guesthouse(id: "house-1", name: "Fjord View"))
                let bookings = try travel.database.repository(of: Booking.self)
                try bookings.save(Booking(id: "booking-1", hotel: "house-1"))
                try houses.delete(id: "house-1")
            },
            Failure(.staleChangeToken) { travel in
                let other = try Database(inMemoryNamed: "travel").repository(of: Hotel.self)
                let token = try other.currentChangeToken()
                _ = try travel.hotels.changes(since: token, limit: 10)
            },
            Failure(.suspended) { travel in
                try travel.database.suspend()
                defer { try? travel.database.resume() }
                _ = try travel.hotels.all()
            },
        ]

        /// The codes that a test cannot provoke, or that no call throws.
        static let unprovoked: Set<QuireError.Code> = [
            .assertionFailed, .memoryError, .unexpectedError, .unsupportedEncryption,
        ]

        /// The codes with their numbers, as `QuireError+Code.swift` declares them.
        static let declared: [String] = {
            let file = Article.root.appending(path: "Sources/QuireDocuments/QuireError+Code.swift")
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let declaration = /public static let (?<name>\w+) = Self\(rawValue: (?<number>\d+)\)/
            return text.matches(of: declaration).map { "`\($0.name)` (\($0.number))" }
        }()

        static func heading(of code: QuireError.Code) -> String { "`\(code)` (\(code.rawValue))" }

        let article: Article

        init() throws { article = try Article(named: "TroubleshootingErrors") }

        @Test func `each code has a section in the article`() {
            let sections = article.sections.map(\.heading).filter { $0.hasPrefix("`") }
            #expect(Set(sections) == Set(Self.declared))
            #expect(sections.count == Self.declared.count && Self.declared.count > 35)
        }

        @Test func `each code is provoked`() {
            let codes = Self.failures.map(\.code) + Self.unprovoked
            #expect(codes.count == Set(codes).count)
            #expect(Set(codes.map(Self.heading)) == Set(Self.declared))
        }

        @Test(arguments: failures)
        func `the article has the message of a code`(failure: Failure) throws {
            let travel = try TravelDatabase()
            let error = try #require(throws: QuireError.self) { try failure.run(travel) }
            #expect(error.code == failure.code)
            let heading = Self.heading(of: failure.code)
            let section = try #require(article.sections.first { $0.heading == heading })
            // The text of a coding error differs between versions of the standard library.
            let message = Article.joined(travel.message("\(error.code): \(error.message)"))
                .replacing(/(De|En)codingError.*/, with: "")
            #expect(section.messages.contains { $0.hasPrefix(message) }, "\(message)")
            #expect(!message.isEmpty)
        }

        @Test(arguments: unprovoked)
        func `a code that is not provoked has no message`(code: QuireError.Code) throws {
            let heading = Self.heading(of: code)
            let section = try #require(article.sections.first { $0.heading == heading })
            #expect(section.messages.isEmpty)
        }

        @Test func `the article has the exit codes of the command`() throws {
            let file = Article.root.appending(path: "Sources/QuireCLI/CommandLineTool.swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            let codes = text.matches(of: /case (\w+) = (\d+)/).map(\.2)
            let page = Article.root
                .appending(path: "Sources/Quire/Quire.docc/TroubleshootingErrors.md")
            let rows = try String(contentsOf: page, encoding: .utf8).matches(of: /\| (\d+) \|/)
            #expect(rows.map(\.1) == codes)
        }
    }
#endif
