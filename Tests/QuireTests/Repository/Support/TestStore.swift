import Fleece
import QuireTestSupport
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
            return OpenTestStore(database: try Database(inMemoryNamed: "behaviour"), folder: nil)
        case .file:
            let folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            return OpenTestStore(
                database: try Database(name: "behaviour", config: configuration), folder: folder)
        }
    }
}

/// A store that is gone when nobody uses it any more.
struct OpenTestStore: Sendable {
    let database: Database
    private let folder: TemporaryFolder?

    init(database: Database, folder: TemporaryFolder?) {
        self.database = database
        self.folder = folder
    }

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
