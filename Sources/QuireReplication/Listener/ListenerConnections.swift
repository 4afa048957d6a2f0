#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireNetwork

    /// The connections of a listener.
    ///
    /// Its tasks retain it, and not the ``URLEndpointListener``, whose release stops it.
    final class ListenerConnections: Sendable {
        typealias Status = URLEndpointListener.ConnectionStatus

        private struct State {
            var listener: (any ListenerSocket)?
            var accepting: Task<Void, Never>?
            /// The observation of the database, whose end stops the listener.
            var observation: ListenerToken?
            var connections: [Int: Connection] = [:]
            var nextNumber = 0
        }

        private enum Connection {
            /// The client is sending its request, or a closure of the user decides about it.
            case opening(Opening)
            case open(PassiveSession)
        }

        private struct Opening {
            let transport: any ByteTransport
            var task: Task<Void, Never>?

            func cancel() {
                transport.close()
                task?.cancel()
            }
        }

        private let config: URLEndpointListenerConfiguration
        private let state = Mutex(State())
        /// What the connections share.
        private let budget: MemoryBudget
        private let lists = AsyncPermits(4)

        init(_ config: URLEndpointListenerConfiguration) {
            self.config = config
            budget = MemoryBudget(capacity: config.maximumMemory)
        }

        var port: UInt16? { state.withLock { $0.listener?.port } }

        var status: Status {
            state.withLock { state in
                let active = state.connections.values.count {
                    if case .open = $0 { true } else { false }
                }
                return Status(
                    connectionCount: state.connections.count, activeConnectionCount: active)
            }
        }

        /// Starts to accept connections, as ``URLEndpointListener/start()`` describes.
        func start() throws {
            guard port == nil else { return }
            let database = try config.checkedDatabase()
            let listener: any ListenerSocket
            do {
                listener = try config.makeSocket()
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
            let observation = database.observeAvailability { [weak self] change in
                if case .closed = change { self?.stop() }
            }
            state.withLock { $0.observation = observation }
            // The database can have been closed before the observation began.
            guard database.isOpen else {
                stop()
                throw database.isClosed
            }
            let request = ListenerRequest(config, database: database, budget)
            // The task ends when the socket is closed.
            let task = Task {
                while let transport = await listener.accept() {
                    open(transport, of: listener, request)
                }
            }
            state.withLock { $0.accepting = task }
        }

        /// Closes all connections, and accepts no further ones.
        func stop() {
            let (listener, connections, observation) = state.withLock { state in
                defer {
                    state.listener = nil
                    state.accepting = nil
                    state.observation = nil
                    state.connections = [:]
                }
                return (state.listener, Array(state.connections.values), state.observation)
            }
            observation?.remove()
            listener?.close()
            for connection in connections {
                switch connection {
                case .opening(let opening): opening.cancel()
                case .open(let session): Task { await session.stop() }
                }
            }
        }

        // MARK: Connections

        private func open(
            _ transport: any ByteTransport, of listener: any ListenerSocket,
            _ request: ListenerRequest
        ) {
            let (number, replaced) = state.withLock { state -> (Int?, Opening?) in
                guard state.listener != nil else { return (nil, nil) }
                var replaced: Opening?
                if state.connections.count >= config.maximumConnections {
                    // A client that opens connections and sends nothing must not lock out others.
                    guard let oldest = Self.oldestOpening(state.connections) else {
                        return (nil, nil)
                    }
                    state.connections[oldest.number] = nil
                    replaced = oldest.opening
                }
                state.nextNumber += 1
                state.connections[state.nextNumber] = .opening(Opening(transport: transport))
                return (state.nextNumber, replaced)
            }
            replaced?.cancel()
            guard let number else { return transport.close() }
            let task = Task {
                if let accepted = await request.accept(transport, of: listener) {
                    await serve(
                        accepted.socket, user: accepted.user, from: request.database, number: number
                    )
                    accepted.transport.close()
                }
                state.withLock { _ = $0.connections.removeValue(forKey: number) }
            }
            let isRemoved = state.withLock { state in
                switch state.connections[number] {
                case .opening:
                    state.connections[number] = .opening(Opening(transport: transport, task: task))
                    return false
                case .open: return false
                case nil: return true
                }
            }
            // Another connection has replaced it, the listener was stopped, or it has ended already.
            if isRemoved { task.cancel() }
        }

        private static func oldestOpening(
            _ connections: [Int: Connection]
        ) -> (number: Int, opening: Opening)? {
            var oldest: (number: Int, opening: Opening)?
            for case (let number, .opening(let opening)) in connections
            where number < oldest?.number ?? .max { oldest = (number, opening) }
            return oldest
        }

        private func serve(
            _ socket: any MessageSocket, user: String?, from database: Database, number: Int
        ) async {
            var options = PassiveOptions()
            options.isReadOnly = config.readOnly
            options.usesDeltas = config.enableDeltaSync
            options.budget = budget
            options.lists = lists
            options.collections = Set(config.collections.map { ReplicatedCollection($0).wireName })
            let log = ListenerLog()
            let client =
                (user.map { "user \(ListenerLog.shown($0)), " } ?? "") + socket.peer.logText
            let port = port ?? 0
            QuireLog.info("The listener on port \(port) has accepted \(client).", about: .listener)
            defer {
                QuireLog.info(
                    "The connection of the listener on port \(port) with \(client) has ended.",
                    about: .listener)
            }
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
            // After a violation of the protocol, the frame with the reason may wait to be sent.
            await socket.close(code: 1000, reason: "")
        }
    }

    extension Database {
        fileprivate var isClosed: QuireError {
            QuireError(.notOpen, "Database \(name) is closed.")
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
            guard database.isOpen else { throw database.isClosed }
            if authenticator is ListenerCertificateAuthenticator, tlsIdentity == nil {
                throw QuireError(
                    .invalidParameter,
                    "A listener that checks certificates of its clients needs a TLS identity.")
            }
            if let problem = (authenticator as? ListenerPasswordAuthenticator)?.problem {
                throw QuireError(.invalidParameter, problem)
            }
            let isProtected = authenticator != nil || acceptsEveryMachine
            guard isProtected || ListenerRequest.isLoopback(networkInterface) else {
                throw QuireError(
                    .invalidParameter,
                    "A listener on \(networkInterface) needs an authenticator, because other machines "
                        + "reach it.")
            }
            return database
        }

        fileprivate func makeSocket() throws -> any ListenerSocket {
            if let tlsIdentity {
                return try EncryptedListenerSocket(
                    host: networkInterface, port: port, identity: tlsIdentity,
                    clients: clientCertificates)
            }
            return PlainListenerSocket(
                try SocketListener(host: networkInterface, port: port))
        }
    }
#endif
