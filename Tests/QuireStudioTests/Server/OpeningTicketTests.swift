import Foundation
import Quire
import QuireNetwork
import Testing

@testable import QuireStudio

@Suite struct OpeningTicketTests {
    @Test func `the URL for a browser redirects once to the URL with the token`() async throws {
        let fixture = try StudioFixture()
        let path = fixture.studio.openingURL().path
        let first = try await fixture.send("GET", path, headers: [("X-Quire-Token", nil)])
        let second = try await fixture.send("GET", path, headers: [("X-Quire-Token", nil)])
        #expect(
            first.status == 303 && first.headers["Location"] == "/#\(fixture.token)"
                && second.status == 404)
    }

    @Test func `the URL for a browser does not contain the token`() throws {
        let fixture = try StudioFixture()
        #expect(!fixture.studio.openingURL().absoluteString.contains(fixture.token))
    }

    @Test(arguments: ["", "0", "x"])
    func `another ticket is refused`(text: String) async throws {
        let fixture = try StudioFixture()
        _ = fixture.studio.openingURL()
        #expect(try await fixture.send("GET", "/open/" + text).status == 404)
    }

    @Test func `a request of another host does not use up the ticket`() async throws {
        let fixture = try StudioFixture()
        let path = fixture.studio.openingURL().path
        let foreign = try await fixture.send("GET", path, headers: [("Host", "evil.test")])
        let own = try await fixture.send("GET", path)
        #expect(foreign.status == 403 && own.status == 303)
    }
}
