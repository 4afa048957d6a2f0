import Foundation
import Quire
import QuireTesting
import Testing

/// Sorting and comparing strings with collations, on both engines.
@Suite struct CollationFilterTests {
    struct Inn: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var nickname: String?
    }

    private static let names = ["Zoo", "apple", "Österreich", "Apple", "émile", "Grand", "zebra"]

    private static func repositories() throws -> [Repository<Inn>] {
        let repositories = [
            try Database(inMemoryNamed: "inns").repository(of: Inn.self),
            InMemoryStore().repository(of: Inn.self),
        ]
        for inns in repositories {
            try inns.save(names.map { Inn(id: $0, name: $0, nickname: $0 == "Grand" ? nil : $0) })
        }
        return repositories
    }

    @Test func `the localized order is that of Unicode`() throws {
        let sorted = ["apple", "Apple", "émile", "Grand", "Österreich", "zebra", "Zoo"]
        for inns in try Self.repositories() {
            #expect(
                try inns.sorted(by: \.name, collation: .localized).select(\.name).all() == sorted)
            #expect(
                try inns.sorted(by: \.name, .descending, collation: .localized).select(\.name).all()
                    == sorted.reversed())
            #expect(
                try inns.sorted({ $0.name.collating(.localized) }).select(\.name).all()
                    == sorted)
            #expect(
                try inns.sorted(by: \.nickname, collation: .localized).select(\.name).limit(2).all()
                    == ["Grand", "apple"])
        }
    }

    @Test func `the order of a language is used`() throws {
        for inns in try Self.repositories() {
            let swedish = try inns.sorted(by: \.name, collation: .locale("sv")).select(\.name).all()
            #expect(swedish.last == "Österreich")
            let error = #expect(throws: QuireError.self) {
                try inns.sorted(by: \.name, collation: .locale("'; --")).all()
            }
            #expect(error?.code == .invalidQuery)
        }
    }

    @Test func `pages continue in the order of a collation`() throws {
        for inns in try Self.repositories() {
            let sorted = inns.sorted(by: \.name, collation: .localized.ignoringCase)
            var page = try sorted.page(size: 2)
            var names = page.models.map(\.name)
            while let next = page.next {
                page = try sorted.page(after: next, size: 2)
                names += page.models.map(\.name)
            }
            #expect(names == ["Apple", "apple", "émile", "Grand", "Österreich", "zebra", "Zoo"])
        }
    }

    @Test func `comparisons ignore case and diacritics`() throws {
        let loose = QueryCollation.localized.ignoringCase.ignoringDiacritics
        func names(
            _ condition: (QueryField<Inn, Inn>) -> QueryCondition<Inn>
        ) throws -> [[String]] {
            try Self.repositories().map {
                try $0.filter(condition).sorted(by: \.name).select(\.name).all()
            }
        }
        func expect(
            _ expected: [String], _ condition: (QueryField<Inn, Inn>) -> QueryCondition<Inn>,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            #expect(try names(condition) == [expected, expected], sourceLocation: location)
        }
        try expect(["Apple", "apple"]) { $0.name.collating(.localized.ignoringCase) == "APPLE" }
        try expect(["émile"]) { $0.name.collating(loose) == "Emile" }
        try expect(["émile"]) { $0.nickname.collating(loose) == "EMILE" }
        try expect(["Österreich"]) { $0.name.collating(loose).hasPrefix("oster") }
        try expect(["Österreich"]) { $0.name.collating(loose).hasSuffix("REICH") }
        try expect(["Zoo", "Österreich"]) { $0.name.collating(loose).contains("o") }
        try expect(["Apple", "apple"]) { $0.name.collating(loose).like("%PP%") }
        try expect(["Grand", "émile"]) { $0.name.collating(loose).in(["emile", "grand"]) }
        try expect(["Apple", "Grand", "apple", "émile"]) { $0.name.collating(loose) < "h" }
        try expect(["Grand"]) { $0.nickname.collating(loose) == nil }
        try expect(["Zoo"]) { $0.name.collating(loose).lowercased() == "zoo" }
        try expect(Self.names.sorted()) {
            !($0.name.collating(loose) == "x") && $0.name.collating(loose).contains("")
        }
    }

    @Test func `ASCII comparisons ignore the case of ASCII letters only`() throws {
        for inns in try Self.repositories() {
            let grand = inns.filter { $0.name.collating(.ascii.ignoringCase) == "GRAND" }
            #expect(try grand.count() == 1)
            let capital = inns.filter { $0.name.collating(.ascii.ignoringCase) == "ÉMILE" }
            #expect(try capital.count() == 0)
            let sorted = inns.sorted(by: \.name, collation: .ascii.ignoringCase).sorted(by: \.name)
            #expect(
                try sorted.select(\.name).all()
                    == ["Apple", "apple", "Grand", "zebra", "Zoo", "Österreich", "émile"])
            let plain = inns.sorted(by: \.name, collation: .ascii)
            #expect(try plain.all().map(\.name) == inns.sorted(by: \.name).all().map(\.name))
            let error = #expect(throws: QuireError.self) {
                try inns.filter { $0.name.collating(.ascii.ignoringDiacritics) == "x" }.all()
            }
            #expect(error?.message.contains(".localized.ignoringDiacritics") == true)
        }
    }

    @Test(arguments: [
        "", "xx", "xx-unknown", "sv_SE", "zh-Hant-TW", "de@collation=phonebook", " ", "é",
    ])
    func `an unknown language has the root order, and an invalid identifier is an error`(
        identifier: String
    ) throws {
        for inns in try Self.repositories() {
            do {
                let names = try inns.sorted(by: \.name, collation: .locale(identifier)).all()
                #expect(names.first?.name == "apple" && names.count == 7)
            } catch let error as QuireError {
                #expect(
                    error.code == .invalidQuery && error.message.contains("language identifier"))
                #expect(["", "de@collation=phonebook", " ", "é"].contains(identifier))
            }
        }
    }

    @Test func `localizedStandardContains ignores case and diacritics`() throws {
        for inns in try Self.repositories() {
            let found = inns.filter { $0.name.localizedStandardContains("OST") }
            #expect(try found.all().map(\.name) == ["Österreich"])
            #expect(try inns.filter { $0.nickname.localizedStandardContains("EMI") }.count() == 1)
            #expect(try inns.filter { $0.name.localizedStandardContains("") }.count() == 7)
        }
    }
}

