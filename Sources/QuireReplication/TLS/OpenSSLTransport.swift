#if Replication && !canImport(Network)
    import QuireNetwork
    import QuirePlatform

    /// The server's side of a connection that TLS encrypts, above another connection.
    final class OpenSSLTransport: ByteTransport {
        /// The number of bytes that a record contains at most.
        private static let recordLength = 16_384
        /// The time that the peer has to take the end of the connection.
        private static let closingLimit = Duration.seconds(1)

        private let transport: any ByteTransport
        private let session: OpenSSLSession
        private let sending = AsyncPermits(1)
        /// Whether a task sends an answer of TLS.
        private let isAnswering = Atomic(false)
        private let isClosed = Atomic(false)

        private init(_ transport: any ByteTransport, _ session: OpenSSLSession) {
            self.transport = transport
            self.session = session
        }

        /// Performs the handshake with a client.
        ///
        /// - Parameters:
        ///   - transport: The connection, which the result uses.
        ///   - context: The identity of the server and its rules.
        /// - Returns: The encrypted connection.
        /// - Throws: A `NetworkError` of the kind `tls` or `untrustedCertificate`, after the client has received
        ///   the reason, or an error of the connection.
        static func accept(
            _ transport: any ByteTransport, _ context: OpenSSLContext
        ) async throws -> OpenSSLTransport {
            let encrypted = OpenSSLTransport(transport, try OpenSSLSession(accepting: context))
            while true {
                let step: OpenSSLSession.Step
                do {
                    step = try encrypted.session.handshake()
                } catch {
                    try? await encrypted.sendOutput()
                    throw error
                }
                try await encrypted.sendOutput()
                if case .connected = step { return encrypted }
                guard try await encrypted.receiveInput() else {
                    throw NetworkError(.reset, "The client ended the TLS handshake.")
                }
            }
        }

        /// The certificates of the client as DER, its own one first.
        var peerCertificates: [[UInt8]] { session.peerCertificates }

        func receive(maximum: Int) async throws -> [UInt8] {
            let maximum = min(max(1, maximum), Self.recordLength)
            while true {
                if isClosed.load(ordering: .acquiring) { return [] }
                let (step, hasAnswer) = try session.read(maximum: maximum)
                if hasAnswer { try await sendAnswer() }
                switch step {
                case .bytes(let bytes): return bytes
                case .ended: return []
                case .needsInput, .connected: break
                }
                // The end of a stream whose peer did not announce it can be forged.
                guard try await receiveInput() else {
                    if isClosed.load(ordering: .acquiring) { return [] }
                    throw NetworkError(.reset, "The connection ended without the end of TLS.")
                }
            }
        }

        func send(_ bytes: [UInt8]) async throws {
            if isClosed.load(ordering: .acquiring) { throw NetworkError.closed }
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = rest.prefix(Self.recordLength)
                rest = rest.dropFirst(part.count)
                try session.write(part)
                try await sendOutput()
            }
        }

        func close() {
            guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
            session.end()
            Task {
                try? await transport.closing(after: Self.closingLimit, "Closing") {
                    try await sendOutput()
                }
                transport.close()
            }
        }

        /// Sends an answer of TLS without waiting for the peer.
        ///
        /// Two peers that send and do not receive would wait for each other. A peer that wants a second answer
        /// must take the first one.
        private func sendAnswer() async throws {
            if isAnswering.exchange(true, ordering: .acquiringAndReleasing) {
                return try await sendOutput()
            }
            Task {
                try? await sendOutput()
                isAnswering.store(false, ordering: .releasing)
            }
        }

        private func sendOutput() async throws {
            try await sending.withPermit {
                while case let bytes = session.takeOutput(), !bytes.isEmpty {
                    try await transport.send(bytes)
                }
            }
        }

        /// Returns `false` at the end of the stream.
        private func receiveInput() async throws -> Bool {
            let bytes = try await transport.receive(maximum: Self.recordLength)
            try session.feed(bytes)
            return !bytes.isEmpty
        }
    }
#endif
