#if Replication
    public import Foundation
    public import Quire

    /// The other database of a replication.
    ///
    /// The types are ``URLEndpoint`` and ``DatabaseEndpoint``.
    public protocol Endpoint: Sendable {}

    /// A database on a server: Sync Gateway, Couchbase App Services, or a listener of Couchbase Lite or
    /// Quire.
    ///
    /// ```swift
    /// if let url = URL(string: "wss://example.com/travel") {
    ///     let endpoint = URLEndpoint(url: url)
    ///     print(endpoint.url)  // wss://example.com/travel
    /// }
    /// ```
    public struct URLEndpoint: Endpoint, Hashable, CustomStringConvertible {
        /// The URL of the database.
        public let url: URL

        /// Creates an endpoint.
        ///
        /// The URL must not contain a user name or password, because URLs appear in logs and in the file
        /// of the database. Use a ``BasicAuthenticator`` for those. A replicator whose URL is invalid stops
        /// with an error.
        ///
        /// - Parameter url: The URL of the database, with the scheme `ws` or `wss`. `http` and `https`
        ///   mean the same. The path is the name of the database.
        public init(url: URL) {
            self.url = url
        }

        /// Checks the URL.
        ///
        /// - Throws: `QuireError` with code `invalidParameter` if the URL has another scheme, no host or
        ///   no database name, or if it contains a user name, a password or a query.
        package func check() throws {
            guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let scheme = components.scheme?.lowercased(),
                ["ws", "wss", "http", "https"].contains(scheme)
            else {
                throw QuireError(
                    .invalidParameter, "The URL of a replication needs the scheme ws or wss.")
            }
            guard components.user == nil, components.password == nil else {
                throw QuireError(
                    .invalidParameter,
                    "The URL of a replication must not contain a user name or password. They "
                        + "belong to the configuration.")
            }
            guard let host = components.host, !host.isEmpty,
                components.path.split(separator: "/").last != nil,
                components.query == nil, components.fragment == nil
            else {
                throw QuireError(
                    .invalidParameter,
                    "The URL \(url.absoluteString.debugDescription) needs a host, a database name, and "
                        + "no query.")
            }
        }

        /// The text of the URL.
        public var description: String { url.absoluteString }

        /// Whether the connection is encrypted.
        var isSecure: Bool { ["wss", "https"].contains(url.scheme?.lowercased()) }

        /// The path of the WebSocket.
        var path: String {
            let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
            let path = components?.percentEncodedPath ?? url.path
            return (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/_blipsync"
        }

        var webSocketURL: URL {
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
            components?.scheme = isSecure ? "wss" : "ws"
            components?.percentEncodedPath = path
            return components?.url ?? url
        }

        /// The name under which databases know this one: its URL with the path of the WebSocket.
        var remoteName: String { webSocketURL.absoluteString }
    }

    /// Another database of this process.
    ///
    /// ```swift
    /// let backup = try Database(name: "backup")
    /// let replicator = Replicator(
    ///     config: ReplicatorConfiguration(
    ///         collections: [CollectionConfiguration(collection: try database.defaultCollection())],
    ///         target: DatabaseEndpoint(database: backup)))
    /// ```
    public struct DatabaseEndpoint: Endpoint {
        /// The database.
        public let database: Database

        /// Creates an endpoint.
        public init(database: Database) {
            self.database = database
        }
    }
#endif
