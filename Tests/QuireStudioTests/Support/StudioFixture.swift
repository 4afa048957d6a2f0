import Foundation
import Quire
import QuireNetwork
import QuireTestSupport

@testable import QuireStudio

/// A studio on a new database.
final class StudioFixture: Sendable {
    let database: any DocumentDatabase
    let studio: Studio
    let token: String
    private let folder: TemporaryFolder?

    init(
        isReadOnly: Bool = false, maximumConnections: Int = 256,
        _ prepare: (any DocumentDatabase) throws -> Void = { _ in }
    ) throws {
        let folder = try TemporaryFolder()
        let database = try Database(
            name: "travel", config: DatabaseConfiguration(directory: folder.path))
        try prepare(database)
        self.folder = folder
        self.database = database
        var configuration = StudioConfiguration()
        configuration.port = 0
        configuration.isReadOnly = isReadOnly
        configuration.maximumConnections = maximumConnections
        studio = try Studio(database, configuration: configuration)
        token = studio.url.fragment ?? ""
    }

    /// Starts a studio on a database, which is closed with the fixture.
    init(_ database: any DocumentDatabase) throws {
        folder = nil
        self.database = database
        var configuration = StudioConfiguration()
        configuration.port = 0
        studio = try Studio(database, configuration: configuration)
        token = studio.url.fragment ?? ""
    }

    deinit {
        studio.stop()
        try? database.close()
    }

    /// The fields of a request of the page.
    var headers: [(String, String)] {
        [("Host", "127.0.0.1:\(studio.port)"), ("X-Quire-Token", token)]
    }

    /// Sends a request on a new connection.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query.
    ///   - body: The body, which is JSON unless the fields contain another type.
    ///   - own: Fields that replace those of the page with the same name; `nil` removes one.
    /// - Returns: The answer.
    /// - Throws: The errors of the connection.
    func send(
        _ method: String, _ target: String, _ body: String? = nil,
        headers own: [(String, String?)] = []
    ) async throws -> StudioAnswer {
        try await send(method, target, bytes: body.map { Array($0.utf8) }, headers: own)
    }

    func send(
        _ method: String, _ target: String, bytes: [UInt8]?, headers own: [(String, String?)] = []
    ) async throws -> StudioAnswer {
        var fields = headers.filter { field in !own.contains { $0.0 == field.0 } }
        fields += own.compactMap { name, value in value.map { (name, $0) } }
        if let bytes {
            fields.append(("Content-Length", "\(bytes.count)"))
            if !own.contains(where: { $0.0 == "Content-Type" }) {
                fields.append(("Content-Type", "application/json"))
            }
        }
        let head = HTTPRequestHead(
            method: method, target: target, headers: HTTPHeaders(fields))
        let client = try await StudioClient(port: studio.port)
        defer { client.transport.close() }
        try await client.stream.send(try head.encoded() + (bytes ?? []))
        guard let answer = try await client.answer() else { throw ClosedConnection() }
        return answer
    }
}

/// The error of a connection that the server closed without an answer.
struct ClosedConnection: Error {}

/// Returns a string for the query of a target.
func encoded(_ text: String) -> String {
    text.utf8.map { byte in
        let isPlain = byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || byte == 0x2E)
        let digits = String(byte, radix: 16)
        return isPlain
            ? String(Unicode.Scalar(byte))
            : "%" + String(repeating: "0", count: 2 - digits.count) + digits
    }.joined()
}

extension DocumentStore {
    /// Saves a document of JSON.
    func put(_ id: String, _ json: String) throws {
        try save { writer in
            try JSONText(json).write(to: writer)
            return WriteTarget(id: id, if: .any)
        }
    }
}
