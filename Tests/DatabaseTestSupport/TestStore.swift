import Fleece
import Foundation
package import Quire
import QuireInMemory
import QuireTestSupport

#if PostgreSQL
    import QuirePostgreSQL
#endif

/// The engines for tests that run with each of them.
package enum TestStore: String, CaseIterable, CustomStringConvertible, Sendable {
    /// A database in a file.
    case file
    /// An in-memory database.
    case database
    /// A store without SQLite.
    case memory
    #if Encryption
        /// A database in an encrypted file.
        case encrypted
    #endif
    #if PostgreSQL
        /// A schema on a PostgreSQL server.
        case postgres
    #endif

    /// The arguments of a parameterized test: the engines that are installed.
    package static let all: [TestStore] = {
        #if PostgreSQL
            if !PostgresServer.isAvailable { return allCases.filter { $0 != .postgres } }
        #endif
        return allCases
    }()

    package var description: String { rawValue }

    /// Whether sequences are 1, 2, 3, and so on.
    package var hasDenseSequences: Bool {
        #if PostgreSQL
            self != .postgres
        #else
            true
        #endif
    }

    /// Opens a new store of this kind.
    package func open() throws -> OpenTestStore {
        switch self {
        case .memory:
            return OpenTestStore(store: InMemoryStore(name: "_default._default"))
        case .database:
            let database = try Database(inMemoryNamed: "behaviour")
            return OpenTestStore(store: try database.defaultStore())
        case .file: return try Self.openFile(with: nil)
        #if Encryption
            case .encrypted:
                return try Self.openFile(with: EncryptionKey(data: Data(repeating: 7, count: 32)))
        #endif
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

    private static func openFile(with key: EncryptionKey?) throws -> OpenTestStore {
        var configuration = DatabaseConfiguration()
        configuration.directory = try folder.get().path
        configuration.encryptionKey = key
        let database = try Database(name: UUID().uuidString, config: configuration)
        return OpenTestStore(store: try database.defaultStore())
    }

    /// The folder of the databases, which exists until the tests end, since repositories outlive
    /// stores.
    private static let folder = Result { try TemporaryFolder() }
}

/// A store that is initially empty.
package struct OpenTestStore: Sendable {
    package let store: any DocumentStore

    package init(store: any DocumentStore) {
        self.store = store
    }

    /// The collection, if the store belongs to a database.
    package var collection: DocumentCollection {
        get throws {
            guard let collection = store.collection else {
                throw QuireError(.unsupportedOperation, "\(store.fullName) has no collection.")
            }
            return collection
        }
    }

    package func repository<Model: DocumentModel>(of type: Model.Type) throws -> Repository<Model> {
        store.repository(of: type)
    }

    /// Stores a body as another program might do, also with reserved keys.
    package func put(_ id: String, _ json: String) throws {
        try store.save { writer in
            try JSONReader.read(json, into: writer)
            return WriteTarget(id: id, if: .any).restoring()
        }
    }

    /// Returns the body of a document as JSON with sorted keys.
    package func body(_ id: String) throws -> String? {
        try store.record(id: id)?.body.value.json(.canonical)
    }
}

extension Repository {
    /// The collection, if the store is that of a collection.
    package var collection: DocumentCollection? { store.collection }
}

extension DocumentStore {
    /// The collection, if the store belongs to a database with SQLite.
    fileprivate var collection: DocumentCollection? {
        let names = fullName.split(separator: ".").map(String.init)
        guard let database = database as? Database, names.count == 2 else { return nil }
        return try? database.collection(name: names[1], scope: names[0])
    }
}
