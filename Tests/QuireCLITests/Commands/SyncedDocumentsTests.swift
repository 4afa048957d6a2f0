import Quire
import Testing

@testable import QuireCLI

/// What `quire sync` reports about documents.
@Suite struct SyncedDocumentsTests {
    private static let full = QuireError(.ioError, "the disk\nis full")

    private static func name(_ id: String, collection: String = "hotels") -> SyncedDocuments.Name {
        SyncedDocuments.Name(scope: "inn", collection: collection, id: id)
    }

    @Test func `transferred documents are counted by their direction`() {
        var documents = SyncedDocuments()
        for (id, isPush) in [("a", true), ("b", false), ("a", true)] {
            #expect(documents.add(Self.name(id), isPush: isPush, error: nil) == nil)
        }
        #expect(
            [documents.sentCount, documents.receivedCount, documents.failed.count] == [2, 1, 0])
    }

    @Test func `a document that fails again is reported once`() {
        var documents = SyncedDocuments()
        let messages = (0..<3).map { _ in
            documents.add(Self.name("a\u{1B}"), isPush: true, error: Self.full)
        }
        #expect(messages == [#"a\u{1b}: the disk\nis full"#, nil, nil])
        #expect(documents.failed.count == 1)
    }

    @Test func `a document that is transferred later is no failure`() {
        var documents = SyncedDocuments()
        _ = documents.add(Self.name("a"), isPush: true, error: Self.full)
        _ = documents.add(Self.name("a", collection: "rooms"), isPush: true, error: Self.full)
        _ = documents.add(Self.name("a"), isPush: true, error: nil)
        #expect(documents.failed == [Self.name("a", collection: "rooms")])
        #expect([documents.sentCount, documents.receivedCount] == [1, 0])
        // It can fail again later.
        #expect(documents.add(Self.name("a"), isPush: true, error: Self.full) != nil)
    }
}
