/// Tells which part of the library a log message comes from.
///
/// The names and numbers are those of Couchbase Lite. Quire itself writes to ``database`` and ``query``; the others are there
/// for code that knows all of them.
public enum LogDomain: UInt16, Sendable, Hashable, CaseIterable {
    /// Databases, collections and documents.
    case database = 1
    /// Queries and indexes.
    case query = 2
    /// Replication.
    case replicator = 4
    /// The network.
    case network = 8
    /// A listener for other programs.
    case listener = 16
    /// The search for peers.
    case peerDiscovery = 32
    /// The search for peers by multicast DNS.
    case mdns = 64
    /// Replication among several peers.
    case multipeer = 512
}

extension LogDomain: CustomStringConvertible {
    /// The name of the domain, such as `database`.
    public var description: String {
        switch self {
        case .database: "database"
        case .query: "query"
        case .replicator: "replicator"
        case .network: "network"
        case .listener: "listener"
        case .peerDiscovery: "peerDiscovery"
        case .mdns: "mdns"
        case .multipeer: "multipeer"
        }
    }
}

/// A set of log domains.
public struct LogDomains: OptionSet, Sendable, Hashable {
    /// The sum of the domains' numbers.
    public let rawValue: UInt16

    /// Creates a set from the sum of its domains' numbers.
    ///
    /// - Parameter rawValue: The sum.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    private init(_ domain: LogDomain) {
        self.init(rawValue: domain.rawValue)
    }

    /// Databases, collections and documents.
    public static let database = LogDomains(.database)
    /// Queries and indexes.
    public static let query = LogDomains(.query)
    /// Replication.
    public static let replicator = LogDomains(.replicator)
    /// The network.
    public static let network = LogDomains(.network)
    /// A listener for other programs.
    public static let listener = LogDomains(.listener)
    /// The search for peers.
    public static let peerDiscovery = LogDomains(.peerDiscovery)
    /// The search for peers by multicast DNS.
    public static let mdns = LogDomains(.mdns)
    /// Replication among several peers.
    public static let multipeer = LogDomains(.multipeer)
    /// Every domain.
    public static let all = LogDomains(LogDomain.allCases.map(LogDomains.init))

    /// Tells whether a domain is in the set.
    ///
    /// - Parameter domain: The domain.
    /// - Returns: Whether it is.
    public func contains(_ domain: LogDomain) -> Bool {
        rawValue & domain.rawValue != 0
    }
}