/// Indexes whose strings are compared with a collation.
@Suite struct CollationIndexTests {
    struct Inn: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var stars: Int
    }

    private func inns() throws -> Repository<Inn> {
        let inns = try Database(inMemoryNamed: "inns").repository(of: Inn.self)
        try inns.save(
            (0..<60).map { Inn(id: "\($0)", name: $0 % 2 == 0 ? "A\($0)" : "a\($0)", stars: 3) })
        return inns
    }

    @Test func `comparisons and orders with the collation use the index`() throws {
        let inns = try inns()
        try inns.createIndex(on: \.name, collation: .ascii.ignoringCase, named: "byName")
        let loose = QueryCollation.ascii.ignoringCase
        let equal = inns.filter { $0.name.collating(loose) == "A7" }
        #expect(try equal.explain().contains("INDEX byName"))
        #expect(try equal.all().map(\.name) == ["a7"])
        let range = inns.filter { $0.name.collating(loose) < "A2" }
        #expect(try range.explain().contains("INDEX byName"))
        #expect(try range.count() == 12)
        let sorted = inns.sorted(by: \.name, collation: loose).limit(3)
        #expect(try sorted.explain().contains("INDEX byName"))
        #expect(try !sorted.explain().contains("TEMP B-TREE"))
        #expect(try sorted.all().map(\.name) == ["A0", "a1", "A10"])
        let other = inns.sorted(by: \.name, collation: .localized)
        #expect(try other.explain().contains("TEMP B-TREE"))
        #expect(try inns.filter { $0.name == "A7" }.count() == 0)
    }

    @Test func `a collation applies to the strings of an index`() throws {
        let inns = try inns()
        try inns.createIndex(on: \.stars, \.name, collation: .ascii.ignoringCase)
        let selection = inns.filter { $0.stars == 3 }.sorted(
            by: \.name, collation: .ascii.ignoringCase)
        #expect(try !selection.explain().contains("TEMP B-TREE"))
        #expect(try inns.store.indexes() == ["inn(stars, name COLLATE NOCASE)"])
        try inns.createIndex(on: \.name, collation: .ascii)
        let plain = inns.filter { $0.name == "a7" }
        #expect(try plain.count() == 1)
    }

    @Test(arguments: [
        QueryCollation.localized, .localized.ignoringCase, .locale("sv"), .locale(""),
        .localized.ignoringDiacritics,
    ])
    func `an index with a localized order throws an error`(collation: QueryCollation) throws {
        let inns = try inns()
        let error = #expect(throws: QuireError.self) {
            try inns.createIndex(on: \.name, collation: collation)
        }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(".ascii.ignoringCase") == true)
        #expect(try inns.store.indexes().isEmpty)
    }

    @Test func `an index with a collation requires strings and cannot be unique`() throws {
        let inns = try inns()
        let number = #expect(throws: QuireError.self) {
            try inns.createIndex(on: \.stars, collation: .ascii.ignoringCase)
        }
        let unique = #expect(throws: QuireError.self) {
            try inns.createIndex(on: \.name, options: .unique, collation: .ascii.ignoringCase)
        }
        #expect(number?.code == .invalidParameter && unique?.code == .invalidParameter)
    }
}
