#if Replication
    public import Foundation
    import Quire
    public import QuireReplication

    /// A listener to which the replicators of other databases connect.
    ///
    /// ```swift
    /// let configuration = URLEndpointListenerConfiguration(collections: [hotels])
    /// let listener = URLEndpointListener(config: configuration)
    /// try listener.start()
    /// ```
    ///
    /// Closing the database stops the listener.
    public final class URLEndpointListener: Sendable {
        /// The number of connections.
        ///
        /// ```swift
        /// let status: URLEndpointListener.ConnectionStatus = listener.status
        /// ```
        public typealias ConnectionStatus = QuireReplication.URLEndpointListener.ConnectionStatus

        private let listener: QuireReplication.URLEndpointListener

        /// The configuration.
        public var config: URLEndpointListenerConfiguration { listener.config }

        /// Creates a listener, which ``start()`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: URLEndpointListenerConfiguration) {
            listener = QuireReplication.URLEndpointListener(config: config)
        }

        /// The port, or `nil` if the listener is stopped.
        public var port: UInt16? { listener.port }

        /// The URLs of the database, or `nil` if the listener is stopped.
        public var urls: [URL]? {
            let urls = listener.urls
            return urls.isEmpty ? nil : urls
        }

        /// The number of connections.
        public var status: ConnectionStatus { listener.status }

        /// Starts to accept connections.
        ///
        /// If the listener is running, the call has no effect.
        ///
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration has no
        ///   collection, collections of several database objects, or an address that other machines
        ///   reach and no authenticator; with code ``CBLError/notOpen`` if the database is closed; with
        ///   code ``CBLError/ioError`` if the port is in use.
        public func start() throws {
            try convertingErrors { try listener.start() }
        }

        /// Closes all connections, and accepts no further ones.
        public func stop() { listener.stop() }
    }
#endif
