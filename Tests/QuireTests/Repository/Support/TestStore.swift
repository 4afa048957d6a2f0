import Fleece
import Foundation
import Testing

@testable import Quire

/// The stores that every behaviour of a repository is tested on.
enum TestStore: String, CaseIterable, CustomTestStringConvertible {
    case file
    case memory

    var testDescription: String { rawValue }

    /// Opens a new store of this kind.
    func open() throws -> OpenTestStore {
        switch self {
        case .memory:
            return OpenTestStore(database: try Database(inMemoryNamed: "behaviour"))
        case .file:
            var configuration = DatabaseConfiguration()
            configuration.directory = Self.folder
            return OpenTestStore(
                database: try Database(name: UUID().uuidString, config: configuration))
        }
    }

    /// Where the files are, until the tests end: repositories outlive the stores they are of.
    private static let folder: String = {
        atexit { try? FileManager.default.removeItem(atPath: TestStore.folder) }
        return FileManager.default.temporaryDirectory
            .appending(path: "Quire-behaviour-\(UUID().uuidString)").path
    }()
}

/// A store that is empty at first.
struct OpenTestStore: Sendable {
    let database: Database

    var collection: DocumentCollection { get throws { try database.defaultCollection() } }

    func repository<Model: DocumentModel>(of type: Model.Type) throws -> Repository<Model> {
        try database.repository(of: type)
    }

    /// Stores a body as another program might have.
    func put(_ id: String, _ json: String) throws {
        try collection.saveBody(id: id) { try JSONReader.read(json, into: $0) }
    }

    /// The body of a document as JSON with sorted keys.
    func body(_ id: String) throws -> String? {
        try collection.body(id: id)?.value.json(.canonical)
    }
}
