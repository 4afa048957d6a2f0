#if Replication && !canImport(Network)
    import COpenSSL
    import Foundation
    import QuireNetwork

    extension TLSIdentity {
        /// Reads PKCS#12 data.
        static func read(pkcs12 data: Data, password: String?) throws -> TLSIdentity {
            ERR_clear_error()
            let file = [UInt8](data).withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return d2i_PKCS12(nil, &start, buffer.count)
            }
            defer { PKCS12_free(file) }
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
    }
#endif
