import Fleece
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The newest committed table of shared keys that any connection of a database has seen.
///
/// All connections that see the same table share one object, so that what is cached for a table is
/// cached once.
final class PublishedKeys: Sendable {
    private struct State {
        var encoded: [UInt8] = []
        var keys = SharedKeys.empty
    }

    private let state = Mutex(State())

    /// Returns the table that a stored row holds.
    ///
    /// - Parameter encoded: The row's bytes; none for a database without shared keys.
    /// - Returns: The table; the same object for the same bytes.
    /// - Throws: ``FleeceError`` if the bytes are no such table.
    func keys(storedAs encoded: UnsafeRawBufferPointer) throws -> SharedKeys {
        guard let start = encoded.baseAddress, !encoded.isEmpty else { return .empty }
        let known = state.withLock { state in
            guard state.encoded.count == encoded.count else { return nil as SharedKeys? }
            let isSame = state.encoded.withUnsafeBytes {
                $0.baseAddress.map { memcmp($0, start, encoded.count) == 0 } ?? false
            }
            return isSame ? state.keys : nil
        }
        if let known { return known }
        let keys = try SharedKeys(encoded: encoded)
        publish(keys, encoded: Array(encoded))
        return keys
    }

    /// Makes a committed table known to all connections.
    ///
    /// A table only grows, so a shorter one is an older one, which some reader still sees.
    ///
    /// - Parameters:
    ///   - keys: The table.
    ///   - encoded: The bytes that are stored.
    func publish(_ keys: SharedKeys, encoded: [UInt8]) {
        state.withLock { state in
            if keys.count > state.keys.count { state = State(encoded: encoded, keys: keys) }
        }
    }
}
