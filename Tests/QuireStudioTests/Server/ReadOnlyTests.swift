import Quire
import Testing

@testable import QuireStudio

@Suite struct ReadOnlyTests {
    private static let writes = RouteTable.routes.filter(\.isWrite).map { route in
        "\(route.method) \(route.path.joined(separator: "/"))"
    }

    @Test(arguments: writes)
    func `a read-only studio refuses every change`(route: String) async throws {
        let fixture = try StudioFixture(isReadOnly: true)
        let parts = route.split(separator: " ").map(String.init)
        let answer = try await fixture.send(parts[0], "/api/\(parts[1])", "{}")
        #expect(answer.status == 403 && answer.errorCode == "readOnly")
    }

    @Test func `only these resources change a database`() {
        let reads = RouteTable.routes.filter { !$0.isWrite }.map { route in
            "\(route.method) \(route.path.joined(separator: "/"))"
        }
        let expected: Set = [
            "GET database", "GET collections", "POST documents/page", "POST documents/count",
            "GET document", "POST query", "POST explain", "GET schema", "GET indexes", "GET blob",
            "GET check", "GET conflicts", "GET replication", "GET changes", "POST export",
        ]
        #expect(Set(reads).isSubset(of: expected))
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data", ""])
    func `a body that a form of another site could send is refused`(type: String) async throws {
        let answer = try await StudioFixture().send(
            "POST", "/api/documents/delete", "{}", headers: [("Content-Type", type)])
        #expect(answer.status == 415)
    }
}
