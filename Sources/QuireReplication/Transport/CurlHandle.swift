#if Replication && !canImport(Network)
    import CCurl
    import Foundation
    import QuirePlatform
    import QuireNetwork

    /// A connection of libcurl, which is used for bytes only.
    // `@unchecked Sendable`: `lock` protects the handle, which libcurl allows one thread at a time.
    final class CurlHandle: @unchecked Sendable {
        private static let start: CURLcode = quire_curl_start()
        private static let errorSize = 256

        private let handle: UnsafeMutableRawPointer
        /// The text of the last error, which libcurl writes.
        private let errorText: UnsafeMutablePointer<CChar>
        private let lock = Mutex(State.connected)

        private enum State { case connected, ended }

        init() throws {
            guard Self.start == CURLE_OK, let handle = curl_easy_init() else {
                throw NetworkError(.system(ENOMEM), "libcurl cannot be started.")
            }
            self.handle = handle
            errorText = .allocate(capacity: Self.errorSize)
            errorText.initialize(repeating: 0, count: Self.errorSize)
            _ = quire_curl_set_error_buffer(handle, errorText)
        }

        deinit {
            end()
            errorText.deallocate()
        }

        /// Closes the connection.
        ///
        /// No other method may be called at the same time or later.
        func end() {
            lock.withLock { state in
                if state == .ended { return }
                state = .ended
                withoutBrokenPipeSignal { curl_easy_cleanup(handle) }
            }
        }

        func set(_ option: CURLoption, _ value: Int) throws {
            try check(quire_curl_set_long(handle, option, value))
        }

        func set(_ option: CURLoption, _ value: String?) throws {
            // libcurl copies the text.
            try check(quire_curl_set_string(handle, option, value))
        }

        func set(_ option: CURLoption, bytes: [UInt8]) throws {
            try check(
                bytes.withUnsafeBytes {
                    quire_curl_set_blob(handle, option, $0.baseAddress, $0.count)
                })
        }

        /// Connects, which blocks.
        func connect() throws {
            try check(withoutBrokenPipeSignal { curl_easy_perform(handle) })
        }

        /// Returns the descriptor of the connection.
        func socket() throws -> Int32 {
            var number: curl_socket_t = -1
            try check(quire_curl_socket(handle, &number))
            guard number >= 0 else { throw NetworkError(.reset, "The connection was lost.") }
            return number
        }

        /// Returns the certificates of the server as DER, its own one first.
        func certificates() -> [[UInt8]] {
            var list: UnsafeMutablePointer<curl_certinfo>?
            guard quire_curl_certificates(handle, &list) == CURLE_OK, let info = list?.pointee,
                let entries = info.certinfo
            else { return [] }
            return (0..<max(0, Int(info.num_of_certs))).flatMap { index in
                var blocks: [[UInt8]] = []
                var line = entries[index]
                while let entry = line?.pointee {
                    let text = entry.data.map { String(cString: $0) } ?? ""
                    if text.hasPrefix("Cert:") {
                        blocks += PEM.blocks(of: Array(text.dropFirst(5).utf8))
                    }
                    line = entry.next
                }
                return blocks
            }
        }

        // MARK: Bytes

        /// Receives bytes; none at the end, and `nil` if there are none yet.
        func receive(maximum: Int) throws -> [UInt8]? {
            var (code, error): (CURLcode, NetworkError?) = (CURLE_OK, nil)
            let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
                (code, error) = transfer {
                    curl_easy_recv(handle, buffer.baseAddress, maximum, &count)
                }
                if code != CURLE_OK { count = 0 }
            }
            if code == CURLE_AGAIN { return nil }
            if let error { throw error }
            return bytes
        }

        /// Sends the first bytes, and returns their number.
        func send(_ bytes: ArraySlice<UInt8>) throws -> Int {
            var count = 0
            let (code, error) = bytes.withUnsafeBytes { buffer in
                transfer { curl_easy_send(handle, buffer.baseAddress, buffer.count, &count) }
            }
            if code == CURLE_AGAIN { return 0 }
            if let error { throw error }
            return count
        }

        /// Makes a call that another thread must not make at the same time, and returns its error.
        private func transfer(_ call: () -> CURLcode) -> (CURLcode, NetworkError?) {
            lock.withLock { _ in
                // libcurl keeps the text of an earlier error.
                errorText.pointee = 0
                let code = withoutBrokenPipeSignal(call)
                return (code, code == CURLE_OK || code == CURLE_AGAIN ? nil : error(of: code))
            }
        }

        // MARK: Errors

        private func check(_ code: CURLcode) throws {
            if code != CURLE_OK { throw error(of: code) }
        }

        private func error(of code: CURLcode) -> NetworkError {
            var message = String(cString: errorText)
            if message.isEmpty { message = String(cString: curl_easy_strerror(code)) }
            let kind = kind(of: code, message)
            return NetworkError(kind, kind == .tls ? explained(message) : message)
        }

        private func kind(of code: CURLcode, _ message: String) -> NetworkError.Kind {
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost
            case CURLE_OPERATION_TIMEDOUT: return .timedOut
            case CURLE_COULDNT_CONNECT: return systemKind() ?? .refused
            case CURLE_PEER_FAILED_VERIFICATION: return .untrustedCertificate
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
                CURLE_USE_SSL_FAILED:
                return .tls
            // In TLS 1.3, a server refuses the certificate of a client after the handshake.
            case CURLE_SEND_ERROR where isAlert(message), CURLE_RECV_ERROR where isAlert(message):
                return .tls
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_UNSUPPORTED_PROTOCOL:
                return proxyRefused ? .refused : systemKind() ?? .reset
            case CURLE_OUT_OF_MEMORY: return .system(ENOMEM)
            default: return systemKind() ?? .system(Int32(bitPattern: code.rawValue))
            }
        }

        /// Adds what an error of OpenSSL means for this client.
        private func explained(_ message: String) -> String {
            if isAlert(message), message.contains("certificate") || message.contains("unknown ca") {
                return
                    "The server requires a certificate of the client, and does not accept what this "
                    + "client has sent: \(message)"
            }
            if message.contains("wrong version number") {
                return
                    "The server does not use TLS at this port. Its URL may begin with ws: (\(message))."
            }
            return message
        }

        /// Whether the server has reported an error of the encryption.
        private func isAlert(_ message: String) -> Bool {
            message.contains("SSL") && message.contains("alert")
        }

        private func systemKind() -> NetworkError.Kind? {
            var number = 0
            guard quire_curl_system_error(handle, &number) == CURLE_OK, number != 0 else {
                return nil
            }
            return NetworkError.system(Int32(truncatingIfNeeded: number)).kind
        }

        /// Whether the proxy has answered with an error.
        private var proxyRefused: Bool {
            var status = 0
            return quire_curl_proxy_status(handle, &status) == CURLE_OK && status >= 400
        }
    }
#endif
