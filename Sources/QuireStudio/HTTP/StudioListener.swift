import QuirePlatform
import QuireNetwork

/// A server that accepts connections and answers their requests.
final class StudioListener: Sendable {
    private struct State {
        var isClosed = false
        var connections: [Int: StudioConnection] = [:]
        var nextNumber = 0
    }

    private let listener: SocketListener
    private let respond: @Sendable (HTTPRequestHead) -> RequestHandling
    private let maximumConnections: Int
    private let state = Mutex(State())

    var port: UInt16 { listener.port }

    /// Creates a server, which does not accept connections yet.
    ///
    /// - Parameters:
    ///   - listener: The socket.
    ///   - maximumConnections: The greatest number of connections at the same time.
    ///   - respond: A closure that decides from the head of a request how it is answered.
    init(
        _ listener: SocketListener, maximumConnections: Int,
        respond: @escaping @Sendable (HTTPRequestHead) -> RequestHandling
    ) {
        self.listener = listener
        self.maximumConnections = maximumConnections
        self.respond = respond
    }

    deinit { close() }

    /// Starts to accept connections.
    func start() {
        let listener = listener
        Task { [weak self] in
            while let transport = await listener.accept() {
                guard let self else { return transport.close() }
                self.open(transport)
            }
        }
    }

    /// Closes the socket and all connections.
    func close() {
        let connections = state.withLock { state in
            defer { state.connections = [:] }
            state.isClosed = true
            return Array(state.connections.values)
        }
        listener.close()
        for connection in connections { connection.close() }
    }

    /// The number of open connections.
    var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Returns the number of the connection that makes room for a new one, or `nil` if all are in use.
    ///
    /// A client without the token must not lock out the owner of the studio, neither if it sends
    /// nothing, nor if it does not read the answers.
    private static func replaceable(_ connections: [Int: StudioConnection]) -> Int? {
        let foreign = connections.filter { !$0.value.isAuthorized }
        return foreign.filter { $0.value.isIdle }.keys.min() ?? foreign.keys.min()
            ?? connections.filter { $0.value.isIdle }.keys.min()
    }

    private func open(_ transport: any ByteTransport) {
        let connection = StudioConnection(transport, respond: respond)
        let (number, replaced) = state.withLock { state -> (Int?, StudioConnection?) in
            guard !state.isClosed else { return (nil, nil) }
            var replaced: StudioConnection?
            if state.connections.count >= maximumConnections {
                guard let number = Self.replaceable(state.connections) else { return (nil, nil) }
                replaced = state.connections.removeValue(forKey: number)
            }
            state.nextNumber += 1
            state.connections[state.nextNumber] = connection
            return (state.nextNumber, replaced)
        }
        replaced?.close()
        guard let number else { return transport.close() }
        Task { [weak self] in
            await connection.run()
            self?.state.withLock { _ = $0.connections.removeValue(forKey: number) }
        }
    }
}
