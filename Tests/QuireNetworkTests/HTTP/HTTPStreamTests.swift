import QuireNetwork
import Testing

@Suite struct HTTPStreamTests {
    @Test func `requests follow each other, and other bytes follow them`() async throws {
        let (client, server) = MemoryPipe.pair(capacity: 5)
        let stream = HTTPStream(server)
        async let sent: Void = client.send(
            Array(
                """
                POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\
                POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n\
                GET /3 HTTP/1.1\r\nHost: a\r\n\r\nrest
                """.utf8))
        var results: [String] = []
        for _ in 0..<3 {
            let head = try #require(try await stream.requestHead())
            let body = try await stream.body(try head.bodyFraming())
            results.append("\(head.target) \(String(decoding: body, as: UTF8.self))")
        }
        #expect(results == ["/1 abc", "/2 x", "/3 "])
        #expect(try await stream.receive(exactly: 4, parts: 3) == Array("rest".utf8))
        try await sent
        client.close()
        #expect(try await stream.requestHead() == nil)
    }

    @Test func `a connection that ends within a head is an error`() async throws {
        let (client, server) = MemoryPipe.pair()
        try await client.send(Array("GET / HT".utf8))
        client.close()
        #expect(await kind { _ = try await HTTPStream(server).requestHead() } == .reset)
    }

    @Test func `a response without a length ends with the connection`() async throws {
        let (client, server) = MemoryPipe.pair()
        try await server.send(Array("HTTP/1.1 500 Oh\r\n\r\nreason".utf8))
        server.close()
        let stream = HTTPStream(client)
        let head = try #require(try await stream.responseHead())
        #expect(try await stream.body(try head.bodyFraming()) == Array("reason".utf8))
    }

    @Test func `bytes that are sent and the end reach the peer`() async throws {
        let (client, server) = MemoryPipe.pair()
        let stream = HTTPStream(client)
        try await stream.send([1])
        stream.close()
        #expect(await server.receiveAll().bytes == [1])
    }
}
