import Foundation
import QuireNetwork
import QuireTestSupport
import Testing

@Suite struct SocketTests {
    @Test func `the listener accepts several connections in turn`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        var clients: [SocketTransport] = []
        for number in 0..<20 {
            let client = try await SocketTransport.connect(host: "127.0.0.1", port: listener.port)
            try await client.send([UInt8(number)])
            clients.append(client)
        }
        var received: [UInt8] = []
        for await connection in listener.connections {
            received += try await connection.receive(maximum: 1)
            if received.count == 20 { listener.close() }
        }
        #expect(received.sorted() == Array(0..<20))
    }

    @Test func `connections know the address of their peer`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        let client = try await SocketTransport.connect(host: "127.0.0.1", port: listener.port)
        let connection = try #require(await listener.accept())
        #expect(connection.peerAddress?.host == "127.0.0.1")
        #expect(client.peerAddress?.port == listener.port)
        #expect(listener.address.host == "127.0.0.1")
    }

    @Test func `closing the listener ends the wait for a connection`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        async let connection = listener.accept()
        try await Task.sleep(for: .milliseconds(10))
        listener.close()
        #expect(await connection == nil)
        #expect(await listener.accept() == nil)
    }

    @Test func `a closed listener refuses connections`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        let port = listener.port
        listener.close()
        #expect(
            await kind { _ = try await SocketTransport.connect(host: "127.0.0.1", port: port) }
                == .refused)
    }

    @Test func `a used port is an error that names the address`() throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        let error = #expect(throws: NetworkError.self) {
            try SocketListener(host: "127.0.0.1", port: listener.port)
        }
        #expect(error?.message.contains("127.0.0.1:\(listener.port)") == true)
    }

    @Test func `the address of another machine is an error of the listener`() {
        let error = #expect(throws: NetworkError.self) {
            try SocketListener(host: "192.0.2.1", port: 0)
        }
        #expect(error?.kind == .unreachable)
    }

    @Test func `an unknown host is an error`() async {
        #expect(
            await kind {
                _ = try await SocketTransport.connect(host: "no-such-host.invalid", port: 1)
            } == .unknownHost)
    }

    @Test(arguments: ["", "a b", "127.0.0.1/8", "[::1]", "x\u{0}y"])
    func `text that is no host is an error`(host: String) async {
        let kind = await kind { _ = try await SocketTransport.connect(host: host, port: 1) }
        #expect(kind == .unknownHost || kind == .refused)
    }

    @Test func `unread bytes at the end of a connection do not disturb the peer`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        let client = try await SocketTransport.connect(host: "127.0.0.1", port: listener.port)
        let connection = try #require(await listener.accept())
        try await client.send(pattern(10))
        connection.close()
        let end = await client.receiveAll()
        #expect(end.bytes == [] && [nil, .reset].contains(end.error))
    }

    @Test func `connections that are opened and closed leave no descriptors behind`() async throws {
        let listener = try SocketListener(host: "127.0.0.1", port: 0)
        for _ in 0..<200 {
            let client = try await SocketTransport.connect(host: "127.0.0.1", port: listener.port)
            let connection = try #require(await listener.accept())
            async let received = connection.receiveAll()
            try await client.send([1])
            client.close()
            #expect(await received.bytes == [1])
        }
        // The listening socket, and those that another thread will close soon.
        #expect(try OpenSockets.count(atPort: listener.port) < 10)
    }
}
