import Fleece
import QuirePlatform

/// The newest committed shared keys that any connection of a database has read.
///
/// All connections that read the same keys share one object, and therefore its caches.
package final class PublishedKeys: Sendable {
    private struct State {
        var encoded: [UInt8] = []
        var keys = SharedKeys.empty
    }

    private let state = Mutex(State())

    /// Returns the shared keys for a stored row.
    ///
    /// - Parameter encoded: The bytes of the row, which are empty if the database has no shared
    ///   keys.
    /// - Returns: The shared keys. Equal bytes return the same object.
    /// - Throws: ``FleeceError`` if the bytes are not valid shared keys.
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

    /// Publishes committed shared keys to all connections.
    ///
    /// Shared keys are never removed. Fewer keys are therefore an older state, which a reader may
    /// still see.
    ///
    /// - Parameters:
    ///   - keys: The shared keys.
    ///   - encoded: The stored bytes of the keys.
    func publish(_ keys: SharedKeys, encoded: [UInt8]) {
        state.withLock { state in
            if keys.count > state.keys.count { state = State(encoded: encoded, keys: keys) }
        }
    }
}
