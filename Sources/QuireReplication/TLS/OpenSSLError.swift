#if Replication && !canImport(Network)
    import COpenSSL
    import QuireNetwork

    extension NetworkError {
        /// Creates an error from those that OpenSSL has recorded for this thread, and removes them.
        ///
        /// - Parameters:
        ///   - purpose: What failed, as the begin of a sentence such as `"The TLS handshake failed"`.
        ///   - kind: The general cause.
        /// - Returns: An error whose message contains OpenSSL's reasons.
        static func openSSL(_ purpose: String, _ kind: Kind = .tls) -> NetworkError {
            var reasons: [String] = []
            while case let code = ERR_get_error(), code != 0 {
                if let reason = ERR_reason_error_string(code) {
                    reasons.append(String(cString: reason))
                }
            }
            let text = reasons.isEmpty ? "" : ": \(reasons.joined(separator: ", "))"
            return NetworkError(kind, "\(purpose)\(text).")
        }
    }
#endif
