import Foundation
import Quire
import QuireFormats
import QuireReplication

/// The command `quire serve`.
enum ServeCommand: Command {
    static let help = CommandHelp(
        name: "serve",
        summary: "Let other databases synchronize with a database",
        discussion: [
            "Listens for replicators of Quire and Couchbase Lite until Ctrl-C, which ends the command "
                + "with status 130, and prints the URLs of the database. By default, only programs of "
                + "the same machine can connect. "
                + "Another address requires --user or --client-certificates, and should be encrypted with "
                + "--tls-identity.",
            "The password is read from --password-file or the environment variable "
                + "QUIRE_PASSWORD, and must not be empty. Refused clients are printed as warnings, with "
                + "their addresses; --log info also prints who connects and disconnects.",
        ],
        operands: [.bundle],
        options: [
            .value("port", "N", letter: "p", help: "the port (default: any that is free)"),
            .value("host", "ADDRESS", help: "the address to listen on (default: 127.0.0.1)"),
            .flag("read-only", "refuse changes of other databases"),
            .flag("deltas", "let other databases send what has changed in a document alone"),
            .list(
                "collection", "NAME", letter: "c",
                help: "offer this collection, as collection or scope.collection; repeatable "
                    + "(default: all)"),
            .list("origin", "URL", help: "let web pages of this origin connect; repeatable"),
            ReplicationOptions.user, ReplicationOptions.passwordFile,
            TLSOptions.identity, TLSOptions.generateIdentity, TLSOptions.clientCertificates,
            ReplicationOptions.log,
            DatabaseAccess.upgradeOption,
        ],
        examples: [
            CommandHelp.Example("timeout 1 quire serve hotels.cblite2 --port 4984 || true")
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        #if Replication
            let path = try DatabaseLocation.bundle(
                arguments, console: console, for: help,
                because: "synchronization requires version vectors")
            let port = try arguments.count("port") ?? 0
            guard let port = UInt16(exactly: port) else {
                throw UsageError("--port must be at most 65535, not \(port)")
            }
            try DatabaseAccess.writeBundle(path, arguments: arguments) { database in
                try serve(database, port: port, arguments: arguments, console: console)
            }
        #else
            throw ReplicationOptions.missing(help)
        #endif
    }

    #if Replication
        private static func serve(
            _ database: Database, port: UInt16, arguments: Arguments, console: Console
        ) throws {
            var configuration = URLEndpointListenerConfiguration(
                collections: try ReplicationOptions.collections(arguments, of: database))
            configuration.port = port
            configuration.readOnly = arguments.has("read-only")
            configuration.enableDeltaSync = arguments.has("deltas")
            configuration.allowedOrigins = Set(arguments.values("origin"))
            if let host = arguments.value("host") { configuration.networkInterface = host }
            if let (user, password) = try ReplicationOptions.credentials(
                arguments, console, allowsEmptyPassword: false)
            {
                configuration.authenticator = ListenerPasswordAuthenticator(
                    username: user, password: password)
            }
            try TLSOptions.apply(arguments, to: &configuration, console)
            guard
                configuration.authenticator != nil || isLoopback(configuration.networkInterface)
            else {
                throw UsageError(
                    "--host \(configuration.networkInterface) requires --user or --client-certificates, "
                        + "because other machines reach it")
            }
            if configuration.tlsIdentity == nil, !isLoopback(configuration.networkInterface) {
                console.note(
                    "warning: connections are not encrypted, so others on the network can read the "
                        + "documents and the password; --\(TLSOptions.identity.name) encrypts them")
            }
            let log = CommandLog(arguments)
            let listener = URLEndpointListener(config: configuration)
            try listener.start()
            defer {
                listener.stop()
                for line in log?.end() ?? [] { console.note(line) }
            }
            try console.interruption.whileAwaited {
                for url in listener.urls { try console.print(url.absoluteString) }
                try console.output.flush()
                console.note("press Ctrl-C to stop")
                while !console.interruption.isRequested {
                    for line in log?.takeLines() ?? [] { console.note(line) }
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }
        }

        private static func isLoopback(_ host: String) -> Bool {
            URLEndpointListenerConfiguration.isLoopback(host)
        }
    #endif
}
