// An encrypted database file.
//
//     first page:  "QuireE", 0, 1 | ID of the file (8) | bytes 16 to 99 of SQLite's header, not encrypted
//                  | encrypted bytes | nonce (12) | tag (16) | zeros (4)
//     other pages: encrypted bytes | nonce (12) | tag (16) | zeros (4)
//
// The nonce is random. The tag also authenticates the number of the page, and the first 100 bytes of the first
// page. With another beginning than SQLite's, no program takes the file for one that is not encrypted.
#if Encryption
    import CSQLite

    final class PagesFile: EncryptedFile {
        private static let magic = KeyFile.databaseMagic
        private static let sqliteMagic = Array("SQLite format 3".utf8) + [0]

        private let dataKey: SecretBytes
        private let suite: CipherSuite
        /// The keys, which require the ID of the file.
        private(set) var keys: FileKeys?
        /// The size of a page, or 0 if it is not known yet.
        private(set) var pageSize = 0
        /// A length that the file has at least.
        private var knownLength: Int64 = 0

        init(
            _ real: UnsafeMutablePointer<sqlite3_file>, _ dataKey: SecretBytes, suite: CipherSuite
        ) {
            self.dataKey = dataKey
            self.suite = suite
            super.init(real)
        }

        // MARK: The header

        /// Reads the ID and the page size from the file, if it is not empty.
        func readHeader() -> Int32 {
            let header = buffer(EncryptedPage.headerLength)
            let code = readReal(into: header, at: 0)
            if code == Self.shortRead { return SQLITE_OK }
            return code == SQLITE_OK ? take(header: header) : code
        }

        /// Takes the ID and the page size from the first 100 bytes of the file.
        private func take(header: UnsafeMutableRawBufferPointer) -> Int32 {
            guard header.starts(with: Self.magic) else {
                return EncryptedPage.isZero(header) ? SQLITE_OK : SQLITE_NOTADB
            }
            let size = Int(header[16]) << 8 | Int(header[17])
            pageSize = size == 1 ? 65_536 : size
            guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else { return SQLITE_NOTADB }
            let id = Array(header[8..<16])
            return keys?.id == id ? SQLITE_OK : setID(id)
        }

        private func setID(_ id: [UInt8]) -> Int32 {
            do throws(CipherError) {
                keys = try FileKeys(dataKey, suite: suite, id: id)
                return SQLITE_OK
            } catch {
                return Self.code(error)
            }
        }

        /// Determines the keys: those of the file, or new ones for an empty file.
        func prepareKeys() -> Int32 {
            if keys != nil { return SQLITE_OK }
            let code = readHeader()
            guard code == SQLITE_OK, keys == nil else { return code }
            return setID(RandomBytes.make(count: FileKeys.idLength))
        }

        // MARK: Reading

        override func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            guard !buffer.isEmpty else { return SQLITE_OK }
            // SQLite reads the header before it knows the size of a page. The first page is authenticated as
            // a whole later: if a crash has torn it, the log repairs it.
            if offset + Int64(buffer.count) <= Int64(EncryptedPage.headerLength) {
                return readHeader(into: buffer, at: offset)
            }
            if pageSize == 0 || keys == nil {
                let code = readHeader()
                guard code == SQLITE_OK else { return code }
                guard pageSize > 0 else {
                    buffer.initializeMemory(as: UInt8.self, repeating: 0)
                    return Self.shortRead
                }
            }
            let size = Int64(pageSize)
            if buffer.count == pageSize, offset % size == 0 {
                return readPage(into: buffer, number: offset / size + 1)
            }
            return readParts(into: buffer, at: offset)
        }

        private func readHeader(
            into output: UnsafeMutableRawBufferPointer, at offset: Int64
        ) -> Int32 {
            let header = buffer(EncryptedPage.headerLength)
            let code = readReal(into: header, at: 0)
            guard code == SQLITE_OK else {
                output.initializeMemory(as: UInt8.self, repeating: 0)
                return code
            }
            let taken = take(header: header)
            guard taken == SQLITE_OK else { return taken }
            header.copyBytes(from: Self.sqliteMagic)
            output.copyBytes(from: header[Int(offset)..<Int(offset) + output.count])
            return SQLITE_OK
        }

        private func readPage(
            into page: UnsafeMutableRawBufferPointer, number: Int64
        ) -> Int32 {
            let start = (number - 1) * Int64(page.count)
            let code = readReal(into: page, at: start)
            guard code == SQLITE_OK else {
                page.initializeMemory(as: UInt8.self, repeating: 0)
                // A page that the file does not have is zeros for SQLite, and a part of one is damage.
                return code == Self.shortRead && lengthReal() > start
                    ? Self.code(.notAuthentic) : code
            }
            guard let keys, let number = UInt32(exactly: number) else { return Self.readError }
            do throws(CipherError) {
                guard number == 1 else {
                    try EncryptedPage.open(
                        page, by: keys.pages, context: EncryptedPage.bytes(number))
                    return SQLITE_OK
                }
                guard page.starts(with: Self.magic) else { return SQLITE_NOTADB }
                let header = Array(page[..<EncryptedPage.headerLength])
                try EncryptedPage.open(
                    page, clear: header.count, by: keys.pages,
                    context: EncryptedPage.bytes(number) + header)
                page.copyBytes(from: Self.sqliteMagic)
                return SQLITE_OK
            } catch {
                page.initializeMemory(as: UInt8.self, repeating: 0)
                return Self.code(error)
            }
        }

        /// Reads a range that is not one page.
        private func readParts(
            into output: UnsafeMutableRawBufferPointer, at offset: Int64
        ) -> Int32 {
            var done = 0
            while done < output.count {
                let position = offset + Int64(done)
                let inside = Int(position % Int64(pageSize))
                let count = min(pageSize - inside, output.count - done)
                let page = buffer(pageSize)
                let code = readPage(into: page, number: position / Int64(pageSize) + 1)
                UnsafeMutableRawBufferPointer(rebasing: output[done..<done + count])
                    .copyBytes(from: page[inside..<inside + count])
                guard code == SQLITE_OK else {
                    UnsafeMutableRawBufferPointer(rebasing: output[(done + count)...])
                        .initializeMemory(as: UInt8.self, repeating: 0)
                    return code
                }
                done += count
            }
            return SQLITE_OK
        }

        // MARK: Writing

        override func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            let size = Int64(bytes.count)
            guard bytes.count >= 512, bytes.count.nonzeroBitCount == 1, offset % size == 0,
                let number = UInt32(exactly: offset / size + 1),
                // A backup of a file without encryption has content there.
                EncryptedPage.isZero(bytes.suffix(EncryptedPage.reserved))
            else { return Self.writeError }
            // VACUUM INTO can write other pages before the first one.
            var code = prepareKeys()
            guard code == SQLITE_OK else { return code }
            pageSize = bytes.count
            code = fillGap(before: offset)
            guard code == SQLITE_OK else { return code }
            code = writePage(bytes, number: number)
            if code == SQLITE_OK { knownLength = max(knownLength, offset + size) }
            return code
        }

        /// Writes the pages before a page that the file does not contain yet.
        ///
        /// SQLite need not write unused pages, and a page of zeros without a tag would be an error.
        private func fillGap(before offset: Int64) -> Int32 {
            guard offset > knownLength else { return SQLITE_OK }
            knownLength = lengthReal()
            guard offset > knownLength else { return SQLITE_OK }
            let zeros = [UInt8](repeating: 0, count: pageSize)
            var position = knownLength / Int64(pageSize) * Int64(pageSize)
            while position < offset {
                // The first page is written by SQLite, which must find no other one.
                if position > 0, let number = UInt32(exactly: position / Int64(pageSize) + 1) {
                    let code = zeros.withUnsafeBytes { writePage($0, number: number) }
                    guard code == SQLITE_OK else { return code }
                }
                position += Int64(pageSize)
            }
            return SQLITE_OK
        }

        private func writePage(_ page: UnsafeRawBufferPointer, number: UInt32) -> Int32 {
            let output = buffer(page.count)
            guard let keys, let start = output.baseAddress else { return Self.writeError }
            do throws(CipherError) {
                if number > 1 {
                    try EncryptedPage.seal(
                        page, into: start, by: keys.pages, &nonces,
                        context: EncryptedPage.bytes(number))
                } else {
                    // The byte 20 is the number of unused bytes of a page.
                    guard page.starts(with: Self.sqliteMagic),
                        page[20] == UInt8(EncryptedPage.reserved)
                    else { return Self.writeError }
                    let header =
                        Self.magic + keys.id + page[16..<EncryptedPage.headerLength]
                    output.copyBytes(from: header)
                    try EncryptedPage.seal(
                        page, into: start, clear: header.count, by: keys.pages, &nonces,
                        context: EncryptedPage.bytes(number) + header)
                }
            } catch {
                return Self.code(error)
            }
            return writeReal(
                UnsafeRawBufferPointer(output), at: Int64(number - 1) * Int64(page.count))
        }

        override func flush() -> Int32 {
            knownLength = 0
            return SQLITE_OK
        }
    }
#endif
