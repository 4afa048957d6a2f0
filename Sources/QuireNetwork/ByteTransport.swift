/// A bidirectional stream of bytes between two peers.
///
/// One task at a time may receive, and one task at a time may send. Both may run concurrently.
package protocol ByteTransport: Sendable {
    /// Returns the next bytes of the peer, and suspends until there are some.
    ///
    /// - Parameter maximum: The greatest number of bytes to return, at least 1.
    /// - Returns: 1 to `maximum` bytes, or an empty array at the end of the stream.
    /// - Throws: `NetworkError`.
    func receive(maximum: Int) async throws -> [UInt8]

    /// Sends bytes, and suspends as long as the peer does not read.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Throws: `NetworkError`, after which an unknown number of the bytes was sent.
    func send(_ bytes: [UInt8]) async throws

    /// Closes both directions.
    ///
    /// Pending and later calls of `receive(maximum:)` return an empty array or throw
    /// `NetworkError.closed`, those of `send(_:)` throw it. Further calls have no effect. The method
    /// never blocks.
    func close()
}
