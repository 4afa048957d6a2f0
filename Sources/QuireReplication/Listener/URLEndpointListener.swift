#if Replication
    public import Foundation
    import PortableSynchronization
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
    /// The other database decides what is replicated, and resolves conflicts. Connections are not
    /// encrypted: outside of one machine, use a proxy that provides TLS.
    public final class URLEndpointListener: Sendable {
        private struct State {
            var listener: SocketListener?
            var accepting: Task<Void, Never>?
            var connections: [Int: Connection] = [:]
            var nextNumber = 0
        }

        private enum Connection {
            /// The client is sending its request.
            case opening(any ByteTransport)
            case open(PassiveSession)
        }

        /// The number of connections.
        public struct ConnectionStatus: Sendable, Hashable {
            /// The number of connections that are open or being opened.
            public let connectionCount: Int
            /// The number of connections that replicate.
            public let activeConnectionCount: Int
        }

        /// The configuration.
        public let config: URLEndpointListenerConfiguration

        private let state = Mutex(State())
        /// What the connections share.
        private let budget: MemoryBudget
        private let lists = AsyncPermits(4)

        /// Creates a listener, which ``start()`` starts.
        ///
        /// - Parameter config: The configuration.
        public init(config: URLEndpointListenerConfiguration) {
            self.config = config
            budget = MemoryBudget(capacity: config.maximumMemory)
        }

        deinit { stop() }

        /// The port, or `nil` if the listener is stopped.
        public var port: UInt16? { state.withLock { $0.listener?.port } }

        /// The URLs of the database, or an empty array if the listener is stopped.
        public var urls: [URL] {
            guard let port else { return [] }
            let host = config.networkInterface
            let name = config.collections.first?.database.name.addingPercentEncoding(
                withAllowedCharacters: .alphanumerics)
            let text = "ws://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(name ?? "")"
            return URL(string: text).map { [$0] } ?? []
        }

        /// The number of connections.
        public var status: ConnectionStatus {
            state.withLock { state in
                let active = state.connections.values.count {
                    if case .open = $0 { true } else { false }
                }
                return ConnectionStatus(
                    connectionCount: state.connections.count, activeConnectionCount: active)
            }
        }

        /// Starts to accept connections.
        ///
        /// If the listener is running, the call has no effect.
        ///
        /// - Throws: `QuireError` with code `invalidParameter` if the configuration has no collection,
        ///   collections of several database objects, or an address that other machines reach and no
        ///   authenticator; with code `ioError` if the port is in use or the address is not one of this
        ///   machine.
        public func start() throws {
            guard port == nil else { return }
            let database = try config.checkedDatabase()
            let listener: SocketListener
            do {
                listener = try SocketListener(host: config.networkInterface, port: config.port)
            } catch {
                throw QuireError(
                    .ioError,
                    "The listener on \(config.networkInterface), port \(config.port) cannot be started: "
                        + "\(error)", underlyingError: error)
            }
            let isStarted = state.withLock { state in
                guard state.listener == nil else { return false }
                state.listener = listener
                return true
            }
            guard isStarted else { return listener.close() }
            let task = Task { [weak self] in
                while let transport = await listener.accept() {
                    guard let self else { return transport.close() }
                    self.open(transport, database)
                }
            }
            state.withLock { $0.accepting = task }
        }

        /// Closes all connections, and accepts no further ones.
        ///
        /// The replicators of the clients try again later.
        public func stop() {
            let (listener, connections) = state.withLock { state in
                defer {
                    state.listener = nil
                    state.accepting = nil
                    state.connections = [:]
                }
                return (state.listener, Array(state.connections.values))
            }
            listener?.close()
            for connection in connections {
                switch connection {
                case .opening(let transport): transport.close()
                case .open(let session): Task { await session.stop() }
                }
            }
        }

        // MARK: Connections

        private func open(_ transport: any ByteTransport, _ database: Database) {
            let number = state.withLock { state -> Int? in
                guard state.listener != nil, state.connections.count < config.maximumConnections
                else { return nil }
                state.nextNumber += 1
                state.connections[state.nextNumber] = .opening(transport)
                return state.nextNumber
            }
            guard let number else { return transport.close() }
            let request = ListenerRequest(config, database: database, budget)
            Task { [weak self] in
                if let socket = await request.accept(transport) {
                    await self?.serve(socket, database, number)
                }
                transport.close()
                self?.state.withLock { _ = $0.connections.removeValue(forKey: number) }
            }
        }

        private func serve(
            _ socket: any MessageSocket, _ database: Database, _ number: Int
        ) async {
            var options = PassiveOptions()
            options.isReadOnly = config.readOnly
            options.budget = budget
            options.lists = lists
            options.collections = Set(config.collections.map { ReplicatedCollection($0).wireName })
            let log = ListenerLog()
            let session = PassiveSession(socket: socket, database: database, options: options) {
                log.add($0)
            }
            let isOpen = state.withLock { state in
                guard state.connections[number] != nil else { return false }
                state.connections[number] = .open(session)
                return true
            }
            guard isOpen else { return socket.abort() }
            await session.run()
        }
    }

    extension URLEndpointListenerConfiguration {
        /// Returns the database of the collections.
        ///
        /// - Throws: `QuireError` with code `invalidParameter` if a listener cannot use the
        ///   configuration.
        fileprivate func checkedDatabase() throws -> Database {
            guard let database = collections.first?.database else {
                throw QuireError(.invalidParameter, "A listener needs a collection.")
            }
            guard collections.allSatisfy({ $0.database === database }) else {
                throw QuireError(
                    .invalidParameter,
                    "The collections of a listener must belong to one database object.")
            }
            guard authenticator != nil || ListenerRequest.isLoopback(networkInterface) else {
                throw QuireError(
                    .invalidParameter,
                    "A listener on \(networkInterface) needs an authenticator, because other machines "
                        + "reach it.")
            }
            return database
        }
    }
#endif
