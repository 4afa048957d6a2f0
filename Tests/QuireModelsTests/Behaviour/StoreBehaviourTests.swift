import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// The named stores of a database, which one source uses in every engine.
@Suite struct StoreBehaviourTests {
    typealias Engine = DatabaseBehaviourTests.Engine

    struct Stop: Error {}

    /// A model that no document can represent.
    struct Unstorable: DocumentModel {
        @DocumentID var id: String?
        @DocumentID var other: String?
        var name = ""
    }

    /// Names, and whether a store can have them.
    static let names: [(name: String, scope: String?, isValid: Bool)] = [
        ("notes", nil, true), ("Notes", nil, true), ("n", "s", true), ("0-%_", "S", true),
        (String(repeating: "x", count: 251), nil, true), ("a", "_default", true),
        ("", nil, false), (" ", nil, false), ("_notes", nil, false), ("%notes", nil, false),
        ("a.b", nil, false), ("é", nil, false), ("a b", nil, false), ("a\0", nil, false),
        (String(repeating: "x", count: 252), nil, false), ("a", "", false), ("a", "_s", false),
        ("_default", "s", false), ("a'; DROP TABLE x", nil, false),
    ]

    @Test(arguments: Engine.all)
    func `every engine accepts and rejects the same names`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        for (name, scope, isValid) in Self.names {
            let code = thrownCode {
                _ = try database.repository(of: Inn.self, in: name, scope: scope)
            }
            let found = thrownCode { _ = try database.store(named: name, scope: scope) }
            #expect(code == (isValid ? nil : .invalidParameter), "\(name)")
            #expect(found == code, "\(name)")
        }
    }

    @Test(arguments: Engine.all)
    func `a repository of a named store creates the store once`(engine: Engine) async throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        func save() throws {
            #expect(try database.store(named: "inns") == nil)
            let inns = try database.repository(of: Inn.self, in: "inns")
            try inns.save(Inn(id: "a", name: "A"))
            #expect(try database.repository(of: Inn.self, in: "inns").find("a")?.name == "A")
            #expect(try database.createStore(named: "inns").fullName == "_default.inns")
            #expect(try database.store(named: "inns")?.fullName == inns.store.fullName)
        }
        try save()
        let others = try await database.repository(of: Inn.self, in: "inns", scope: "away")
        #expect(try await others.count() == 0)
        try await others.save(Inn(id: "a", name: "Away"))
        #expect(
            try await database.query("SELECT name FROM inns", as: [String: String].self)
                == [["name": "A"]])
        #expect(
            try await database.query("SELECT name FROM away.inns", as: [String: String].self)
                == [["name": "Away"]])
    }

    @Test(arguments: Engine.all)
    func `the default store has a name`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let own = try database.defaultStore().fullName
        for scope in [nil, "_default"] as [String?] {
            #expect(try database.store(named: "_default", scope: scope)?.fullName == own)
            #expect(try database.createStore(named: "_default", scope: scope).fullName == own)
        }
        let inns = try database.repository(of: Inn.self, in: "_default")
        try inns.save(Inn(id: "a", name: "A"))
        #expect(try database.repository(of: Inn.self).count() == 1)
    }

    @Test(arguments: Engine.all)
    func `a rollback removes the stores of its transaction`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        try database.createStore(named: "kept")
        try database.inBatch {
            #expect(throws: Stop.self) {
                try database.inBatch {
                    try database.repository(of: Inn.self, in: "inner")
                        .save(Inn(id: "a", name: "A"))
                    throw Stop()
                }
            }
            #expect(try database.store(named: "inner") == nil)
            try database.repository(of: Inn.self, in: "outer").save(Inn(id: "a", name: "A"))
        }
        #expect(throws: Stop.self) {
            try database.inBatch {
                try database.createStore(named: "kept")
                try database.createStore(named: "late")
                throw Stop()
            }
        }
        #expect(
            try database.stores().map(\.fullName)
                == ["_default._default", "_default.kept", "_default.outer"])
    }

    @Test(arguments: Engine.all)
    func `a model that cannot be stored creates no store`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let code = thrownCode { _ = try database.repository(of: Unstorable.self, in: "none") }
        #expect(code == .invalidParameter)
        #expect(try database.store(named: "none") == nil)
    }

    @Test(arguments: Engine.all)
    func `a snapshot finds stores and creates none`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        try database.createStore(named: "inns")
        try database.snapshot {
            let count = try database.repository(of: Inn.self, in: "inns").count()
            #expect(count == 0)
            let code = thrownCode { _ = try database.repository(of: Inn.self, in: "none") }
            #expect(code == .notWriteable)
        }
        #expect(try database.store(named: "none") == nil)
        try database.close()
        #expect(thrownCode { _ = try database.repository(of: Inn.self, in: "inns") } == .notOpen)
    }
}
