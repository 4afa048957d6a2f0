import Foundation

/// The system calls of sockets, which never block.
enum SystemSocket {
    /// The result of a call.
    enum Outcome<Value> {
        case value(Value)
        /// The socket is not ready.
        case notReady
        case failure(NetworkError)
    }

    // In Glibc, the constant belongs to an enumeration.
    #if os(Linux) && !canImport(Musl)
        static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
        static let streamType = Int32(SOCK_STREAM)
    #endif
    #if canImport(Darwin)
        private static let sendingFlags: Int32 = 0
    #else
        private static let sendingFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Creates a socket for an address.
    static func make(for address: SocketAddress) throws -> Int32 {
        let descriptor = socket(address.family, streamType, 0)
        guard descriptor >= 0 else { throw NetworkError.system(errno, "socket") }
        configure(descriptor)
        return descriptor
    }

    /// Calls of the descriptor do not block, and child processes do not inherit it.
    static func configure(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Small messages are sent immediately, and a lost peer is detected at some time.
    static func configureConnection(_ descriptor: Int32) {
        set(SOL_SOCKET, SO_KEEPALIVE, on: descriptor)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, on: descriptor)
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE, on: descriptor)
        #endif
    }

    static func set(_ level: Int32, _ option: Int32, on descriptor: Int32) {
        var value: Int32 = 1
        _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Reads at most a number of bytes; none at the end of the stream.
    static func receive(_ descriptor: Int32, maximum: Int) -> Outcome<[UInt8]> {
        var outcome = Outcome<[UInt8]>.notReady
        let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
            let received = retrying { recv(descriptor, buffer.baseAddress, maximum, 0) }
            count = max(0, received)
            if received < 0, let error = failure("recv") { outcome = .failure(error) }
            if received == 0 { outcome = .value([]) }
        }
        return bytes.isEmpty ? outcome : .value(bytes)
    }

    /// Sends the first bytes, and returns their number.
    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Outcome<Int> {
        let sent = bytes.withUnsafeBytes { buffer in
            retrying {
                Foundation.send(descriptor, buffer.baseAddress, buffer.count, sendingFlags)
            }
        }
        if sent >= 0 { return .value(sent) }
        return failure("send").map(Outcome.failure) ?? .notReady
    }

    /// Begins to connect.
    static func connect(_ descriptor: Int32, to address: SocketAddress) -> Outcome<Void> {
        let result = address.withSystemAddress { Foundation.connect(descriptor, $0, $1) }
        if result == 0 { return .value(()) }
        let number = errno
        // An interrupted call continues in the background.
        if number == EINPROGRESS || number == EINTR { return .notReady }
        return .failure(.system(number, "connect"))
    }

    /// Returns the result of connecting in the background.
    static func connectionError(_ descriptor: Int32) -> NetworkError? {
        var number: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else {
            return .system(errno, "connect")
        }
        return number == 0 ? nil : .system(number, "connect")
    }

    /// Returns the next connection of a listening socket.
    static func accept(_ descriptor: Int32) -> Outcome<Int32> {
        let accepted = retrying { Int(Foundation.accept(descriptor, nil, nil)) }
        if accepted >= 0 {
            let connection = Int32(accepted)
            configure(connection)
            configureConnection(connection)
            return .value(connection)
        }
        return failure("accept").map(Outcome.failure) ?? .notReady
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Returns the error of the last call, or `nil` if the socket was only not ready.
    private static func failure(_ operation: String) -> NetworkError? {
        let number = errno
        return number == EAGAIN || number == EWOULDBLOCK ? nil : .system(number, operation)
    }
}
