#if Encryption
    import CSQLite
    import QuirePlatform

    /// A temporary file of SQLite, which is encrypted with AES-256 in counter mode.
    ///
    /// Its key is random, and is never stored. SQLite deletes the file when it closes it. Another process that
    /// changes it can change what SQLite reads, but only the user of this process can open it.
    final class TemporaryFile: EncryptedFile {
        private static let blockLength = 16

        private let cipher: BlockCipher?

        override init(_ real: UnsafeMutablePointer<sqlite3_file>) {
            let key = SecretBytes(count: CipherSuite.keyLength) { RandomBytes.fill($0) }
            cipher = try? BlockCipher(key: key)
            super.init(real)
        }

        override func read(into output: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            let code = readReal(into: output, at: offset)
            guard code == SQLITE_OK || code == Self.shortRead else { return code }
            // SQLite fills what is missing with zeros, which are not encrypted.
            let count =
                code == SQLITE_OK
                ? output.count : Int(max(0, min(Int64(output.count), lengthReal() - offset)))
            let read = UnsafeMutableRawBufferPointer(rebasing: output[..<count])
            let applied = apply(to: read, at: offset)
            return applied == SQLITE_OK ? code : applied
        }

        override func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            var output = [UInt8](bytes)
            let applied = output.withUnsafeMutableBytes { apply(to: $0, at: offset) }
            guard applied == SQLITE_OK else { return applied }
            return output.withUnsafeBytes { writeReal($0, at: offset) }
        }

        /// Encrypts or decrypts bytes in place.
        private func apply(to bytes: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            guard !bytes.isEmpty else { return SQLITE_OK }
            guard let cipher else { return SQLITE_NOMEM }
            let first = offset / Int64(Self.blockLength)
            let skipped = Int(offset % Int64(Self.blockLength))
            let count = (skipped + bytes.count + Self.blockLength - 1) / Self.blockLength
            let stream = buffer(count * Self.blockLength)
            for index in 0..<count {
                let position = index * Self.blockLength
                stream.storeBytes(of: 0, toByteOffset: position, as: UInt64.self)
                stream.storeBytes(
                    of: (UInt64(first) + UInt64(index)).bigEndian, toByteOffset: position + 8,
                    as: UInt64.self)
            }
            do throws(CipherError) {
                try cipher.encrypt(stream)
            } catch {
                return Self.code(error)
            }
            for index in bytes.indices { bytes[index] ^= stream[skipped + index] }
            return SQLITE_OK
        }
    }
#endif
