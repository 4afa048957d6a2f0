#if Encryption
    import QuirePlatform

    /// The keys of a database file and of the files beside it, which one connection uses.
    ///
    /// Each key is HKDF-SHA-256(data key, ID of the database file, purpose), so that a page of one file is no
    /// page of another one with the same data key, such as a copy.
    final class FileKeys {
        /// The number of bytes of the ID of a database file.
        static let idLength = 8

        /// The ID of the database file, in its first page.
        let id: [UInt8]
        /// Encrypts the pages of the database file.
        let pages: Sealer
        /// Encrypts the pages in a rollback journal.
        let journal: Sealer
        /// Masks SQLite's checksums, which it computes from pages that are not encrypted.
        let mask: BlockCipher

        private let dataKey: SecretBytes
        private let suite: CipherSuite
        private var log: (salts: [UInt8], sealer: Sealer)?

        init(_ dataKey: SecretBytes, suite: CipherSuite, id: [UInt8]) throws(CipherError) {
            self.id = id
            self.dataKey = dataKey
            self.suite = suite
            func key(_ purpose: String) throws(CipherError) -> SecretBytes {
                try KeyDerivation.hkdf(dataKey, salt: id, purpose: Array(purpose.utf8))
            }
            pages = try Sealer(suite, key: key("pages"))
            journal = try Sealer(suite, key: key("journal"))
            mask = try BlockCipher(key: key("mask"))
        }

        /// Returns the key of a generation of the write-ahead log.
        ///
        /// With a key for each generation, a frame of an earlier one cannot be put into a later one.
        ///
        /// - Parameter salts: The 8 bytes that distinguish the generation, from the header of the log.
        /// - Returns: The key.
        /// - Throws: ``CipherError``.
        func log(_ salts: [UInt8]) throws(CipherError) -> Sealer {
            if let log, log.salts == salts { return log.sealer }
            let key = try KeyDerivation.hkdf(
                dataKey, salt: id, purpose: Array("log".utf8) + salts)
            let sealer = try Sealer(suite, key: key)
            log = (salts, sealer)
            return sealer
        }

        /// Returns the bytes that mask the checksum of a page.
        ///
        /// - Parameter trailer: The nonce and the tag of the page, which no other page has.
        /// - Returns: Eight bytes.
        /// - Throws: ``CipherError``.
        func checksumMask(_ trailer: UnsafeRawPointer) throws(CipherError) -> UInt64 {
            var block = (UInt64(0), UInt64(0))
            let result = withUnsafeMutableBytes(of: &block) { block in
                block.copyMemory(from: UnsafeRawBufferPointer(start: trailer, count: 16))
                return Result { () throws(CipherError) in try mask.encrypt(block) }
            }
            try result.get()
            return block.0
        }
    }

    /// The layout of an encrypted page.
    ///
    ///     encrypted bytes | nonce (12) | tag (16) | zeros (4)
    ///
    /// SQLite leaves the last 32 bytes of each page unused. The first 100 bytes of the first page are
    /// authenticated, and not encrypted.
    enum EncryptedPage {
        /// The bytes at the end of a page that SQLite leaves unused.
        static let reserved = 32
        /// The bytes of the header of a database file.
        static let headerLength = 100

        /// Encrypts a page.
        ///
        /// - Parameters:
        ///   - page: The page, whose unused bytes are zeros.
        ///   - output: Where the encrypted page is written. Its first `clear` bytes are there already.
        ///   - clear: The number of bytes at the beginning that are not encrypted.
        ///   - sealer: The key.
        ///   - nonces: The source of nonces.
        ///   - context: What the page is bound to.
        /// - Throws: ``CipherError``.
        static func seal(
            _ page: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer, clear: Int = 0,
            by sealer: Sealer, _ nonces: inout Nonces, context: [UInt8]
        ) throws(CipherError) {
            let end = page.count - reserved
            let nonce = output + end
            nonces.write(to: nonce)
            memset(nonce + CipherSuite.nonceLength + CipherSuite.tagLength, 0, 4)
            let result = context.withUnsafeBytes { context in
                Result { () throws(CipherError) in
                    try sealer.seal(
                        UnsafeRawBufferPointer(rebasing: page[clear..<end]), into: output + clear,
                        nonce: nonce, context: context, tag: nonce + CipherSuite.nonceLength)
                }
            }
            try result.get()
        }

        /// Decrypts a page in place.
        ///
        /// - Parameters:
        ///   - page: The encrypted page, whose unused bytes become zeros.
        ///   - clear: The number of bytes at the beginning that are not encrypted.
        ///   - sealer: The key.
        ///   - context: What the page is bound to.
        /// - Throws: ``CipherError``.
        static func open(
            _ page: UnsafeMutableRawBufferPointer, clear: Int = 0, by sealer: Sealer,
            context: [UInt8]
        ) throws(CipherError) {
            let end = page.count - reserved
            guard let start = page.baseAddress, isZero(page[(page.count - 4)...]) else {
                throw .notAuthentic
            }
            let nonce = start + end
            let result = context.withUnsafeBytes { context in
                Result { () throws(CipherError) in
                    try sealer.open(
                        UnsafeRawBufferPointer(rebasing: page[clear..<end]), into: start + clear,
                        nonce: nonce, context: context, tag: nonce + CipherSuite.nonceLength)
                }
            }
            try result.get()
            memset(nonce, 0, reserved)
        }

        static func isZero(_ bytes: some Collection<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0 } }

        /// Returns a number as 4 bytes, big-endian.
        static func bytes(_ number: UInt32) -> [UInt8] {
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
    }
#endif
