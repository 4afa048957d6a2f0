// An encrypted file of a blob.
//
//     "QuireB", 0, 1 | random salt (16) | binding (16) | chunks
//
// A chunk has 65,536 bytes of the content, the last one 0 to 65,536, and a tag of 16 bytes. A file has at least
// one chunk. The key of a file is HKDF-SHA-256(data key, salt, "blob"), so a nonce need not be random: it is three
// zeros, 1 for the last chunk and 0 for others, and the number of the chunk in 8 bytes, big-endian. So no chunk
// can be moved, left out or added. The binding is the beginning of HMAC-SHA-256(key of the file, name of the
// file): no other blob's file can take its place.
//
// The name is the beginning of HMAC-SHA-256(HKDF(data key, no salt, "names"), digest), in base64 as Couchbase
// Lite's names. The digest itself would show to owners of a file that the database contains it.
#if Encryption
    import QuireDocuments
    import QuirePlatform

    /// The encryption of the blobs of a database.
    package struct BlobCipher: Sendable {
        /// The number of bytes of the header of a file.
        package static let headerLength = 40
        /// The number of bytes of the content in a chunk.
        package static let chunkLength = 65_536

        /// Where the binding of a file to its name is.
        package static let bindingOffset: Int64 = 24

        static let magic = Array("QuireB".utf8) + [0, 1]
        static let salted = 0..<24

        private let dataKey: SecretBytes
        private let suite: CipherSuite
        private let nameKey: SecretBytes

        package init(_ dataKey: SecretBytes, suite: CipherSuite) throws(CipherError) {
            self.dataKey = dataKey
            self.suite = suite
            nameKey = try KeyDerivation.hkdf(dataKey, salt: [], purpose: Array("names".utf8))
        }

        /// Returns the 20 bytes from which the name of a blob's file is made.
        package func name(of digest: [UInt8]) throws(CipherError) -> [UInt8] {
            Array(try code(of: digest, with: nameKey).prefix(20))
        }

        /// Returns the length of the content of a file, or `nil` if no file has the length.
        package static func contentLength(ofFile length: UInt64) -> UInt64? {
            guard length >= UInt64(headerLength + CipherSuite.tagLength) else { return nil }
            let chunks = length - UInt64(headerLength)
            let whole = UInt64(chunkLength + CipherSuite.tagLength)
            let count = (chunks + whole - 1) / whole
            let last = chunks - (count - 1) * whole
            // Only an empty content has an empty chunk.
            guard last > UInt64(CipherSuite.tagLength) || (count == 1 && last == 16) else {
                return nil
            }
            return chunks - count * UInt64(CipherSuite.tagLength)
        }

        /// Returns the key of a file.
        func key(salt: [UInt8]) throws(CipherError) -> SecretBytes {
            try KeyDerivation.hkdf(dataKey, salt: salt, purpose: Array("blob".utf8))
        }

        func sealer(_ key: SecretBytes) throws(CipherError) -> Sealer {
            try Sealer(suite, key: key)
        }

        /// Returns the binding of a file to its name.
        func binding(of key: SecretBytes, to name: [UInt8]) throws(CipherError) -> [UInt8] {
            Array(try code(of: name, with: key).prefix(16))
        }

        private func code(of bytes: [UInt8], with key: SecretBytes) throws(CipherError) -> [UInt8] {
            do {
                return try key.withBytes { key in
                    try bytes.withUnsafeBytes { try KeyDerivation.hmac(key, of: $0) }
                }.withBytes { Array($0) }
            } catch {
                throw .libraryFailed
            }
        }

        /// Returns the nonce of a chunk.
        static func nonce(_ index: UInt64, isLast: Bool) -> [UInt8] {
            withUnsafeBytes(of: index.bigEndian) { [0, 0, 0, isLast ? 1 : 0] + $0 }
        }
    }

    /// The encryption of the content of one blob, from its beginning to its end.
    package struct BlobSealing {
        private let cipher: BlobCipher
        private let key: SecretBytes
        private let sealer: Sealer
        private let salted: [UInt8]
        private var chunk: [UInt8] = []
        private var index: UInt64 = 0

        package init(_ cipher: BlobCipher) throws(CipherError) {
            let salt = RandomBytes.make(count: 16)
            let key = try cipher.key(salt: salt)
            let sealer = try cipher.sealer(key)
            self.cipher = cipher
            self.key = key
            self.sealer = sealer
            salted = BlobCipher.magic + salt
            chunk.reserveCapacity(BlobCipher.chunkLength)
        }

        /// The header of the file, whose binding is not known before the digest.
        package var header: [UInt8] { salted + [UInt8](repeating: 0, count: 16) }

        /// Returns the binding, which belongs to byte 24 of the file.
        package func binding(to name: [UInt8]) throws(CipherError) -> [UInt8] {
            try cipher.binding(of: key, to: name)
        }

        /// Appends bytes of the content.
        ///
        /// - Parameters:
        ///   - bytes: The bytes.
        ///   - write: A closure that appends encrypted bytes to the file.
        /// - Throws: ``CipherError``, or an error of the closure.
        package mutating func append(
            _ bytes: UnsafeRawBufferPointer, _ write: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            var rest = bytes[...]
            while !rest.isEmpty {
                // A full chunk waits for a further byte, because it can be the last one.
                if chunk.count == BlobCipher.chunkLength { try seal(isLast: false, write) }
                let part = rest.prefix(BlobCipher.chunkLength - chunk.count)
                chunk.append(contentsOf: part)
                rest = rest.dropFirst(part.count)
            }
        }

        /// Ends the content.
        ///
        /// - Parameter write: A closure that appends encrypted bytes to the file.
        /// - Throws: ``CipherError``, or an error of the closure.
        package mutating func finish(
            _ write: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            try seal(isLast: true, write)
        }

        private mutating func seal(
            isLast: Bool, _ write: (UnsafeRawBufferPointer) throws -> Void
        ) throws {
            let count = chunk.count
            chunk += [UInt8](repeating: 0, count: CipherSuite.tagLength)
            let nonce = BlobCipher.nonce(index, isLast: isLast)
            try chunk.withUnsafeMutableBytes { chunk in
                guard let start = chunk.baseAddress else { return }
                try nonce.withUnsafeBytes { nonce in
                    try salted.withUnsafeBytes { context in
                        try sealer.seal(
                            UnsafeRawBufferPointer(rebasing: chunk[..<count]), into: start,
                            nonce: nonce.baseAddress ?? UnsafeRawPointer(start), context: context,
                            tag: start + count)
                    }
                }
                try write(UnsafeRawBufferPointer(chunk))
            }
            chunk.removeAll(keepingCapacity: true)
            index += 1
        }
    }

    /// The decryption of the file of one blob.
    package struct BlobOpening {
        private let sealer: Sealer
        private let salted: [UInt8]

        /// Reads the header of a file.
        ///
        /// - Parameters:
        ///   - header: The first 40 bytes.
        ///   - cipher: The encryption of the database.
        ///   - name: The bytes from which the name of the file is made.
        /// - Throws: `notAuthentic` if the file is not an encrypted blob with the name.
        package init(
            _ header: [UInt8], _ cipher: BlobCipher, name: [UInt8]
        ) throws(CipherError) {
            guard header.count == BlobCipher.headerLength, header.starts(with: BlobCipher.magic)
            else { throw .notAuthentic }
            let key = try cipher.key(salt: Array(header[8..<24]))
            let binding = try cipher.binding(of: key, to: name)
            guard SecretBytes.areEqual(binding, header[24...]) else { throw .notAuthentic }
            sealer = try cipher.sealer(key)
            salted = Array(header[BlobCipher.salted])
        }

        /// Decrypts a chunk in place.
        ///
        /// - Parameters:
        ///   - chunk: The chunk with its tag.
        ///   - index: The number of the chunk.
        ///   - isLast: Whether the file ends with it.
        /// - Returns: The content.
        /// - Throws: `notAuthentic` if the chunk was changed.
        package func open(
            _ chunk: UnsafeMutableRawBufferPointer, index: UInt64, isLast: Bool
        ) throws -> UnsafeRawBufferPointer {
            guard let start = chunk.baseAddress, chunk.count >= CipherSuite.tagLength else {
                throw CipherError.notAuthentic
            }
            let count = chunk.count - CipherSuite.tagLength
            let content = UnsafeRawBufferPointer(start: start, count: count)
            try BlobCipher.nonce(index, isLast: isLast).withUnsafeBytes { nonce in
                try salted.withUnsafeBytes { context in
                    try sealer.open(
                        content, into: start, nonce: nonce.baseAddress ?? UnsafeRawPointer(start),
                        context: context, tag: start + count)
                }
            }
            return content
        }
    }
#endif
