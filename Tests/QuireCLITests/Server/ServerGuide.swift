#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuirePostgreSQL
    import QuireTestSupport

    @testable import QuireCLI

    /// A schema on the test server for one test.
    final class ServerGuide: Sendable {
        let connectionString: String
        let schemaName = PostgresServer.schemaName()

        /// Creates a guide whose schema does not exist yet.
        init() throws {
            connectionString = try PostgresServer.connectionString()
        }

        /// Creates the schema with the documents of the guide.
        static func withHotels() throws -> ServerGuide {
            let guide = try ServerGuide()
            let run = guide.run(
                "import", "-", "--format", "jsonl", "--id-key", "_id", "--type", "hotel",
                input: Guide.hotels)
            guard run.code == .success else { throw Guide.Problem(text: run.notes) }
            return guide
        }

        /// Runs a command on the schema.
        func run(
            _ command: String, _ words: String..., input: String = "", width: Int? = nil
        ) -> ToolRun {
            let name = command.split(separator: " ").map(String.init)
            return ToolRun(
                name + [connectionString, "--schema-name", schemaName] + words, input: input,
                width: width)
        }

        /// Copies a database to the schema.
        func copy(from source: String, _ words: String...) -> ToolRun {
            ToolRun(
                ["copy", source, connectionString, "--copy-schema-name", schemaName] + words)
        }

        /// Copies the schema to a bundle.
        func copy(to bundle: String, _ words: String...) -> ToolRun {
            ToolRun(["copy", connectionString, bundle, "--schema-name", schemaName] + words)
        }

        /// Opens the schema.
        func open(createsTables: Bool = true) throws -> PostgresDatabase {
            var configuration = PostgresConfiguration(connectionString)
            configuration.schemaName = schemaName
            configuration.createsTables = createsTables
            configuration.connectionTimeout = 60
            return try PostgresDatabase(configuration)
        }
    }

    extension ToolRun {
        /// The lines, with the keys of JSON objects in a fixed order.
        ///
        /// A bundle stores the keys of an object in the order of their numbers.
        var canonicalLines: [String] {
            lines.map { line in
                (try? FleeceStorage(json: line).root?.json(.canonical)) ?? line
            }
        }
    }
#endif
