import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireModels
@testable import QuireQuery

@Suite struct ChangeRefusalTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    /// Brings document `a` into a state, and returns an old revision and the current one.
    func prepare(_ state: State) throws -> (old: RevisionID, current: RevisionID) {
        let old = try collection.save("a", "{}").revisionID
        let current = try collection.save("a", "{}").revisionID
        switch state {
        case .missing:
            try folder.sqlite().execute("DELETE FROM kv_default", purpose: "test")
        case .live: break
        case .deleted:
            let deleted = try collection.delete(id: "a", expecting: .any)
            return (current, deleted?.revisionID ?? current)
        }
        return (old, current)
    }

    enum State: CaseIterable { case missing, live, deleted }
    enum Expectation: CaseIterable { case any, none, old, current }

    func expected(
        _ expectation: Expectation, _ revisions: (old: RevisionID, current: RevisionID)
    )
        -> RevisionPrecondition
    {
        switch expectation {
        case .any: .any
        case .none: .absent
        case .old: .revision(revisions.old)
        case .current: .revision(revisions.current)
        }
    }

    static let saves: [(State, Expectation, QuireError.Code?)] = [
        (.missing, .any, nil), (.missing, .none, nil), (.missing, .old, .notFound),
        (.missing, .current, .notFound),
        (.live, .any, nil), (.live, .none, .conflict), (.live, .old, .conflict),
        (.live, .current, nil),
        (.deleted, .any, nil), (.deleted, .none, nil), (.deleted, .old, .conflict),
        (.deleted, .current, nil),
    ]

    @Test(arguments: saves)
    func `a save succeeds if its precondition is met`(
        state: State, expectation: Expectation, code expectedCode: QuireError.Code?
    ) throws {
        let revisions = try prepare(state)
        let code = thrownCode {
            try collection.save("a", "{}", expecting: expected(expectation, revisions))
        }
        #expect(code == expectedCode)
    }

    static let deletions: [(State, Expectation, QuireError.Code?)] = [
        (.missing, .any, .notFound), (.missing, .current, .notFound),
        (.live, .any, nil), (.live, .none, .conflict), (.live, .old, .conflict),
        (.live, .current, nil),
        (.deleted, .any, nil), (.deleted, .old, .conflict), (.deleted, .current, nil),
    ]

    @Test(arguments: deletions)
    func `a deletion succeeds if its precondition is met`(
        state: State, expectation: Expectation, code expectedCode: QuireError.Code?
    ) throws {
        let revisions = try prepare(state)
        let code = thrownCode {
            _ = try collection.delete(id: "a", expecting: expected(expectation, revisions))
        }
        #expect(code == expectedCode)
    }

    @Test func `a tombstone gets a new revision only if its current revision was expected`() throws
    {
        let deleted = try prepare(.deleted).current
        let untouched = try collection.delete(id: "a", expecting: .any)
        let renewed = try collection.delete(id: "a", expecting: .revision(deleted))
        let rows = try folder.rows("SELECT key, sequence, flags, body FROM kv_del_default")
        #expect(untouched == nil && renewed?.sequence == 4 && rows == ["a|4|1|NULL"])
    }

    @Test func `a conflict names the collection, the document and both revisions`() throws {
        let revisions = try prepare(.live)
        let message =
            thrownError { try collection.save("a", "{}", expecting: .revision(revisions.old)) }?
            .message
            ?? ""
        let names = [
            "_default._default", "\"a\"", revisions.old.description, revisions.current.description,
        ]
        #expect(names.allSatisfy(message.contains))
    }

    @Test func `a rejected change has no effect`() throws {
        let revisions = try prepare(.live)
        let sql = "SELECT * FROM kv_default UNION ALL SELECT *, 1, 1, 1, 1 FROM kvmeta"
        let before = try folder.rows(sql)
        _ = try? collection.save("a", #"{"b":1}"#, expecting: .revision(revisions.old))
        _ = try? collection.save("a", #"{"c":1}"#, expecting: .absent)
        _ = try? collection.delete(id: "a", expecting: .revision(revisions.old))
        let after = try folder.rows(sql)
        let keys = try folder.rows("SELECT * FROM kv_info WHERE key = 'SharedKeys'")
        #expect(before == after && keys == [])
    }

    static let identifiers: [(String, Bool)] = [
        ("a", true), ("a_", true), ("-", true), (" ", true), ("é\u{1F3E8}", true), ("a/b:c", true),
        (String(repeating: "x", count: 240), true), (String(repeating: "é", count: 120), true),
        ("", false), ("_a", false), ("_", false), ("a\nb", false), ("\0", false),
        ("a\u{7F}", false),
        (String(repeating: "x", count: 241), false), (String(repeating: "é", count: 121), false),
    ]

    @Test(arguments: identifiers)
    func `a document's ID is validated`(id: String, isValid: Bool) {
        #expect(thrownCode { try collection.save(id, "{}") } == (isValid ? nil : .badDocumentID))
    }

    /// Writes a value for each letter.
    static func write(_ letters: String, to writer: FleeceWriter) {
        for letter in letters {
            switch letter {
            case "[": writer.beginArray()
            case "]": writer.endArray()
            case "{": writer.beginDictionary()
            case "}": writer.endDictionary()
            default: writer.write(String(letter))
            }
        }
    }

    @Test(arguments: ["", "[]", "[{}]", "a", "{", "{a", "{a}", "}", "{}{}", "{a{}"])
    func `a body that is not a single dictionary is rejected`(letters: String) {
        let code = thrownCode {
            try collection.save(id: "a", expecting: .any) { Self.write(letters, to: $0) }
        }
        #expect(code == .invalidParameter && collection.count == 0)
    }

    @Test func `after a rejected body, the next one is saved completely`() throws {
        _ = try? collection.save(id: "a", expecting: .any) { Self.write("{x", to: $0) }
        try collection.save("a", #"{"b":1}"#)
        #expect(try collection.json("a") == #"{"b":1}"#)
    }

    // Rows for which a change could lose data of other programs.
    static let protected: [(sql: String, code: QuireError.Code, word: String)] = [
        ("extra = x'00000000'", .corruptRevisionData, "extra"),
        ("version = NULL", .corruptRevisionData, "empty"),
        ("version = x'000380'", .corruptRevisionData, "time"),
        ("version = x'00FEFFFFFFFFFFFF0380'", .corruptRevisionData, "time"),
    ]

    @Test(arguments: protected)
    func `a row whose revisions cannot be extended is not changed`(
        sql: String, code: QuireError.Code, word: String
    ) throws {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute("UPDATE kv_default SET \(sql)", purpose: "test")
        let before = try folder.rows("SELECT * FROM kv_default")
        let errors = [
            thrownError { try collection.save("a", "{}") },
            thrownError { _ = try collection.delete(id: "a", expecting: .any) },
        ]
        let areRight = errors.allSatisfy {
            $0?.code == code && $0?.message.contains(word) == true
                && $0?.message.contains("\"a\"") == true
        }
        #expect(try areRight && folder.rows("SELECT * FROM kv_default") == before)
    }
}
