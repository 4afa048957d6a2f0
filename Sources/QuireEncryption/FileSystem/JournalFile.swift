// An encrypted rollback journal.
//
//     headers, not encrypted, as SQLite writes them, but the first byte of the file is exclusive-ored with 0xd9
//     for each page: its number (4) | the encrypted page, as in the database file | its checksum (4), masked
//
// Without its first byte, SQLite's own file system takes the journal for none. It would otherwise roll a page
// back that it cannot read, or delete the journal.
#if Encryption
    import CSQLite
    import QuirePlatform

    final class JournalFile: EncryptedFile {
        private static let firstByteMask = KeyFile.journalMask
        private static let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        /// The end of the numbers in a header.
        private static let numbersEnd = 28

        /// What SQLite writes next.
        ///
        /// The records have no mark, and a header can have the length of a page.
        private enum Next {
            case unknown
            /// A page with a number, after that number.
            case page(number: UInt32, at: Int64)
            /// The checksum of a page, with its mask.
            case checksum(at: Int64, mask: UInt32)
        }

        private let database: PagesFile
        private var next = Next.unknown

        init(_ real: UnsafeMutablePointer<sqlite3_file>, of database: PagesFile) {
            self.database = database
            super.init(real)
        }

        override func flush() -> Int32 {
            next = .unknown
            return SQLITE_OK
        }

        // MARK: Writing

        override func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            switch next {
            case .page(let number, offset) where bytes.count >= 512:
                return writePage(bytes, number: number, at: offset)
            case .checksum(offset, let mask) where bytes.count == 4:
                next = .unknown
                let checksum = bytes.loadUnaligned(as: UInt32.self) ^ mask
                return withUnsafeBytes(of: checksum) { writeReal($0, at: offset) }
            default: break
            }
            next = .unknown
            if bytes.count == 4 {
                let number = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
                next = .page(number: number, at: offset + 4)
            } else if !Self.isHeader(bytes) {
                // It could be a part of a page.
                return Self.writeError
            }
            guard offset == 0, let first = bytes.first else { return writeReal(bytes, at: offset) }
            let output = buffer(bytes.count)
            output.copyMemory(from: bytes)
            output[0] = first ^ Self.firstByteMask
            return writeReal(UnsafeRawBufferPointer(output), at: 0)
        }

        /// Returns whether SQLite writes a header, or the beginning of one.
        ///
        /// A header begins with a constant, or with zeros until the journal is synchronized, and is zeros after
        /// its numbers.
        private static func isHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
            let beginning = bytes.prefix(magic.count)
            return (beginning.elementsEqual(magic) || EncryptedPage.isZero(beginning))
                && EncryptedPage.isZero(bytes.dropFirst(numbersEnd))
        }

        private func writePage(
            _ page: UnsafeRawBufferPointer, number: UInt32, at offset: Int64
        ) -> Int32 {
            next = .unknown
            let code = database.prepareKeys()
            guard code == SQLITE_OK else { return code }
            let output = buffer(page.count)
            guard let keys = database.keys, let start = output.baseAddress,
                EncryptedPage.isZero(page.suffix(EncryptedPage.reserved))
            else { return Self.writeError }
            do throws(CipherError) {
                try EncryptedPage.seal(
                    page, into: start, by: keys.journal, &database.nonces,
                    context: EncryptedPage.bytes(number))
                let mask = try keys.checksumMask(start + page.count - EncryptedPage.reserved)
                next = .checksum(
                    at: offset + Int64(page.count), mask: UInt32(truncatingIfNeeded: mask))
            } catch {
                return Self.code(error)
            }
            return writeReal(UnsafeRawBufferPointer(output), at: offset)
        }

        // MARK: Reading

        override func read(into output: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            let code = readReal(into: output, at: offset)
            if offset == 0, !output.isEmpty, code == SQLITE_OK || lengthReal() > 0 {
                output[0] ^= Self.firstByteMask
            }
            guard code == SQLITE_OK else { return code }
            if case .checksum(offset, let mask) = next, output.count == 4 {
                next = .unknown
                let checksum = output.loadUnaligned(as: UInt32.self) ^ mask
                output.storeBytes(of: checksum, as: UInt32.self)
                return SQLITE_OK
            }
            guard output.count >= 512 else { return SQLITE_OK }
            return openPage(output, at: offset)
        }

        /// Decrypts a page.
        ///
        /// One that is not authentic becomes zeros, whose checksum is wrong: SQLite takes it
        /// for the end of a journal that was not written completely.
        private func openPage(_ page: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            next = .unknown
            let prepared = database.prepareKeys()
            guard prepared == SQLITE_OK else { return prepared }
            guard let keys = database.keys, let start = page.baseAddress, offset >= 4 else {
                return Self.readError
            }
            var number = [UInt8](repeating: 0, count: 4)
            let code = number.withUnsafeMutableBytes { readReal(into: $0, at: offset - 4) }
            guard code == SQLITE_OK else { return code }
            do throws(CipherError) {
                let mask = try keys.checksumMask(start + page.count - EncryptedPage.reserved)
                try EncryptedPage.open(page, by: keys.journal, context: number)
                next = .checksum(
                    at: offset + Int64(page.count), mask: UInt32(truncatingIfNeeded: mask))
                return SQLITE_OK
            } catch .notAuthentic {
                page.initializeMemory(as: UInt8.self, repeating: 0)
                return SQLITE_OK
            } catch {
                return Self.code(error)
            }
        }
    }
#endif
