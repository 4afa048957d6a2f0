#if Replication
    public import Foundation
    import Quire

    extension TLSIdentity {
        /// Creates an identity from a private key and certificates as PEM.
        ///
        /// - Parameter pem: The text, with a block `PRIVATE KEY`, `EC PRIVATE KEY` or `RSA PRIVATE KEY`, and
        ///   blocks `CERTIFICATE`: that of the key, and those of the authorities that have signed it.
        /// - Throws: `QuireError` with code `invalidParameter` if the text has no key, several ones or an
        ///   encrypted one, or no certificate of the key.
        public init(pem: String) throws {
            let blocks = PEM.labeledBlocks(of: pem)
            if blocks.contains(where: { $0.isEncrypted }) {
                throw Self.invalid(
                    "The private key of the PEM text is encrypted. Import it as PKCS#12, or decrypt it."
                )
            }
            let keys = blocks.filter { $0.label.hasSuffix("PRIVATE KEY") }
            guard keys.count == 1 else {
                throw Self.invalid("The PEM text must contain one private key, not \(keys.count).")
            }
            guard let key = PrivateKey(keys[0].bytes) else {
                throw Self.invalid("The private key of the PEM text is invalid.")
            }
            var certificates = blocks.filter { $0.label == "CERTIFICATE" }.map(\.bytes)
            // The certificate of the key can follow those of the authorities.
            guard let own = certificates.firstIndex(where: key.belongs) else {
                throw Self.invalid("The PEM text contains no certificate of its private key.")
            }
            certificates.insert(certificates.remove(at: own), at: 0)
            try self.init(certificates: certificates, key: key)
        }

        /// The private key and the certificates as PEM text, which must be kept secret.
        ///
        /// - Throws: `QuireError` with code `ioError` if the key cannot be encoded.
        public var pem: String { get throws { try keyPEM + certificatePEM } }

        /// The certificates as PEM text, which is not secret: clients can pin it.
        public var certificatePEM: String {
            certificates.map { PEM.certificate([UInt8]($0)) }.joined()
        }

        var keyPEM: String {
            get throws {
                try Self.convertingErrors { PEM.text(labeled: "PRIVATE KEY", try key.encoded()) }
            }
        }

        /// Writes the private key and the certificates as PEM to a new file, which only its owner can read.
        ///
        /// - Parameter file: The file, which must not exist.
        /// - Throws: `QuireError` with code `invalidParameter` if the file exists; with code `ioError` if it
        ///   cannot be written.
        public func write(to file: URL) throws {
            // Other programs see the complete file or none.
            let new = file.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
            let number = open(new.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard number >= 0 else {
                throw QuireError.identity(file, failed: "create", Self.systemError())
            }
            let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
            defer { unlink(new.path) }
            do {
                try handle.write(contentsOf: Data(pem.utf8))
                try handle.synchronize()
            } catch {
                throw QuireError.identity(file, failed: "write", error)
            }
            if link(new.path, file.path) == 0 { return }
            let error = Self.systemError()
            if error.code == .EEXIST { throw Self.invalid("\(file.path) exists already.") }
            throw QuireError.identity(file, failed: "create", error)
        }

        private static func systemError() -> POSIXError {
            POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    extension QuireError {
        /// Creates the error of a file with an identity.
        static func identity(_ file: URL, failed action: String, _ error: any Error) -> QuireError {
            let reason =
                (error as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
                ?? "\(error)"
            return QuireError(
                .ioError, "Quire could not \(action) the TLS identity \(file.path): \(reason)",
                underlyingError: error)
        }
    }
#endif
