import Foundation
import Quire
import QuireStudio
import Testing

/// The code of the documentation of QuireStudio.
@Suite struct EmbeddedStudios {
    private let database: Database

    init() throws {
        database = try Database(inMemoryNamed: "travel")
    }

    @Test func `a studio is started in a debug build`() async throws {
        #if DEBUG
            let studio = try await Studio.start(database)
            print(studio.url)
        #endif
        #expect(studio.url.fragment?.count == 32)
    }

    @Test func `the URL contains a token`() async throws {
        #if DEBUG
            let studio = try await Studio.start(database)
            print(studio.url)
        #endif
        studio.stop()
        #expect(studio.url.host == "127.0.0.1")
    }

    @Test func `a studio prints its URL`() async throws {
        let studio = try await Studio.start(database)
        print(studio.url)
        #expect(studio.url.port == Int(studio.port))
    }

    @Test func `a studio can be read-only`() async throws {
        var configuration = StudioConfiguration()
        configuration.isReadOnly = true
        let studio = try await Studio.start(database, configuration: configuration)
        #expect(studio.configuration.isReadOnly)
    }

    @Test(arguments: ["0.0.0.0", "::", "example.com"])
    func `an address that other machines reach must be permitted`(host: String) async throws {
        var configuration = StudioConfiguration()
        configuration.host = host
        await #expect(throws: QuireError.self) {
            try await Studio.start(database, configuration: configuration)
        }
    }

    @Test func `a port that is in use is an error if it was given`() async throws {
        let studio = try await Studio.start(database)
        var configuration = StudioConfiguration()
        configuration.port = studio.port
        await #expect(throws: QuireError.self) {
            try await Studio.start(database, configuration: configuration)
        }
    }
}
