import Foundation
import Quire
import QuireReplication

/// The command `quire sync`.
enum SyncCommand: Command {
    static let help = CommandHelp(
        name: "sync",
        summary: "Synchronize a database with another one",
        discussion: [
            "Creates the database if it does not exist. Sends and receives the changes since the last "
                + "synchronization with the same URL, for "
                + "example ws://127.0.0.1:4984/travel of 'quire serve', or "
                + "wss://example.com/travel of Sync Gateway 4. Conflicts are resolved as in "
                + "Couchbase Lite: deletions win, and then later changes. Each resolved conflict is "
                + "printed with the change that was kept.",
            "The password is read from --password-file or the environment variable "
                + "QUIRE_PASSWORD. Messages go to standard error. Exit status 1 means that the "
                + "synchronization failed, 3 that documents could not be synchronized, and 130 that "
                + "Ctrl-C ended it. Each document is printed with the reason, once also if "
                + "--continuous tries again. Later synchronizations try them again, and end with 3 "
                + "until they succeed. Of documents whose blobs are missing in the other database, only "
                + "the first 5 are printed, and then their number.",
        ],
        operands: [.bundle, OperandSpecification("URL", "the URL of the other database")],
        options: [
            .flag("pull", "only receive changes"),
            .flag("push", "only send changes"),
            .flag("continuous", "continue with new changes until Ctrl-C"),
            .list(
                "collection", "NAME", letter: "c",
                help:
                    "synchronize this collection, as collection or scope.collection, and create it if "
                    + "it does not exist; repeatable (default: all collections of this database)"),
            .list("channel", "NAME", help: "receive this channel of Sync Gateway; repeatable"),
            .flag("reset", "compare all documents, not only those that changed"),
            ReplicationOptions.user, ReplicationOptions.passwordFile,
            TLSOptions.clientIdentity, TLSOptions.generateIdentity, TLSOptions.pinnedCertificate,
            TLSOptions.acceptSelfSigned, ReplicationOptions.log,
            DatabaseAccess.upgradeOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire sync hotels.cblite2 ws://127.0.0.1:4984/hotels --pull || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        #if Replication
            let path = try DatabaseLocation.bundle(
                arguments, console: console, for: help,
                because: "synchronization requires version vectors")
            let endpoint = try ReplicationOptions.endpoint(arguments.operand("URL"))
            try DatabaseAccess.writeBundle(path, arguments: arguments, creates: true) { database in
                try synchronize(database, with: endpoint, arguments: arguments, console: console)
            }
        #else
            throw ReplicationOptions.missing(help)
        #endif
    }

    #if Replication
        private static func synchronize(
            _ database: Database, with endpoint: URLEndpoint, arguments: Arguments,
            console: Console
        ) throws {
            let existing = Set(try database.allCollections().map(\.fullName))
            let collections = try collections(arguments, of: database)
            let configuration = try configuration(
                collections, target: endpoint, arguments: arguments, console: console)
            let run = SyncRun(Replicator(config: configuration), CommandLog(arguments))
            do {
                try run.run(reset: arguments.has("reset"), console)
            } catch let failure as Failure {
                // An error of the removal must not replace the reason for the failure.
                try? removeEmpty(collections.map(\.collection), of: database, except: existing)
                throw failure
            }
        }

        /// Returns the collections to synchronize, and creates missing ones that the options name.
        private static func collections(
            _ arguments: Arguments, of database: Database
        ) throws -> [CollectionConfiguration] {
            var collections =
                arguments.values("collection").isEmpty
                ? try database.optionalCollections()
                : try ReplicationOptions.collections(arguments, of: database, creates: true)
                    .map(CollectionConfiguration.init(collection:))
            let channels = arguments.values("channel")
            if !channels.isEmpty {
                for index in collections.indices { collections[index].channels = channels }
            }
            return collections
        }

        private static func configuration(
            _ collections: [CollectionConfiguration], target: URLEndpoint, arguments: Arguments,
            console: Console
        ) throws -> ReplicatorConfiguration {
            var configuration = ReplicatorConfiguration(collections: collections, target: target)
            configuration.continuous = arguments.has("continuous")
            switch (arguments.has("pull"), arguments.has("push")) {
            case (true, false): configuration.replicatorType = .pull
            case (false, true): configuration.replicatorType = .push
            default: configuration.replicatorType = .pushAndPull
            }
            if let (user, password) = try ReplicationOptions.credentials(
                arguments, console, allowsEmptyPassword: true)
            {
                configuration.authenticator = BasicAuthenticator(username: user, password: password)
            }
            try TLSOptions.apply(arguments, to: &configuration, console)
            if !configuration.continuous { configuration.maxAttempts = 3 }
            return configuration
        }

        /// Removes new collections without documents, which can be the result of a misspelled name.
        private static func removeEmpty(
            _ collections: [DocumentCollection], of database: Database,
            except existing: Set<String>
        ) throws {
            for collection in collections
            where try !existing.contains(collection.fullName)
                && collection.lastSequence() == 0
            {
                try database.deleteCollection(
                    name: collection.name, scope: collection.scope.name)
            }
        }
    #endif
}
