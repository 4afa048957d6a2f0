public import Foundation
public import Quire
import QuireNetwork

/// A server whose page shows and edits a database in a browser.
///
/// ```swift
/// #if DEBUG
///     let studio = try await Studio.start(database)
///     print(studio.url)
/// #endif
/// ```
///
/// The URL contains a random token, without which the server answers no request about the database.
/// <doc:Embedding> explains what the server protects against.
public final class Studio: Sendable {
    /// The version of Quire.
    static let version = "0.2.0"

    /// The options of the server.
    public let configuration: StudioConfiguration

    /// The URL of the page, with the token in its fragment.
    public let url: URL

    /// The port.
    public let port: UInt16

    private let listener: StudioListener
    private let ticket = OpeningTicket()

    /// Starts a server.
    ///
    /// The database stays open as long as the server uses it: stop the server before you close the
    /// database.
    ///
    /// - Parameters:
    ///   - database: A database of any engine.
    ///   - configuration: The options of the server.
    /// - Returns: The server, which accepts connections until ``stop()`` is called.
    /// - Throws: `QuireError` with code `ioError` if the port is in use or the host is not an address
    ///   of this machine; with code `invalidParameter` if other machines reach the host and the
    ///   configuration does not permit it.
    public static func start(
        _ database: any DocumentDatabase,
        configuration: StudioConfiguration = StudioConfiguration()
    ) async throws -> Studio {
        // The look-up of a host name blocks.
        try await database.blockingWork.run {
            try Studio(database, configuration: configuration)
        }
    }

    /// Starts a server, and blocks while the name of the host is looked up.
    package init(
        _ database: any DocumentDatabase, configuration: StudioConfiguration
    ) throws {
        let host = configuration.host
        let isLoopback = StudioConfiguration.isLoopback(host)
        guard isLoopback || configuration.allowsOtherMachines else {
            throw QuireError(
                .invalidParameter,
                "The studio on \(host) would be reachable by other machines. Set "
                    + "allowsOtherMachines if this is intended")
        }
        let socket = try Self.listen(configuration)
        let token = RequestPolicy.newToken()
        var names = Set(configuration.hostNames.map { $0.lowercased() })
        names.insert(Self.bracketed(host).lowercased())
        let router = Router(
            policy: RequestPolicy(
                token: token, port: socket.port, isPublic: !isLoopback, hostNames: names),
            context: StudioContext(database: database, isReadOnly: configuration.isReadOnly),
            ticket: ticket)
        let text = "http://\(Self.bracketed(host)):\(socket.port)/#\(token)"
        guard let url = URL(string: text) else {
            socket.close()
            throw QuireError(.invalidParameter, "The host \(host.debugDescription) is invalid.")
        }
        listener = StudioListener(
            socket, maximumConnections: configuration.maximumConnections,
            respond: router.handling)
        self.configuration = configuration
        self.url = url
        port = socket.port
        listener.start()
    }

    deinit { stop() }

    /// Closes all connections, and accepts no further ones.
    public func stop() { listener.close() }

    /// Returns a URL without the token that opens the page once, for the arguments of a browser.
    package func openingURL() -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.fragment = nil
        parts?.path = "/open/" + ticket.create()
        return parts?.url ?? url
    }

    /// The number of open connections.
    package var connectionCount: Int { listener.connectionCount }

    private static func bracketed(_ host: String) -> String {
        host.contains(":") ? "[\(host)]" : host
    }

    /// Listens on the given port, or on the first free one from the default port.
    private static func listen(_ configuration: StudioConfiguration) throws -> SocketListener {
        let first = StudioConfiguration.defaultPort
        let ports = configuration.port.map { [$0] } ?? Array(first..<first + 20) + [0]
        var failure: any Error = NetworkError.closed
        for port in ports {
            do {
                return try SocketListener(host: configuration.host, port: port)
            } catch {
                failure = error
            }
        }
        throw QuireError(
            .ioError, "The studio on \(configuration.host) cannot be started: \(failure)",
            underlyingError: failure)
    }
}
