import Foundation
import QuirePlatform

/// The sockets of this process.
public enum OpenSockets {
    /// Returns the number of sockets with a port at one of their ends, as other tests open sockets at the
    /// same time.
    ///
    /// - Parameter port: The port.
    /// - Returns: The number, in which a listening socket is included.
    /// - Throws: An error if the descriptors cannot be listed.
    public static func count(atPort port: UInt16) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) }
            .count { descriptor in
                Self.port { getsockname(descriptor, $0, $1) } == port
                    || Self.port { getpeername(descriptor, $0, $1) } == port
            }
    }

    private static func port(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) == 0 }
        }
        guard isKnown, [AF_INET, AF_INET6].contains(Int32(storage.ss_family)) else { return nil }
        // The port is at the same place in the addresses of both versions.
        return withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
    }
}
