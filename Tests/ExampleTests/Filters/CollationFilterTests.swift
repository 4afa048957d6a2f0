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
                try inns.sorted(by: { $0.name.collating(.localized) }).select(\.name).all()
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
}
