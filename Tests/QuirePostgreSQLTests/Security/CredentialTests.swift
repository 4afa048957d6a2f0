#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct CredentialTests {
        private static let password = "sEcReT7"

        /// Everything that a program can print about a value.
        private func texts(of value: Any) -> String {
            var text = "\(value)\n\(String(reflecting: value))\n"
            dump(value, to: &text)
            if let error = value as? QuireError {
                text +=
                    "\(error.localizedDescription)\n\(error as NSError)\n\(error.errorUserInfo)\n"
            }
            return text
        }

        @Test(arguments: [
            // No server, no such host, and no such port.
            "postgresql://app:sEcReT7@/x?host=/nowhere",
            "postgresql://app:sEcReT7@127.0.0.1:1/x",
            "host=/nowhere user=app password=sEcReT7 dbname=x",
            "postgresql://app@/x?host=/nowhere&password=sEcReT7",
            "postgresql://app:sEcReT7@/x?host=/nowhere,/elsewhere&target_session_attrs=read-write",
            // Characters in the password that are not percent-encoded.
            "postgresql://app:sEcReT7@sEcReT7@/x?host=/nowhere",
            "postgresql://app:a/sEcReT7@h/x", "postgresql://app:1/sEcReT7@h/x",
            "postgresql://127.0.0.1:1/sEcReT7@h/x", "postgresql://app:1#sEcReT7@127.0.0.1:1/x",
            "postgresql://app:1/?sEcReT7@h/x", "postgresql://app:?sEcReT7@127.0.0.1:1/x",
            "postgresql://app:sEcReT7@\u{301}sEcReT7@127.0.0.1:1/x",
            "postgresql://app:%sEcReT7@h/x",
            "postgresql://app:a b sEcReT7@127.0.0.1:1/x", "postgresql://app:[sEcReT7@127.0.0.1:1/x",
            "postgresql://app:a:1/sEcReT7@h/x", "postgresql://:1/sEcReT7@127.0.0.1/x",
            // Invalid lists of keywords and values.
            "host=/nowhere password='sEcReT7", "host=/nowhere password=a sEcReT7",
            "host=/nowhere password=a sEcReT7=1", "password = 'a' 'sEcReT7' host=/nowhere",
            "sEcReT7", "sEcReT7=1", "postgres:/app:sEcReT7@h/x", "POSTGRESQL://app:sEcReT7@h=1/x",
            "host=/nowhere sslmode=nonsense password=sEcReT7",
            // Options that libpq rejects with their values.
            "postgresql://app:sEcReT7@127.0.0.1:99999999/x",
            "postgresql://app:x@127.0.0.1:1/x?sEcReT7", "host=/nowhere dbname=x?password=sEcReT7",
        ])
        func `the error of a connection does not contain the password`(text: String) throws {
            let error = #expect(throws: QuireError.self) {
                _ = try PostgresDatabase(PostgresConfiguration(text))
            }
            let printed = texts(of: try #require(error))
            #expect(!printed.contains(Self.password), "\(text): \(printed)")
        }

        @Test(arguments: ["1/sEcReT7", "a/b", "/"])
        func `a slash in a password that is not percent-encoded makes the string invalid`(
            password: String
        ) throws {
            // libpq would take "127.0.0.1" as the host, and the rest of the password as the database.
            for user in ["127.0.0.1", "localhost", ""] {
                let error = #expect(throws: QuireError.self) {
                    let text = "postgresql://\(user):\(password)@h/x"
                    _ = try PostgresDatabase(PostgresConfiguration(text))
                }
                #expect(error?.code == .invalidParameter)
            }
        }

        @Test func `no description of a database or its parts contains the password`() throws {
            var configuration = try PostgresConfiguration.test()
            configuration.connectionString += "&password=\(Self.password)"
            let database = try PostgresDatabase(configuration)
            let store = try database.createStore(named: "hotels", scope: nil)
            try store.put("a", "{}")
            let changes = store.changedDocumentIDs()
            let parts: [Any] = [
                configuration, database, store, database.pool, database.layout, database.blobs,
                database.listeners, changes, store.repository(of: Hotel.self),
                [configuration], ["key": configuration], Optional(configuration) as Any,
            ]
            for part in parts {
                let printed = texts(of: part)
                #expect(!printed.contains(Self.password))
                #expect(!printed.contains("password"))
            }
            try database.inBatch {
                let transaction = try #require(try database.currentTransaction())
                #expect(!texts(of: transaction).contains(Self.password))
            }
        }

        @Test func `no error of a statement contains the password`() throws {
            var configuration = try PostgresConfiguration.test()
            configuration.connectionString += "&password=\(Self.password)"
            configuration.connectionTimeout = 0.1
            configuration.maximumConnections = 1
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            let statements: [() throws -> Void] = [
                { try database.read { try $0.execute("SELECT 1/0") } },
                {
                    try database.read {
                        try $0.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                    }
                },
                { try database.pool.withConnection { _ in _ = try store.record(id: "a") } },
                { _ = try database.createStore(named: "a b", scope: nil) },
                { _ = try database.snapshot { try store.put("a", "{}") } },
                {
                    try database.close()
                    _ = try store.record(id: "a")
                },
            ]
            for statement in statements {
                let error = #expect(throws: QuireError.self) { try statement() }
                #expect(!texts(of: try #require(error)).contains(Self.password))
            }
        }
    }
#endif
