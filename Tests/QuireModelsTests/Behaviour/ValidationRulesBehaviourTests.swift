import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ValidationRulesBehaviourTests {
    struct Room: Codable, Equatable, Sendable {
        var price = 10.0
        var beds = 1

        enum CodingKeys: String, CodingKey { case price = "price_per_night", beds }
    }

    struct Geo: Codable, Equatable, Sendable { var latitude = 0.0 }

    struct Lodge: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name = "Lodge"
        var stars = 3
        var phone: String?
        var rate = 1.0
        var geo: Geo?
        var tags: [String] = []
        var rooms: [Room] = []
        var board = Board.none
        var opened = Date(timeIntervalSince1970: 0)

        enum Board: String, Codable, Sendable { case none, half, full }

        enum CodingKeys: String, CodingKey {
            case id, name, stars, phone, geo, tags, rooms, board, opened, rate = "room_rate"
        }

        var isCheap: Bool { rate < 2 }
    }

    static let rules = ValidationRules<Lodge> {
        $0.check(\.name, .required, .length(...8))
        $0.check(\.stars, .range(1...5))
        $0.check(\.phone, .pattern("[+0-9]{3,}"))
        $0.check(\.rate, .range(0...))
        $0.check(\.geo?.latitude, .range(-90...90))
        $0.check(\.tags, .count(...2), .each(.length(1...3)))
        $0.check(\.rooms, .each(ValidationRules { $0.check(\.price, .range(..<100)) }))
        $0.check(\.board, .oneOf([.none, .half]))
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout Lodge) -> Void
        let expected: [String]

        init(
            _ name: String, _ change: @escaping @Sendable (inout Lodge) -> Void,
            _ expected: String...
        ) {
            testDescription = name
            self.change = change
            self.expected = expected
        }
    }

    static let cases: [Case] = [
        Case("valid", { _ in }),
        Case("empty", { $0.name = "" }, #"name is required (found "")"#),
        Case(
            "white space", { $0.name = " \n\u{3000}" }, "name is required (found \" \\n\u{3000}\")"),
        Case(
            "long", { $0.name = String(repeating: "x", count: 50) },
            """
            name must have at most 8 characters (found "\(String(repeating: "x", count: 40))"…)
            """),
        Case("characters", { $0.name = String(repeating: "👨‍👩‍👧", count: 8) }),
        Case("low", { $0.stars = 0 }, "stars must be 1 to 5 (found 0)"),
        Case("extreme", { $0.stars = .min }, "stars must be 1 to 5 (found \(Int.min))"),
        Case("pattern", { $0.phone = "+47" }),
        Case(
            "part of a pattern", { $0.phone = "+47 1\n" },
            #"phone must match the pattern [+0-9]{3,} (found "+47 1\n")"#),
        Case(
            "not a number", { $0.rate = .nan },
            "rate (stored as room_rate) must be at least 0.0 (found nan)"),
        Case("infinite", { $0.rate = .infinity }),
        Case(
            "chained", { $0.geo = Geo(latitude: 91) },
            "geo.latitude must be -90.0 to 90.0 (found 91.0)"),
        Case("chained and valid", { $0.geo = Geo(latitude: 90) }),
        Case(
            "count and elements", { $0.tags = ["a", "", "abcd"] },
            "tags must have at most 2 elements (found 3 elements)",
            #"tags[1] must have 1 to 3 characters (found "")"#,
            #"tags[2] must have 1 to 3 characters (found "abcd")"#),
        Case(
            "nested", { $0.rooms = [Room(), Room(price: 100)] },
            """
            rooms[1].price (stored as rooms[1].price_per_night) must be less than 100.0 (found 100.0)
            """),
        Case("one of", { $0.board = .full }, "board must be one of none, half (found full)"),
        Case(
            "several", { ($0.name, $0.stars, $0.board) = ("", 9, .full) },
            #"name is required (found "")"#, "stars must be 1 to 5 (found 9)",
            "board must be one of none, half (found full)"),
    ]

    @Test(arguments: cases)
    func `violations name the property, the rule and the value`(example: Case) throws {
        var lodge = Lodge()
        example.change(&lodge)
        #expect(try Self.rules.violations(of: lodge).map(\.description) == example.expected)
        let error = thrownError { try Self.rules.validate(lodge) }
        #expect(error?.code == (example.expected.isEmpty ? nil : .validationFailed))
        #expect(error?.violations.count ?? 0 == example.expected.count)
        for text in example.expected { #expect(error?.message.contains(text) == true) }
    }

    @Test(arguments: TestStore.all)
    func `no write stores an invalid model`(kind: TestStore) throws {
        let store = try kind.open().store
        let lodges = store.repository(of: Lodge.self)
        try store.database.use(Self.rules, for: Lodge.self)
        let saved = try lodges.save(Lodge(id: "a"))
        var stored = try #require(try lodges.findStored("a"))
        stored.stars = 9
        let lodge = stored.value
        for write in [
            { try lodges.save(lodge) }, { try lodges.save([Lodge(), lodge]) },
            { try lodges.insert(Lodge(stars: 0)) }, { try lodges.insert(lodge, id: "b") },
            { try lodges.upsert(lodge) }, { try lodges.save(stored) },
            { try lodges.save(lodge, onConflict: .overwrite) },
            { try lodges.update("a") { $0.stars = 0 } },
            { try lodges.patch("a") { $0.increment(\.stars, by: 7) } },
            { try lodges.patch("a") { $0.append(\.tags, "") } },
            { try lodges.selection.update { $0.stars = 0 } },
            { try lodges.selection.patch { $0.set(\.stars, to: 0) } },
            { try store.inBatch { try lodges.save(lodge) } },
        ] as [() throws -> Any] {
            let error = thrownError { _ = try write() }
            #expect(error?.code == .validationFailed)
            #expect(error?.message.contains("lodge \"") == true)
        }
        #expect(try lodges.all() == [saved])
        try lodges.patch("a") { $0.set(\.stars, to: 5) }
        try lodges.update("a") { $0.stars -= 1 }
        try lodges.delete(id: "a")
    }

    @Test(arguments: TestStore.all)
    func `no asynchronous write stores an invalid model`(kind: TestStore) async throws {
        let store = try kind.open().store
        let lodges = store.repository(of: Lodge.self)
        try store.database.use(Self.rules, for: Lodge.self)
        try await lodges.save(Lodge(id: "a"))
        for write in [
            { _ = try await lodges.save(Lodge(id: "a", stars: 9)) },
            { _ = try await lodges.insert(Lodge(stars: 9)) },
            { _ = try await lodges.upsert([Lodge(id: "a", stars: 9)]) },
            { _ = try await lodges.update("a") { $0.stars = 9 } },
            { try await lodges.patch("a") { $0.set(\.stars, to: 9) } },
            { _ = try await lodges.selection.update { $0.stars = 9 } },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: QuireError.self) { try await write() }
            #expect(error?.code == .validationFailed)
        }
        #expect(try await lodges.all().map(\.stars) == [3])
    }

    @Test(arguments: TestStore.all)
    func `stored documents that violate the rules are loaded and listed`(
        kind: TestStore
    ) async throws {
        let opened = try kind.open()
        let lodges = opened.store.repository(of: Lodge.self)
        try await lodges.save([Lodge(id: "a"), Lodge(id: "b", stars: 9)])
        try opened.put("c", #"{"type":"lodge","name":7}"#)
        try opened.put("d", #"{"type":"Other"}"#)
        try opened.store.database.use(Self.rules, for: Lodge.self)
        #expect(try await lodges.require("b").stars == 9)
        let invalid = try await Self.rules.invalidDocuments(in: lodges)
        #expect(invalid.map(\.id) == ["b", "c"])
        #expect(invalid.map { $0.violations.map(\.rule) } == [["range"], ["decodable"]])
        #expect(invalid.last?.violations.first?.path == "name")
        #expect(try await Self.rules.invalidDocuments(in: lodges) == invalid)
        try await lodges.update("b") { $0.stars = 1 }
        try await lodges.delete(id: "c")
        #expect(try await Self.rules.invalidDocuments(in: lodges).isEmpty)
    }

    @Test func `a custom message hides the value`() throws {
        let rules = ValidationRules<Lodge> {
            $0.check(
                \.phone, .required.message("is missing"), .length(12...).message("is too short"))
            $0.check(\.tags, .each(.length(3...)).message("has a short tag"))
        }
        var lodge = Lodge(phone: "secret", tags: ["pin"])
        lodge.tags = ["1234", "12"]
        let error = try #require(thrownError { try rules.validate(lodge) })
        #expect(error.message.contains("phone is too short; tags[1] has a short tag"))
        #expect(!"\(error)".contains("secret") && !"\(error)".contains("12\""))
        #expect(error.violations.allSatisfy { $0.value == nil })
        lodge.phone = nil
        #expect(try rules.violations(of: lodge).first?.description == "phone is missing")
    }

    @Test func `required accepts no nil, empty string or empty collection`() throws {
        let rules = ValidationRules<Lodge> {
            $0.check(\.phone, .required)
            $0.check(\.tags, .required)
            $0.check(\.stars, .required)
            $0.check(\.geo, .required)
        }
        #expect(try rules.violations(of: Lodge()).map(\.property) == ["phone", "tags", "geo"])
        let lodge = Lodge(stars: 0, phone: "1", geo: Geo(), tags: [""])
        #expect(try rules.violations(of: lodge).isEmpty)
    }

    @Test func `rules of whole models and computed properties`() throws {
        let rules = ValidationRules<Lodge> {
            $0.check("A cheap lodge has few stars") { !$0.isCheap || $0.stars < 4 }
            $0.check(\.isCheap, .satisfies("must be true") { $0 })
            $0.check(\.stars, "must be below the number of rooms") { $0.stars < $0.rooms.count }
        }
        let lodge = Lodge(stars: 5, rate: 1)
        #expect(
            try rules.violations(of: lodge).map(\.description) == [
                "A cheap lodge has few stars", "stars must be below the number of rooms (found 5)",
            ])
        let computed = try #require(try rules.violations(of: Lodge(rate: 5)).first)
        #expect(computed.message == "must be true" && computed.path == computed.property)
    }

    @Test(arguments: ["[", "a)|(b", "(?<x", String(repeating: "(a{1000}){1000}", count: 3)])
    func `each validation with an invalid pattern throws an error`(pattern: String) throws {
        let rules = ValidationRules<Lodge> { $0.check(\.name, .pattern(pattern)) }
        #expect(thrownError { try rules.validate(Lodge()) }?.code == .invalidParameter)
        #expect(thrownError { _ = try rules.violations(of: Lodge()) }?.code == .invalidParameter)
        let lodges = try TestStore.memory.open().repository(of: Lodge.self).validated(by: rules)
        #expect(thrownError { try lodges.save(Lodge()) }?.code == .invalidParameter)
    }

    @Test(arguments: [
        ("a|ab", "ab", true), ("a|ab", "abc", false), ("", "", true), ("", "x", false),
        ("[éÉ]+", "Éé", true), (".*", "👨‍👩‍👧", true), ("[a-z]+", "abc\n", false),
    ])
    func `a pattern matches whole strings`(pattern: String, text: String, isMatch: Bool) throws {
        let rules = ValidationRules<Lodge> { $0.check(\.name, .pattern(pattern)) }
        #expect(try rules.violations(of: Lodge(name: text)).isEmpty == isMatch)
    }

    @Test func `a hostile string does not make a pattern slow`() throws {
        let rules = ValidationRules<Lodge> { $0.check(\.name, .pattern("(a|aa)+(a+)+b")) }
        let text = String(repeating: "a", count: 20_000)
        let start = ContinuousClock.now
        #expect(try rules.violations(of: Lodge(name: text)).count == 1)
        let duration = ContinuousClock.now - start
        #expect(duration < .seconds(60))
    }

    @Test func `a regular expression of Swift is used by several threads`() async throws {
        let rules = ValidationRules<Lodge> { $0.check(\.name, .pattern(/[a-z]+-\d{1,3}/)) }
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let name = number.isMultiple(of: 2) ? "a-\(number)" : "A-\(number)"
                    let isValid = try? rules.violations(of: Lodge(name: name)).isEmpty
                    return isValid == number.isMultiple(of: 2)
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        let long = Lodge(name: String(repeating: "a", count: 20_000) + "-1")
        #expect(try rules.violations(of: long).count == 1)
    }

    @Test func `the number of reported elements is limited`() throws {
        let lodge = Lodge(tags: Array(repeating: "", count: 10_000))
        let error = try #require(thrownError { try Self.rules.validate(lodge) })
        #expect(error.violations.count == 101)
        #expect(error.message.count < 2000 && error.message.hasSuffix("and 91 more"))
    }

    @Test func `the filter for a range describes every kind of range`() throws {
        let rules = ValidationRules<Lodge> {
            $0.check(
                \.stars, .range(1..<3), .range(...2), .range(..<2), .range(4...), .range(4...4))
            $0.check(\.opened, .range(Date(timeIntervalSince1970: 1)...))
        }
        let messages = try rules.violations(of: Lodge(stars: 3)).map(\.message)
        #expect(
            messages.prefix(5) == [
                "must be at least 1 and less than 3", "must be at most 2", "must be less than 2",
                "must be at least 4", "must be exactly 4",
            ])
        #expect(messages.count == 6)
    }
}
