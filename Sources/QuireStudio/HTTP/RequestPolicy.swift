import QuireNetwork

// A web page of any site can send requests to a loopback address. Its browser sends the origin of the
// page, and what the request is for (`Sec-Fetch-Site`). A site whose name is changed to a loopback
// address after its page was loaded ("DNS rebinding") is recognized by the host name. The token is a
// header that a foreign page cannot set without asking first, which is refused.

/// The checks of a request that need only its head.
struct RequestPolicy: Sendable {
    /// The name of the header that contains the token.
    static let tokenHeader = "X-Quire-Token"

    let token: String
    let port: UInt16
    /// Whether other machines can connect, which use an address or a name of this machine.
    let isPublic: Bool
    /// The additional names of this machine, in lowercase.
    let hostNames: Set<String>

    /// Returns why a request of another site is refused, or `nil`.
    func refusal(of head: HTTPRequestHead) -> StudioError? {
        let hosts = head.headers.values(of: "Host")
        guard hosts.count == 1, isPermitted(host: hosts[0]) else {
            return StudioError(
                403, .forbidden, message: "The host of the request is not this server.")
        }
        let origins = head.headers.values(of: "Origin")
        guard origins.allSatisfy({ $0.lowercased() == "http://\(hosts[0].lowercased())" }) else {
            return StudioError(403, .forbidden, message: "The request comes from another site.")
        }
        let sites = head.headers.values(of: "Sec-Fetch-Site")
        guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
            return StudioError(403, .forbidden, message: "The request comes from another site.")
        }
        return nil
    }

    /// Returns whether a request contains the token.
    func isAuthorized(_ head: HTTPRequestHead) -> Bool {
        let tokens = head.headers.values(of: Self.tokenHeader)
        return tokens.count == 1 && Self.areEqual(tokens[0], token)
    }

    private func isPermitted(host: String) -> Bool {
        let host = host.lowercased()
        let suffix = ":\(port)"
        // Browsers omit the port of the scheme.
        guard host.hasSuffix(suffix) || port == 80 else { return false }
        let name = host.hasSuffix(suffix) ? String(host.dropLast(suffix.count)) : host
        if ["127.0.0.1", "localhost", "[::1]"].contains(name) || hostNames.contains(name) {
            return true
        }
        // An address is not a name that another site can redirect.
        return isPublic && Self.isAddress(name)
    }

    /// Returns whether a host is an address of IPv4 or IPv6.
    static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                part.allSatisfy(\.isASCII) && part.count <= 3 && UInt8(part) != nil
            }
    }

    /// Compares two strings in a time that depends only on their lengths.
    static func areEqual(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns 128 random bits in hexadecimal digits.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
