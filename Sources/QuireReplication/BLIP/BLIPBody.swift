#if Replication
    /// The rest of a body that is read while the message is sent.
    package struct BLIPBodySource: Sendable {
        /// The number of bytes.
        let byteCount: Int
        /// Returns the next part, or no bytes if it cannot be read.
        ///
        /// Nothing is sent until the closure returns. If it returns no bytes, the body ends there.
        let next: @Sendable () async -> [UInt8]

        package init(byteCount: Int, next: @escaping @Sendable () async -> [UInt8]) {
            self.byteCount = byteCount
            self.next = next
        }
    }

    /// Receives the parts of a body, in order.
    ///
    /// Nothing else is received until the closure returns, so it must not wait for the connection. If it
    /// throws an error, the request fails with it.
    package typealias BLIPBodyReceiver = @Sendable ([UInt8]) async throws -> Void
#endif
