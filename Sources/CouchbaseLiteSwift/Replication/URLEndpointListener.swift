#if Replication
    public import Foundation
    import Quire
    import QuirePlatform
    import QuireReplication

    /// A listener to which the replicators of other databases connect.
    ///
    /// ```swift
    /// let configuration = URLEndpointListenerConfiguration(collections: [hotels])
    /// let listener = URLEndpointListener(config: configuration)
    /// try listener.start()
    /// ```
    ///
    /// Closing the database stops the listener, and so does releasing it.
    public final class URLEndpointListener: Sendable {
        /// The number of connections.
        ///
        /// ```swift
        /// let status: URLEndpointListener.ConnectionStatus = listener.status
        /// ```
        public struct ConnectionStatus: Sendable, Hashable {
            /// The number of connections that are open or being opened.
            public let connectionCount: UInt64
            /// The number of connections that replicate.
            public let activeConnectionCount: UInt64
        }

        private let listener = Mutex<QuireReplication.URLEndpointListener?>(nil)

        /// Held while the listener is started or stopped.
        private let changes = Mutex(())

        /// The configuration.
        public let config: URLEndpointListenerConfiguration

        /// Creates a listener, which ``start()`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: URLEndpointListenerConfiguration) { self.config = config }

        /// The port, or `nil` if the listener is stopped.
        public var port: UInt16? { running?.port }

        /// The URLs of the database, or `nil` if the listener is stopped.
        ///
        /// A listener on all network interfaces has a URL for the name of this machine, and for each of its
        /// addresses.
        public var urls: [URL]? {
            guard let urls = running?.urls, !urls.isEmpty else { return nil }
            return urls
        }

        /// The identity that the listener shows to its clients, or `nil` if it is stopped or does not encrypt.
        ///
        /// Without an identity in the configuration, it is a new one that no authority has signed.
        public var tlsIdentity: TLSIdentity? {
            guard let running, running.port != nil else { return nil }
            return running.config.tlsIdentity.map(TLSIdentity.init(quire:))
        }

        /// The number of connections.
        public var status: ConnectionStatus {
            let status = running?.status
            return ConnectionStatus(
                connectionCount: UInt64(status?.connectionCount ?? 0),
                activeConnectionCount: UInt64(status?.activeConnectionCount ?? 0))
        }

        private var running: QuireReplication.URLEndpointListener? { listener.withLock { $0 } }

        /// Starts to accept connections.
        ///
        /// If the listener is running, the call has no effect.
        ///
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration has no
        ///   collection, collections of several database objects, or an authenticator with certificates
        ///   although it disables TLS; with code ``CBLError/notOpen`` if the database is closed; with
        ///   code ``CBLError/ioError`` if the port is in use or an identity cannot be created.
        public func start() throws {
            try convertingErrors {
                try changes.withLock { _ in
                    guard running?.port == nil else { return }
                    let new = QuireReplication.URLEndpointListener(config: try config.quire())
                    try new.start()
                    listener.withLock { $0 = new }
                }
            }
        }

        /// Closes all connections, and accepts no further ones.
        public func stop() {
            changes.withLock { _ in
                running?.stop()
                listener.withLock { $0 = nil }
            }
        }
    }
#endif
