/// Connected transports within a process.
package enum MemoryPipe {
    /// Returns two transports, each of which receives what the other one sends.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes in each direction that are sent before they are received,
    ///     at least 1. Then, sending suspends.
    ///   - loss: The number of bytes that the first transport sends before the connection is lost.
    ///     Both transports then throw an error of the kind `reset`, the second one after it has
    ///     received these bytes.
    /// - Returns: The transports.
    package static func pair(
        capacity: Int = 65_536, lostAfter loss: Int? = nil
    ) -> (any ByteTransport, any ByteTransport) {
        let there = MemoryChannel(capacity: max(1, capacity), lostAfter: loss)
        let back = MemoryChannel(capacity: max(1, capacity), lostAfter: nil)
        return (
            MemoryTransport(incoming: back, outgoing: there),
            MemoryTransport(incoming: there, outgoing: back)
        )
    }
}

private final class MemoryTransport: ByteTransport {
    let incoming: MemoryChannel
    let outgoing: MemoryChannel

    init(incoming: MemoryChannel, outgoing: MemoryChannel) {
        self.incoming = incoming
        self.outgoing = outgoing
    }

    deinit { close() }

    func receive(maximum: Int) async throws -> [UInt8] {
        try await incoming.receive(maximum: max(1, maximum))
    }

    func send(_ bytes: [UInt8]) async throws {
        if try await outgoing.send(bytes[...]) == .lost {
            incoming.lose()
            throw NetworkError(.reset, "The connection was lost.")
        }
    }

    func close() {
        outgoing.closeSending()
        incoming.closeReceiving()
    }
}
