import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

@testable import QuireModels

/// The features that an engine lacks.
@Suite struct EngineRefusalTests {
    typealias Engine = DatabaseBehaviourTests.Engine

    struct Photo: DocumentModel {
        @DocumentID var id: String?
        var image: Blob
    }

    struct Passage: DocumentModel {
        @DocumentID var id: String?
        var embedding: [Float]
    }

    /// Calls that need a capability.
    private static func calls(
        _ database: any DocumentDatabase
    ) throws -> [(capability: EngineCapability, call: () throws -> Void)] {
        let store = try database.defaultStore()
        let inns = store.repository(of: Inn.self)
        let join = try SelectStatement.parse(
            "SELECT a.name FROM _ AS a JOIN _ AS b ON a.name = b.name", knowing: QueryFunction.table
        )
        let middleware = ValidationMiddleware<Inn> { _ in }
        return [
            (.snapshots, { try database.snapshot {} }),
            (.changesSince, { _ = try store.changes(since: 0, limit: 1) }),
            (.indexes, { try inns.createIndex(on: \.name) }),
            (.uniqueIndexes, { try inns.createIndex(on: \.stars, options: .unique) }),
            (
                .fullText,
                {
                    try inns.createFullTextIndex(on: \.name, language: .english)
                    _ = try inns.matching("sea", in: \.name).all()
                }
            ),
            (
                .nearestIndexes,
                {
                    try store.repository(of: Passage.self)
                        .createNearestIndex(on: \.embedding, dimensions: 3)
                }
            ),
            (
                .blobs,
                {
                    let image = Blob(contentType: "a/b", data: Data([1]))
                    try store.repository(of: Photo.self).save(Photo(id: "photo", image: image))
                }
            ),
            (.expiration, { _ = try store.expiration(of: "a") }),
            (.explanations, { _ = try inns.filter { $0.stars > 3 }.explain() }),
            (.registeredMiddleware, { try database.use(middleware, for: Inn.self).remove() }),
            (
                .transactionObservation,
                { try database.inBatch { try database.afterTransaction { _ in } } }
            ),
            (.joins, { _ = try store.rows(of: join) }),
            (.storeLists, { _ = try database.stores() }),
        ]
    }

    @Test(arguments: Engine.all)
    func `an engine rejects the calls for the capabilities that it lacks, and no others`(
        engine: Engine
    ) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let missing = try Self.capabilities().subtracting(database.capabilities)
        var refusals: [String] = []
        for (capability, call) in try Self.calls(database) {
            do {
                try call()
                #expect(!missing.contains(capability), "\(capability.name) is supported")
            } catch let error as QuireError {
                #expect(error.code == .unsupportedOperation, "\(error)")
                #expect(missing.contains(capability), "\(capability.name): \(error)")
                #expect(error.message.contains(database.engineName))
                // A unique index is an index.
                #expect(missing.contains { error.message.hasSuffix("\($0.name).") }, "\(error)")
                refusals.append("  \(capability.name): \(error)")
            }
        }
        #expect(refusals.count == missing.count)
        print("\(database.engineName) rejects \(refusals.count) features:")
        print(refusals.joined(separator: "\n"))
        for capability in [EngineCapability("x"), EngineCapability("y")] {
            let calls: [() throws -> Void] = [
                { try database.requireCapability(capability) },
                { try database.defaultStore().requireCapability(capability) },
            ]
            for call in calls { #expect(thrownCode(call) == .unsupportedOperation) }
        }
    }

    /// The capabilities of the embedded engine, which has all of them.
    private static func capabilities() throws -> Set<EngineCapability> {
        try Database(inMemoryNamed: "capabilities").capabilities
    }

    @Test func `there is a call for each capability`() throws {
        let calls = try Self.calls(Database(inMemoryNamed: "capabilities"))
        #expect(try Set(calls.map(\.capability)) == Self.capabilities())
        #expect(calls.count == Set(calls.map(\.capability)).count)
    }
}
