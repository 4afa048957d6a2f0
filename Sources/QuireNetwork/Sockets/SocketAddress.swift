import Foundation

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Sendable, Equatable {
    /// The bytes of the system's structure.
    private let bytes: [UInt8]

    /// The address family of the system.
    let family: Int32

    private init(_ pointer: UnsafePointer<sockaddr>, count: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: pointer, count: Int(count)))
        family = Int32(pointer.pointee.sa_family)
    }

    /// Creates an address from that of a network interface, or returns `nil` for another family.
    init?(ofInterface pointer: UnsafePointer<sockaddr>) {
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET: self.init(pointer, count: socklen_t(MemoryLayout<sockaddr_in>.size))
        case AF_INET6: self.init(pointer, count: socklen_t(MemoryLayout<sockaddr_in6>.size))
        default: return nil
        }
    }

    func withSystemAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        let count = min(bytes.count, MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes.prefix(count)) }
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(count))
            }
        }
    }
}

// MARK: Descriptors

extension SocketAddress {
    /// Returns the own address of a socket.
    static func own(of descriptor: Int32) -> SocketAddress? {
        read { getsockname(descriptor, $0, $1) }
    }

    /// Returns the address of a socket's peer.
    static func peer(of descriptor: Int32) -> SocketAddress? {
        read { getpeername(descriptor, $0, $1) }
    }

    private static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                call(address, &count) == 0 ? SocketAddress(address, count: count) : nil
            }
        }
    }
}

// MARK: Names

extension SocketAddress {
    package var port: UInt16 { UInt16(numericNames?.port ?? "") ?? 0 }

    /// The address without the port as text, such as `127.0.0.1` or `::1`.
    package var host: String { numericNames?.host ?? "" }

    private var numericNames: (host: String, port: String)? {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let result = withSystemAddress { address, count in
            getnameinfo(
                address, count, &host, socklen_t(host.count), &port, socklen_t(port.count),
                NI_NUMERICHOST | NI_NUMERICSERV)
        }
        guard result == 0 else { return nil }
        return (text(of: host), text(of: port))
    }

    private func text(of characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the addresses of a host.
    ///
    /// The call can block for seconds if the host is a name.
    ///
    /// - Parameters:
    ///   - host: A name, or an address as text.
    ///   - port: The port. If a socket listens on port 0, the system chooses one.
    ///   - isListening: Whether the address is one of this machine, on which a socket listens.
    /// - Returns: At least one address.
    /// - Throws: A `NetworkError` of the kind `unknownHost` if the host has no address.
    static func resolve(
        host: String, port: UInt16, isListening: Bool = false
    ) throws -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = SystemSocket.streamType
        hints.ai_flags = AI_NUMERICSERV | (isListening ? AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, String(port), &hints, &list)
        defer { if list != nil { freeaddrinfo(list) } }
        guard result == 0 else {
            let reason = String(cString: gai_strerror(result))
            throw NetworkError(.unknownHost, "The host \"\(host)\" has no address: \(reason)")
        }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr {
                addresses.append(SocketAddress(address, count: entry.ai_addrlen))
            }
            next = entry.ai_next
        }
        guard !addresses.isEmpty else {
            throw NetworkError(.unknownHost, "The host \"\(host)\" has no address.")
        }
        return addresses
    }
}
