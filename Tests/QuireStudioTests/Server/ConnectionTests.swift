import Quire
import QuireNetwork
import Testing

@testable import QuireStudio

/// Clients that are slow, greedy or wrong.
@Suite struct ConnectionTests {
    private func head(_ fixture: StudioFixture, _ target: String, _ more: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
            + "X-Quire-Token: \(fixture.token)\r\n\(more)\r\n"
    }

    @Test func `a connection serves several requests`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        var statuses: [Int?] = []
        for target in ["/", "/api/database", "/x"] {
            try await client.send(head(fixture, target))
            statuses.append(try await client.answer()?.status)
        }
        #expect(statuses == [200, 200, 404])
    }

    @Test func `pipelined requests are answered in their order`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        let targets = ["/", "/x", "/api/database", "/%", "/studio.css"]
        try await client.send(targets.map { head(fixture, $0) }.joined())
        var statuses: [Int?] = []
        for _ in targets { statuses.append(try await client.answer()?.status) }
        #expect(statuses == [200, 404, 200, 400, 200])
    }

    @Test func `requests whose bytes arrive one by one are answered`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        for character in head(fixture, "/api/database") { try await client.send("\(character)") }
        #expect(try await client.answer()?.status == 200)
    }

    @Test func `a client that asks for it gets the end of the connection`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        try await client.send(head(fixture, "/", "Connection: close\r\n"))
        _ = try await client.answer()
        #expect(try await client.answer() == nil)
    }

    @Test func `a client that does not finish its request is disconnected`() async throws {
        let (near, far) = MemoryPipe.pair()
        var limits = StudioConnection.TimeLimits()
        limits.head = .milliseconds(50)
        let connection = StudioConnection(near, limits: limits) { _ in
            .refuse(StudioResponse(StudioError.notFound("")))
        }
        let run = Task { await connection.run() }
        try await far.send(Array("GET / HT".utf8))
        await run.value
        #expect((try? await far.receive(maximum: 1)) ?? [] == [])
    }

    @Test func `a client that does not finish its body is disconnected`() async throws {
        let (near, far) = MemoryPipe.pair()
        var limits = StudioConnection.TimeLimits()
        limits.body = .milliseconds(50)
        let connection = StudioConnection(near, limits: limits) { _ in
            .answer(maximumBody: 100, hasToken: false) { _ in .noContent }
        }
        let run = Task { await connection.run() }
        try await far.send(
            Array("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc".utf8))
        await run.value
        #expect((try? await far.receive(maximum: 1)) ?? [] == [])
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/9.9\r\nHost: a\r\n\r\n", 505),
            ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\n\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                400
            ),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n",
                431
            ),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n"
                    + String(repeating: "X: y\r\n", count: 200) + "\r\n", 431
            ),
            ("GET \(String(repeating: "/", count: 20_000)) HTTP/1.1\r\nHost: a\r\n\r\n", nil),
        ] as [(String, Int?)])
    func `an invalid head is refused and ends the connection`(
        text: String, status: Int?
    ) async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        try await client.send(text)
        let answer = try await client.answer()
        #expect(
            (status.map { $0 == answer?.status } ?? (answer?.status ?? 400 >= 400))
                && answer?.headers["Connection"] == "close")
    }

    @Test(arguments: ["Content-Length: 16777217\r\n", "Content-Length: 99999999999999\r\n"])
    func `a body above the limit is refused before it is sent`(field: String) async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        try await client.send(
            "POST /api/query HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
                + "X-Quire-Token: \(fixture.token)\r\nContent-Type: application/json\r\n"
                + field + "\r\n")
        #expect(try await client.answer()?.status == 413)
    }

    @Test func `a chunked body above the limit is refused`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        try await client.send(
            "POST /api/query HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
                + "X-Quire-Token: \(fixture.token)\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1000001\r\n")
        #expect(try await client.answer()?.status == 413)
    }

    @Test func `a refused request with a body is answered`() async throws {
        let fixture = try StudioFixture()
        let body = [UInt8](repeating: 0x20, count: 3 << 20)
        let answer = try await fixture.send(
            "POST", "/api/query", bytes: body, headers: [("X-Quire-Token", nil)])
        #expect(answer.status == 401)
    }

    @Test func `connections above the limit replace those that wait for a request`() async throws {
        let fixture = try StudioFixture(maximumConnections: 3)
        var clients: [StudioClient] = []
        for _ in 0..<5 { clients.append(try await StudioClient(port: fixture.studio.port)) }
        try await clients[4].send(head(fixture, "/"))
        #expect(try await clients[4].answer()?.status == 200)
    }

    @Test func `a studio answers while a thousand connections are open`() async throws {
        let fixture = try StudioFixture(maximumConnections: 100)
        var clients: [StudioClient] = []
        for _ in 0..<1_000 { clients.append(try await StudioClient(port: fixture.studio.port)) }
        let answer = try await fixture.send("GET", "/api/database")
        for client in clients { client.transport.close() }
        #expect(answer.status == 200 && fixture.studio.connectionCount <= 100)
    }

    @Test func `a stopped studio accepts no connection and closes existing ones`() async throws {
        let fixture = try StudioFixture()
        let client = try await StudioClient(port: fixture.studio.port)
        fixture.studio.stop()
        let end = (try? await client.answer())?.map(\.status)
        await #expect(throws: NetworkError.self) {
            _ = try await StudioClient(port: fixture.studio.port)
            _ = end
        }
    }

    @Test func `clients without the token that read no answer do not lock out the owner`()
        async throws
    {
        let fixture = try StudioFixture(maximumConnections: 4)
        let page = "GET /studio.css HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n\r\n"
        let requests = String(repeating: page, count: 2000)
        var clients: [StudioClient] = []
        for _ in 0..<4 {
            let client = try await StudioClient(port: fixture.studio.port)
            clients.append(client)
            // The task ends when the server closes the connection.
            Task { try? await client.send(requests) }
        }
        try await Task.sleep(for: .milliseconds(500))
        let owner = try await StudioClient(port: fixture.studio.port)
        try await owner.send(head(fixture, "/api/database"))
        #expect(try await owner.answer()?.status == 200)
        for client in clients { client.transport.close() }
    }
}
