#if Replication
    import QuireNetwork

    extension TransportOptions.Trust {
        /// Whether the system checks certificates.
        ///
        /// Otherwise `check(_:)` does.
        var isCheckedBySystem: Bool {
            switch self {
            case .system, .authorities: true
            case .pinned, .selfSigned, .all: false
            }
        }

        /// Checks the certificates of a server.
        ///
        /// - Parameter chain: The certificates as DER, that of the server first.
        /// - Throws: A `NetworkError` of the kind `untrustedCertificate`.
        func check(_ chain: [[UInt8]]) throws {
            func refuse(_ reason: String) -> NetworkError {
                NetworkError(.untrustedCertificate, "The server's certificate \(reason).")
            }
            if isCheckedBySystem || self == .all { return }
            guard let first = chain.first, let certificate = Certificate(first) else {
                throw refuse("is missing or invalid")
            }
            switch self {
            case .pinned(let pinned):
                let expected = PEM.blocks(of: pinned)
                guard
                    expected.contains(certificate.bytes) || expected.contains(certificate.publicKey)
                else { throw refuse("is not the pinned one") }
            case .selfSigned:
                guard certificate.isSelfSigned, chain.count == 1 else {
                    throw refuse("is not self-signed")
                }
            case .system, .authorities, .all: break
            }
        }
    }
#endif
