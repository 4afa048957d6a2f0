#if Replication
    /// How to connect to a server.
    package struct TransportOptions: Sendable {
        /// Which certificates of servers are trusted.
        package enum Trust: Sendable, Equatable {
            /// Those that an authority of the system has signed.
            case system
            /// Those that one of these authorities has signed: certificates as DER or PEM.
            case authorities([[UInt8]])
            /// Only this one: a certificate, or the public key of one, as DER or PEM.
            ///
            /// Its names and its dates are not checked.
            case pinned([UInt8])
            /// Only those that no authority has signed. Any server can create one.
            case selfSigned
            /// All. Any server can pretend to be the right one.
            case all
        }

        /// The program through which the connection is made.
        package enum Proxy: Sendable, Equatable {
            /// That of the environment variables or of the system's settings.
            case system
            case none
            /// An HTTP proxy with the method `CONNECT`.
            case http(host: String, port: UInt16, user: String? = nil, password: String? = nil)
        }

        package var trust = Trust.system
        /// The key and the certificate that the client shows to a server that asks for them.
        package var identity: TLSIdentity?
        package var proxy = Proxy.system
        /// The time limit for the connection, including that of the encryption.
        package var timeLimit = Duration.seconds(15)

        package init() {}
    }
#endif
