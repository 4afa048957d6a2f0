/// The options of a ``Studio``.
///
/// ```swift
/// var configuration = StudioConfiguration()
/// configuration.isReadOnly = true
/// let studio = try await Studio.start(database, configuration: configuration)
/// ```
public struct StudioConfiguration: Sendable, Hashable {
    /// The port that is tried first if ``port`` is `nil`.
    public static let defaultPort: UInt16 = 4983

    /// The port, 0 for any that is free, or `nil` for the first free one from ``defaultPort``.
    public var port: UInt16?

    /// The name or address on which the server listens.
    ///
    /// The default is the loopback address, which only programs of the same machine reach. Any
    /// other address requires ``allowsOtherMachines``.
    public var host = "127.0.0.1"

    /// Whether ``host`` can be an address that other machines reach.
    ///
    /// Connections are not encrypted, so that the token in the URL can be read in the network.
    public var allowsOtherMachines = false

    /// The names of this machine with which browsers open the page, in addition to the host and the
    /// names of the loopback address.
    public var hostNames: Set<String> = []

    /// Whether the server refuses all changes.
    public var isReadOnly = false

    /// The maximum number of simultaneous connections.
    ///
    /// If there are more, a connection whose requests did not contain the token is closed, or the one
    /// that has waited longest for a request.
    public var maximumConnections = 256

    /// Creates the default options.
    public init() {}

    /// Returns whether an address is one of the loopback interface.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1"
            || host.hasPrefix("127.") && RequestPolicy.isAddress(host)
    }
}
