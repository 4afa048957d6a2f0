import Fleece
import Foundation
import Quire
import QuireTestSupport
import QuireTesting
import Testing

@testable import QuireStoreQuery

#if PostgreSQL
    import PostgresTestSupport
    import QuirePostgreSQL
#endif

/// The engines for the tests of repositories.
enum TestStore: String, CaseIterable, CustomTestStringConvertible {
    /// A database in a file.
    case file
    /// An in-memory database.
    case database
    /// A store without SQLite.
    case memory
    #if PostgreSQL
        /// A schema on a PostgreSQL server.
        case postgres
    #endif

    /// The arguments of a parameterized test: the engines that are installed.
    static let all: [TestStore] = {
        #if PostgreSQL
            if !PostgresServer.isAvailable { return allCases.filter { $0 != .postgres } }
        #endif
        return allCases
    }()

    var testDescription: String { rawValue }

    /// Whether sequences are 1, 2, 3, and so on.
    var hasDenseSequences: Bool {
        #if PostgreSQL
            self != .postgres
        #else
            true
        #endif
    }

    /// Opens a new store of this kind.
    func open() throws -> OpenTestStore {
        switch self {
        case .memory:
            return OpenTestStore(store: InMemoryStore(name: "_default._default"))
        case .database:
            let database = try Database(inMemoryNamed: "behaviour")
            return OpenTestStore(store: try database.defaultStore())
        case .file:
            var configuration = DatabaseConfiguration()
            configuration.directory = try Self.folder.get().path
            let database = try Database(name: UUID().uuidString, config: configuration)
            return OpenTestStore(store: try database.defaultStore())
        #if PostgreSQL
            case .postgres:
                var configuration = PostgresConfiguration(try PostgresServer.connectionString())
                configuration.schemaName = PostgresServer.schemaName()
                configuration.maximumConnections = 4
                configuration.connectionTimeout = 60
                // Transactions of other tests delay the changes.
                configuration.changeWaitTime = 60
                let database = try PostgresDatabase(configuration)
                return OpenTestStore(store: try database.defaultStore())
        #endif
        }
    }

    /// The folder of the databases, which exists until the tests end, since repositories outlive
    /// stores.
    private static let folder = Result { try TemporaryFolder() }
}

/// A store that is initially empty.
struct OpenTestStore: Sendable {
    let store: any DocumentStore

    /// The collection, if the store belongs to a database.
    var collection: DocumentCollection {
        get throws { try #require(store as? CollectionStore).collection }
    }

    func repository<Model: DocumentModel>(of type: Model.Type) throws -> Repository<Model> {
        store.repository(of: type)
    }

    /// Stores a body as another program might do, also with reserved keys.
    func put(_ id: String, _ json: String) throws {
        try store.save { writer in
            try JSONReader.read(json, into: writer)
            return WriteTarget(id: id, if: .any).restoring()
        }
    }

    /// Returns the body of a document as JSON with sorted keys.
    func body(_ id: String) throws -> String? {
        try store.record(id: id)?.body.value.json(.canonical)
    }
}

extension Repository {
    /// The collection, if the store is that of a collection.
    var collection: DocumentCollection? { (store as? CollectionStore)?.collection }
}
