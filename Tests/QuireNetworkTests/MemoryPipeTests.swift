import QuireNetwork
import Testing

@Suite struct MemoryPipeTests {
    @Test func `sending suspends while the capacity is exhausted`() async throws {
        let (one, other) = MemoryPipe.pair(capacity: 4)
        let task = Task { try await one.send(pattern(5)) }
        #expect(try await other.receive(maximum: 100) == Array(pattern(5).prefix(4)))
        #expect(try await other.receive(maximum: 100) == Array(pattern(5).suffix(1)))
        try await task.value
    }

    @Test(arguments: [0, 1, 99, 100])
    func `a lost connection delivers the bytes before the loss`(loss: Int) async throws {
        let (one, other) = MemoryPipe.pair(capacity: 8, lostAfter: loss)
        async let sent = kind { try await one.send(pattern(100)) }
        let (bytes, error) = await other.receiveAll()
        #expect(bytes == Array(pattern(100).prefix(loss)))
        #expect(error == .reset)
        #expect(await sent == .reset)
    }

    @Test func `a lost connection ends both directions of both peers`() async throws {
        let (one, other) = MemoryPipe.pair(lostAfter: 2)
        async let received = one.receiveAll()
        #expect(await kind { try await one.send([1, 2, 3]) } == .reset)
        #expect(await received.error == .reset)
        #expect(await other.receiveAll().bytes == [1, 2])
        #expect(await kind { try await other.send([1]) } == .reset)
    }

    @Test func `a transport that is released is closed`() async throws {
        var pair: (any ByteTransport, any ByteTransport)? = MemoryPipe.pair()
        let other = try #require(pair?.1)
        pair = nil
        #expect(await other.receiveAll().error == nil)
    }
}

@Suite struct ByteQueueTests {
    @Test func `bytes are taken in the order of their addition`() {
        var queue = ByteQueue()
        var taken: [UInt8] = []
        for round in 0..<50 {
            queue.append(pattern(100)[round..<(round + 2)])
            taken += queue.take(maximum: 1)
        }
        #expect(queue.count == 50)
        taken += queue.take(maximum: 1_000)
        #expect(taken == (0..<50).flatMap { pattern(100)[$0..<($0 + 2)] })
        #expect(queue.take(maximum: 3) == [] && queue.isEmpty)
    }
}
