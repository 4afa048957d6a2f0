import QuireNetwork
import Testing

@testable import QuireStudio

struct RequestPolicyTests {
    private static let routes = RouteTable.routes.map { route in
        "\(route.method) /api/\(route.path.joined(separator: "/"))"
    }

    private static func parts(_ route: String) -> (method: String, target: String) {
        let parts = route.split(separator: " ").map(String.init)
        return (parts[0], parts[1])
    }

    @Test(arguments: routes + ["GET /"])
    func `a request with another host is refused on every route`(route: String) async throws {
        let fixture = try StudioFixture()
        let (method, target) = Self.parts(route)
        let answer = try await fixture.send(
            method, target, headers: [("Host", "evil.test:\(fixture.studio.port)")])
        #expect(answer.status == 403)
    }

    @Test(arguments: routes)
    func `a request of a page of another site is refused on every route`(route: String) async throws
    {
        let fixture = try StudioFixture()
        let (method, target) = Self.parts(route)
        let answer = try await fixture.send(
            method, target, headers: [("Origin", "http://evil.test")])
        #expect(answer.status == 403)
    }

    @Test(arguments: routes)
    func `a request without the token is refused on every route`(route: String) async throws {
        let fixture = try StudioFixture()
        let (method, target) = Self.parts(route)
        let answer = try await fixture.send(method, target, headers: [("X-Quire-Token", nil)])
        #expect(answer.status == 401)
    }

    @Test(arguments: ["", "0", "0123456789abcdef0123456789abcdef", "TOKEN "])
    func `a wrong token is refused`(token: String) async throws {
        let fixture = try StudioFixture()
        let answer = try await fixture.send(
            "GET", "/api/database", headers: [("X-Quire-Token", token)])
        #expect(answer.status == 401)
    }

    @Test
    func `two tokens are refused, even if both are right`() async throws {
        let fixture = try StudioFixture()
        let answer = try await fixture.send(
            "GET", "/api/database",
            headers: [("X-Quire-Token", fixture.token), ("X-Quire-Token", fixture.token)])
        #expect(answer.status == 401)
    }

    @Test(arguments: ["127.0.0.1", "localhost", "LocalHost", "[::1]"])
    func `the names of the loopback address are accepted as host`(host: String) async throws {
        let fixture = try StudioFixture()
        let answer = try await fixture.send(
            "GET", "/", headers: [("Host", "\(host):\(fixture.studio.port)")])
        #expect(answer.status == 200)
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.test:PORT", "evil.test", "localhost.:PORT",
        "10.0.0.1:PORT", "x@127.0.0.1:PORT", "[::2]:PORT", ":PORT", "0x7f.1:PORT",
    ])
    func `other hosts are refused`(host: String) async throws {
        let fixture = try StudioFixture()
        let host = host.replacing("PORT", with: "\(fixture.studio.port)")
        let answer = try await fixture.send("GET", "/", headers: [("Host", host)])
        #expect(answer.status == 403)
    }

    @Test(arguments: [
        "null", "http://evil.test", "https://127.0.0.1:PORT", "http://127.0.0.1",
        "http://localhost:PORT", "http://127.0.0.1:PORT.evil.test", "",
    ])
    func `other origins are refused`(origin: String) async throws {
        let fixture = try StudioFixture()
        let origin = origin.replacing("PORT", with: "\(fixture.studio.port)")
        let answer = try await fixture.send("GET", "/api/database", headers: [("Origin", origin)])
        #expect(answer.status == 403)
    }

    @Test
    func `the own origin is accepted`() async throws {
        let fixture = try StudioFixture()
        let answer = try await fixture.send(
            "GET", "/api/database",
            headers: [("Origin", "http://127.0.0.1:\(fixture.studio.port)")])
        #expect(answer.status == 200)
    }

    @Test(arguments: ["cross-site", "same-site", "SAME-ORIGIN", ""])
    func `a request that a browser makes for another site is refused`(site: String) async throws {
        let fixture = try StudioFixture()
        let answer = try await fixture.send(
            "GET", "/api/database", headers: [("Sec-Fetch-Site", site)])
        #expect(answer.status == 403)
    }

    @Test(arguments: ["/", "/api/database", "/api/document"])
    func `OPTIONS is refused, so that other sites cannot send headers of their own`(
        target: String
    ) async throws {
        let fixture = try StudioFixture()
        #expect(try await fixture.send("OPTIONS", target).status == 405)
    }

    @Test(arguments: ["/", "/api/database", "/x"])
    func `no answer permits other sites to read it`(target: String) async throws {
        let fixture = try StudioFixture()
        let fields = try await fixture.send("GET", target).headers.fields
        #expect(!fields.contains { $0.name.lowercased().hasPrefix("access-control") })
    }

    @Test(arguments: ["/", "/studio.js", "/api/database", "/x"])
    func `every answer has the security headers`(target: String) async throws {
        let fixture = try StudioFixture()
        let headers = try await fixture.send("GET", target).headers
        let expected = [
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store", "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
        #expect(expected.allSatisfy { headers[$0.key] == $0.value })
    }

    @Test(arguments: ["script-src 'self'", "frame-ancestors 'none'"])
    func `the policy permits no inline code and no frame`(directive: String) async throws {
        let fixture = try StudioFixture()
        let policy = try await fixture.send("GET", "/").headers["Content-Security-Policy"] ?? ""
        #expect(policy.split(separator: "; ").contains { $0 == directive })
    }

    @Test
    func `tokens have 128 bits and differ`() {
        let tokens = (0..<100).map { _ in RequestPolicy.newToken() }
        #expect(Set(tokens).count == 100 && tokens.allSatisfy { $0.count == 32 })
    }
}
