public import Foundation
public import Security

public enum NWError: Error, Equatable {
    case posix(POSIXErrorCode)
    case dns(Int32)
    case tls(OSStatus)
    case wifiAware(Int32)
}

public enum NWEndpoint: Hashable, Sendable {
    public struct Host: Hashable, Sendable, ExpressibleByStringLiteral {
        public init(_ name: String) {}
        public init(stringLiteral: String) {}
    }

    public struct Port: Hashable, Sendable, RawRepresentable {
        public let rawValue: UInt16
        public init?(rawValue: UInt16) { self.rawValue = rawValue }
        public static let any: Port = .init(rawValue: 0)!
    }

    case hostPort(host: Host, port: Port)
}

public class NWProtocolOptions {}
public class NWProtocolMetadata {}
public class NWProtocolDefinition: @unchecked Sendable {}

public enum NWProtocolTCP {
    public final class Options: NWProtocolOptions {
        public var noDelay = false
        public var enableKeepalive = false
        public override init() {}
    }
}

public enum NWProtocolTLS {
    public static let definition = NWProtocolDefinition()

    public final class Metadata: NWProtocolMetadata {
        public let securityProtocolMetadata = sec_protocol_metadata()
    }

    public final class Options: NWProtocolOptions {
        public let securityProtocolOptions = sec_protocol_options()
        public override init() {}
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ProxyConfiguration: Sendable {
    public init(httpCONNECTProxy: NWEndpoint, tlsOptions: NWProtocolTLS.Options? = nil) {}
    public mutating func applyCredential(username: String, password: String) {}
}

public final class NWParameters: @unchecked Sendable {
    public final class PrivacyContext: @unchecked Sendable {
        @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
        public var proxyConfigurations: [ProxyConfiguration] = []
        public init(description: String) {}
    }

    public var preferNoProxies = false
    public var allowLocalEndpointReuse = false
    public var requiredLocalEndpoint: NWEndpoint?
    public init(tls: NWProtocolTLS.Options?, tcp: NWProtocolTCP.Options) {}
    public func setPrivacyContext(_ context: PrivacyContext) {}
}

public final class NWConnection: @unchecked Sendable {
    public enum State: Equatable, Sendable {
        case setup
        case waiting(NWError)
        case preparing
        case ready
        case failed(NWError)
        case cancelled
    }

    public final class ContentContext: @unchecked Sendable {
        public static let defaultMessage = ContentContext()
    }

    public enum SendCompletion: Sendable {
        case contentProcessed(@Sendable (NWError?) -> Void)
        case idempotent
    }

    public var stateUpdateHandler: (@Sendable (State) -> Void)?
    public init(host: NWEndpoint.Host, port: NWEndpoint.Port, using parameters: NWParameters) {}
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
    public func metadata(definition: NWProtocolDefinition) -> NWProtocolMetadata? { nil }
    public func receive(
        minimumIncompleteLength: Int, maximumLength: Int,
        completion: @escaping @Sendable (Data?, ContentContext?, Bool, NWError?) -> Void
    ) {}
    public func send(
        content: Data?, contentContext: ContentContext = .defaultMessage, isComplete: Bool = true,
        completion: SendCompletion
    ) {}
}

public final class NWListener: @unchecked Sendable {
    public enum State: Equatable, Sendable {
        case setup
        case waiting(NWError)
        case ready
        case failed(NWError)
        case cancelled
    }

    public var stateUpdateHandler: (@Sendable (State) -> Void)?
    public var newConnectionHandler: (@Sendable (NWConnection) -> Void)?
    public var port: NWEndpoint.Port? { nil }
    public init(using parameters: NWParameters) throws {}
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}
