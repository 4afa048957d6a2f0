import QuireNetwork
import Testing

/// The rules that every transport follows.
@Suite struct TransportBehaviorTests {
    enum Connection: CaseIterable {
        case pipe, smallPipe, sockets

        func open() async throws -> (any ByteTransport, any ByteTransport) {
            switch self {
            case .pipe: return MemoryPipe.pair()
            case .smallPipe: return MemoryPipe.pair(capacity: 7)
            case .sockets:
                let listener = try SocketListener(host: "127.0.0.1", port: 0)
                async let accepted = listener.accept()
                let client = try await SocketTransport.connect(
                    host: "127.0.0.1", port: listener.port)
                return (client, try #require(await accepted))
            }
        }
    }

    @Test(arguments: Connection.allCases)
    func `bytes arrive in both directions at the same time`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        let bytes = pattern(connection == .smallPipe ? 2_000 : 1_048_576)
        async let sentThere: Void = one.send(bytes)
        async let sentBack: Void = other.send(bytes.reversed())
        async let there = other.receive(exactly: bytes.count)
        async let back = one.receive(exactly: bytes.count)
        #expect(try await there == bytes)
        #expect(try await back == bytes.reversed())
        try await sentThere
        try await sentBack
    }

    @Test(arguments: Connection.allCases)
    func `a call receives no more bytes than the maximum`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        try await one.send([1, 2, 3])
        #expect(try await other.receive(maximum: 2).count <= 2)
    }

    @Test(arguments: Connection.allCases)
    func `sent bytes are received although the sender has closed`(
        _ connection: Connection
    ) async throws {
        let (one, other) = try await connection.open()
        try await one.send([1, 2, 3])
        one.close()
        #expect(await other.receiveAll().bytes == [1, 2, 3])
        #expect(try await other.receive(maximum: 1) == [])
    }

    @Test(arguments: Connection.allCases)
    func `closing ends a call that receives`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        async let received = one.receiveAll()
        await Task.yield()
        one.close()
        #expect(await received.bytes == [])
        #expect(await other.receiveAll().bytes == [])
    }

    @Test(arguments: Connection.allCases)
    func `closing ends a call that sends to a peer that does not read`(
        _ connection: Connection
    ) async throws {
        let (one, other) = try await connection.open()
        async let sent = kind { try await one.send([UInt8](repeating: 1, count: 20_000_000)) }
        try await Task.sleep(for: .milliseconds(20))
        one.close()
        #expect(await sent == .closed)
        other.close()
    }

    @Test(arguments: Connection.allCases)
    func `calls after closing throw or end`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        one.close()
        one.close()
        #expect(await kind { try await one.send([1]) } == .closed)
        #expect(await one.receiveAll().bytes == [])
        other.close()
    }

    @Test(arguments: Connection.allCases)
    func `sending to a peer that has closed fails`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        other.close()
        // The first bytes can be sent before the system knows of the end.
        #expect(
            await kind {
                for _ in 0..<100 {
                    try await one.send([UInt8](repeating: 1, count: 100_000))
                    try await Task.sleep(for: .milliseconds(1))
                }
            } == .reset)
    }

    @Test(arguments: Connection.allCases)
    func `no bytes can be sent`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        try await one.send([])
        try await one.send([5])
        #expect(try await other.receive(maximum: 9) == [5])
    }

    @Test(arguments: Connection.allCases)
    func `a slow peer receives everything`(_ connection: Connection) async throws {
        let (one, other) = try await connection.open()
        let bytes = pattern(3_000)
        async let sent: Void = one.send(bytes)
        var received: [UInt8] = []
        while received.count < bytes.count {
            received += try await other.receive(maximum: 100)
            try await Task.sleep(for: .microseconds(100))
        }
        try await sent
        #expect(received == bytes)
    }

    @Test(arguments: Connection.allCases)
    func `an operation that takes too long is ended and the transport closed`(
        _ connection: Connection
    ) async throws {
        let (one, other) = try await connection.open()
        let error = await kind {
            _ = try await one.closing(after: .milliseconds(20), "Waiting") {
                try await one.receive(maximum: 1)
            }
        }
        #expect(error == .timedOut)
        #expect(await other.receiveAll().bytes == [])
    }

    @Test(arguments: Connection.allCases)
    func `a fast operation with a time limit leaves the transport open`(
        _ connection: Connection
    ) async throws {
        let (one, other) = try await connection.open()
        try await one.closing(after: .seconds(100), "Sending") { try await one.send([1]) }
        try await one.send([2])
        #expect(try await other.receive(exactly: 2) == [1, 2])
    }

    @Test(arguments: Connection.allCases)
    func `canceling the task closes the transport of an operation with a time limit`(
        _ connection: Connection
    ) async throws {
        let (one, other) = try await connection.open()
        let task = Task {
            _ = try await one.closing(after: .seconds(100), "Waiting") {
                try await one.receive(maximum: 1)
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await other.receiveAll().bytes == [])
    }
}
