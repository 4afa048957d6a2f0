#if Replication && !canImport(Network)
    import COpenSSL
    import Foundation
    import QuireNetwork

    extension TLSIdentity {
        /// The greatest number of iterations of the password's derivation, which takes some seconds.
        private static let maximumIterations = 10_000_000

        /// Reads PKCS#12 data.
        static func read(pkcs12 data: Data, password: String?) throws -> TLSIdentity {
            ERR_clear_error()
            let file = [UInt8](data).withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return d2i_PKCS12(nil, &start, buffer.count)
            }
            defer { PKCS12_free(file) }
            guard file == nil || iterationCount(of: file) <= maximumIterations else {
                throw invalid(
                    "The PKCS#12 data needs more than \(maximumIterations) iterations, or has no "
                        + "authentication.")
            }
            var (key, certificate, others): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
            guard let file, PKCS12_parse(file, password, &key, &certificate, &others) == 1 else {
                throw invalid(
                    NetworkError.openSSL("The PKCS#12 data is invalid, or its password is wrong")
                        .message)
            }
            defer {
                X509_free(certificate)
                quire_x509_free_all(others)
            }
            guard let key else { throw invalid("The PKCS#12 data contains no private key.") }
            let privateKey = PrivateKey(taking: key)
            guard let certificate else {
                throw invalid("The PKCS#12 data contains no certificate of its key.")
            }
            let chain = (0..<max(0, quire_x509_count(others))).compactMap {
                quire_x509_at(others, $0).map(OpenSSLCertificate.bytes)
            }
            return try TLSIdentity(
                certificates: [OpenSSLCertificate.bytes(of: certificate)] + chain, key: privateKey)
        }

        /// The iterations of the password's derivation, which are checked before any other content.
        private static func iterationCount(of file: OpaquePointer?) -> Int {
            guard PKCS12_mac_present(file) == 1 else { return .max }
            var iterations: UnsafePointer<ASN1_INTEGER>?
            PKCS12_get0_mac(nil, nil, nil, &iterations, file)
            // Without the number, it is 1.
            guard let iterations else { return 1 }
            let count = ASN1_INTEGER_get(iterations)
            return count < 0 ? .max : count
        }
    }
#endif
