import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// The resolution of conflicts of two databases by the rules of a repository.
@Suite struct RemoteConflictTests {
    struct Note: DocumentModel {
        @DocumentID var id: String?
        var text = "a"
        var edits: Int8 = 10
        var price: Decimal = 1
        var tags = ["a"]
    }

    private let notes: Repository<Note>
    private let store: OpenTestStore

    init() throws {
        store = try TestStore.database.open()
        notes = try store.repository(of: Note.self)
    }

    /// Stores a body and returns its record.
    private func record(_ json: String) throws -> DocumentRecord {
        try store.put("n", json)
        return try #require(try store.store.record(id: "n"))
    }

    private func note(_ pairs: String) throws -> DocumentRecord {
        try record(
            #"{"type":"note","text":"a","edits":10,"price":1,"tags":["a"],"# + pairs + "}")
    }

    private func outcome(
        _ mine: DocumentRecord?, _ theirs: DocumentRecord?, base: DocumentRecord?,
        by rule: ConflictRule<Note>, deletions: DeletionRule<Note>? = nil
    ) throws -> String {
        do {
            let merged = try notes.merge(
                mine, theirs, base: base, by: rule, deletions: deletions)
            switch merged {
            case .mine: return "mine"
            case .theirs: return "theirs"
            case .deleted: return "deleted"
            case .body(let body): return try body.json(.canonical)
            case nil: return "not decided"
            }
        } catch let error as QuireError where error.code == .conflict {
            return "open: " + error.message
        }
    }

    // MARK: Deletions

    struct Deletion: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: ConflictRule<Note>
        var deletions: DeletionRule<Note>?
        /// The outcomes of a remote and of a local deletion.
        let expected: (String, String)
    }

    static let decided = #"{"edits":11,"new":1,"price":1,"tags":["a"],"text":"kept","type":"note"}"#
    static let deletions = [
        Deletion(
            testDescription: "fields keep the change", rule: .mergeFields(),
            expected: ("mine", "theirs")),
        Deletion(
            testDescription: "a deletion wins", rule: .mergeFields(), deletions: .keepDeletion,
            expected: ("deleted", "deleted")),
        Deletion(
            testDescription: "a closure deletes", rule: .mergeFields(),
            deletions: .decide { $0.changed.edits > 20 ? $0.changed : nil },
            expected: ("deleted", "deleted")),
        Deletion(
            testDescription: "a closure keeps", rule: .mergeFields(),
            deletions: .decide { conflict in
                var note = conflict.changed
                if conflict.base?.edits == 10, conflict.id == "n" { note.text = "kept" }
                return note
            }, expected: (decided, decided)),
        Deletion(
            testDescription: "a closure knows who deleted", rule: .fail,
            deletions: .decide { $0.isDeletedHere ? nil : $0.changed },
            expected: (
                #"{"edits":11,"new":1,"price":1,"tags":["a"],"text":"a","type":"note"}"#, "deleted"
            )),
        Deletion(
            testDescription: "overwrite selects this database", rule: .overwrite,
            expected: ("mine", "deleted")),
        Deletion(
            testDescription: "a merge closure leaves it to the resolver", rule: .merge { $0.mine },
            expected: ("not decided", "not decided")),
        Deletion(
            testDescription: "a merge closure and a rule", rule: .merge { $0.mine },
            deletions: .keepChange, expected: ("mine", "theirs")),
    ]

    @Test(arguments: deletions)
    func `a rule decides between a change and a deletion`(deletion: Deletion) throws {
        let base = try note(#""new":1"#)
        let changed = try record(
            #"{"type":"note","text":"a","edits":11,"price":1,"tags":["a"],"new":1}"#)
        let outcomes = (
            try outcome(
                changed, nil, base: base, by: deletion.rule, deletions: deletion.deletions),
            try outcome(
                nil, changed, base: base, by: deletion.rule, deletions: deletion.deletions)
        )
        #expect(outcomes == deletion.expected)
        #expect(
            try outcome(
                nil, nil, base: base, by: deletion.rule, deletions: deletion.deletions)
                == "not decided")
    }

    @Test func `with fail, a deletion leaves the conflict open`() throws {
        let note = try note(#""x":1"#)
        let outcomes = [
            try outcome(note, nil, base: nil, by: .fail),
            try outcome(nil, note, base: nil, by: .fail),
        ]
        for outcome in outcomes { #expect(outcome.contains("the other one has deleted it")) }
    }

    @Test func `a rule does not decide about documents of another type`() throws {
        let other = try record(#"{"type":"other"}"#)
        #expect(
            try outcome(other, nil, base: nil, by: .mergeFields(), deletions: .keepDeletion)
                == "not decided")
    }

    // MARK: Two changes

    @Test func `equal increments of two databases are added`() throws {
        let base = try note(#""x":1"#)
        let mine = try record(#"{"type":"note","text":"a","edits":11,"price":1.1,"tags":["a"]}"#)
        #expect(
            try outcome(
                mine, mine, base: base,
                by: .mergeFields {
                    $0.counter(\.edits)
                    $0.counter(\.price)
                }) == #"{"edits":12,"price":1.2,"tags":["a"],"text":"a","type":"note"}"#)
    }

    @Test func `a counter without a base leaves the conflict open`() throws {
        let mine = try note(#""x":1"#)
        let theirs = try record(
            #"{"type":"note","text":"b","edits":10,"price":1,"tags":["b"],"y":1}"#)
        let rule = ConflictRule<Note>.mergeFields { $0.counter(\.edits) }
        let open = try outcome(mine, theirs, base: nil, by: rule)
        #expect(open.contains("edits") && open.contains("without the base"))
        #expect(
            try outcome(mine, theirs, base: nil, by: .mergeFields { $0.set(\.tags) })
                == #"{"edits":10,"price":1,"tags":["a","b"],"text":"a","type":"note","x":1,"y":1}"#)
    }

    @Test func `a sum that the model cannot decode leaves the conflict open`() throws {
        let base = try note(#""x":1"#)
        let mine = try record(#"{"type":"note","text":"a","edits":100,"price":1,"tags":["a"]}"#)
        let rule = ConflictRule<Note>.mergeFields { $0.counter(\.edits) }
        let open = try outcome(mine, mine, base: base, by: rule)
        #expect(open.contains("cannot be decoded as Note"))
    }

    @Test func `a merge closure keeps the fields that the model does not know`() throws {
        let base = try note(#""x":1,"y":1,"z":1"#)
        let mine = try note(#""x":2,"y":1"#)
        let theirs = try note(#""x":1,"y":3,"z":1"#)
        #expect(
            try outcome(mine, theirs, base: base, by: .merge { $0.mine })
                == #"{"edits":10,"price":1,"tags":["a"],"text":"a","type":"note","x":2,"y":3}"#)
    }
}
