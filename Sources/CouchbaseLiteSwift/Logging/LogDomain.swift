import Quire

/// The part of the library that a log message is about.
///
/// Messages of the library have the domains ``database``, ``replicator`` and ``listener``. A program can log
/// messages with any domain.
///
/// ```swift
/// for domain in LogDomain.allCases { print(domain) }
/// ```
public enum LogDomain: UInt16, Sendable, Hashable, CaseIterable {
    /// Databases, collections and documents.
    case database = 1
    /// Queries and indexes.
    case query = 2
    /// Replication.
    case replicator = 4
    /// The network.
    case network = 8
    /// A listener for other peers.
    case listener = 16
    /// The discovery of peers.
    case peerDiscovery = 32
    /// The discovery of peers by multicast DNS.
    case mdns = 64
    /// Replication between several peers.
    case multipeer = 512
}

extension LogDomain {
    /// Creates the domain of a message of Quire.
    init(_ subject: LogMessage.Subject) {
        switch subject {
        case .database: self = .database
        case .replication: self = .replicator
        case .listener: self = .listener
        }
    }
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
///
/// ```swift
/// let domains: LogDomains = [.database, .query]
/// LogSinks.console = ConsoleLogSink(level: .info, domains: domains)
/// ```
public struct LogDomains: OptionSet, Sendable, Hashable {
    /// The sum of the raw values of the domains.
    public let rawValue: UInt16

    /// Creates a set from the sum of the raw values of its domains.
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
    /// A listener for other peers.
    public static let listener = LogDomains(.listener)
    /// The discovery of peers.
    public static let peerDiscovery = LogDomains(.peerDiscovery)
    /// The discovery of peers by multicast DNS.
    public static let mdns = LogDomains(.mdns)
    /// Replication between several peers.
    public static let multipeer = LogDomains(.multipeer)
    /// All domains.
    public static let all = LogDomains(LogDomain.allCases.map(LogDomains.init))

    /// Returns whether the set contains a domain.
    ///
    /// - Parameter domain: The domain.
    /// - Returns: Whether the set contains it.
    public func contains(_ domain: LogDomain) -> Bool {
        rawValue & domain.rawValue != 0
    }
}
