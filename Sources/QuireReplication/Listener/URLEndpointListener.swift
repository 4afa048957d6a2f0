#if Replication
    public import Foundation
    import Quire
    import QuireNetwork

    /// A listener to which the replicators of other databases connect.
    ///
    /// ```swift
    /// let listener = URLEndpointListener(config: configuration)
    /// try listener.start()
    /// print(listener.urls)  // [ws://127.0.0.1:4984/travel]
    /// ```
    ///
    /// The other database decides what is replicated, and resolves conflicts. Connections are encrypted if
    /// the configuration has an identity; see <doc:EncryptedConnections>. Closing the database stops the listener, and
    /// so does releasing it.
    public final class URLEndpointListener: Sendable {
        /// The number of connections.
        public struct ConnectionStatus: Sendable, Hashable {
            /// The number of connections that are open or being opened.
            public let connectionCount: Int
            /// The number of connections that replicate.
            public let activeConnectionCount: Int

            package init(connectionCount: Int, activeConnectionCount: Int) {
                self.connectionCount = connectionCount
                self.activeConnectionCount = activeConnectionCount
            }
        }

        /// The configuration.
        public let config: URLEndpointListenerConfiguration

        /// What the tasks of the connections retain, so that releasing the listener stops it.
        private let connections: ListenerConnections

        /// Creates a listener, which ``start()`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: URLEndpointListenerConfiguration) {
            self.config = config
            connections = ListenerConnections(config)
        }

        deinit { connections.stop() }

        /// The port, or `nil` if the listener is stopped.
        public var port: UInt16? { connections.port }

        /// The URLs of the database, or an empty array if the listener is stopped.
        ///
        /// A listener on all network interfaces (`0.0.0.0` or `::`) has a URL for the name of this machine, and
        /// for each of its addresses.
        public var urls: [URL] {
            guard let port else { return [] }
            let name = config.collections.first?.database.name.addingPercentEncoding(
                withAllowedCharacters: .alphanumerics)
            let scheme = config.tlsIdentity == nil ? "ws" : "wss"
            return hosts.compactMap { host in
                URL(
                    string: "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
                        + (name ?? ""))
            }
        }

        /// The names and addresses with which clients can connect.
        private var hosts: [String] {
            let isIPv4 = config.networkInterface == "0.0.0.0"
            guard isIPv4 || config.networkInterface == "::" else {
                return [config.networkInterface]
            }
            let addresses = NetworkInterfaces.addresses().filter { !isIPv4 || !$0.contains(":") }
            let name = ProcessInfo.processInfo.hostName
            let hosts = (name.isEmpty ? [] : [name]) + addresses
            return hosts.isEmpty ? ["127.0.0.1"] : hosts
        }

        /// The number of connections.
        public var status: ConnectionStatus { connections.status }

        /// Starts to accept connections.
        ///
        /// If the listener is running, the call has no effect.
        ///
        /// - Throws: `QuireError` with code `invalidParameter` if the configuration has no collection,
        ///   collections of several database objects, an address that other machines reach and no
        ///   authenticator, an authenticator with certificates and no identity, or one with an empty user name
        ///   or password; with code `ioError` if
        ///   the port is in use, the address is not one of this machine, or the identity cannot be used;
        ///   with code `notOpen` if the database is closed.
        public func start() throws {
            try connections.start()
        }

        /// Closes all connections, and accepts no further ones.
        ///
        /// The replicators of the clients try again later.
        public func stop() {
            connections.stop()
        }
    }
#endif
