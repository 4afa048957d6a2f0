// An encrypted write-ahead log.
//
//     header of 32 bytes, not encrypted: its salts (bytes 16 to 23) are those of a generation of the log
//     for each frame:
//         page number (4) | size of the database after a commit (4) | salts (8) | masked checksums (8)
//         encrypted page with its nonce and tag, as in the database file
//
// Each generation has a key of its own. The tag also authenticates the page number, the size and the number of
// the frame. SQLite computes the checksums from pages that are not encrypted; they are masked with AES of the
// page's nonce and of the beginning of its tag.
//
// A transaction that is larger than the cache writes pages early, and some of them again. From then on SQLite
// writes frames whose salts and checksums are zeros, and corrects their headers before the commit.
#if Encryption
    import CSQLite
    import QuirePlatform

    final class LogFile: EncryptedFile {
        private static let headerLength = 32
        private static let frameHeaderLength = 24

        private let database: PagesFile
        private var pageSize = 0
        /// The salts of the current generation, or no bytes if they are not known.
        ///
        /// Another process can begin a new generation. The first frame of each transaction has its salts.
        private var salts: [UInt8] = []
        /// Whether SQLite has read the header, and reads the frames after it to recover the log.
        private var isRecovering = false
        /// The header of a frame whose page is not written yet, and its place.
        ///
        /// SQLite writes the two one after the other. Both need one call, so that no frame has the checksums of
        /// another page.
        private var pending: (header: [UInt8], offset: Int64)?
        /// The place of a whole frame that was read by the last call.
        ///
        /// SQLite then corrects its header. A commit need not be synchronized, so the header must not wait for
        /// the next call.
        private var readFrame: Int64?

        init(_ real: UnsafeMutablePointer<sqlite3_file>, of database: PagesFile) {
            self.database = database
            super.init(real)
        }

        private var frameLength: Int { Self.frameHeaderLength + pageSize }

        /// Determines the keys and the page size.
        private func prepare() -> Int32 {
            let code = database.prepareKeys()
            guard code == SQLITE_OK, pageSize == 0 else { return code }
            return readHeader()
        }

        private func readHeader() -> Int32 {
            var header = [UInt8](repeating: 0, count: Self.headerLength)
            let code = header.withUnsafeMutableBytes { readReal(into: $0, at: 0) }
            if code == SQLITE_OK { take(header: header) }
            return code
        }

        private func take(header: some RandomAccessCollection<UInt8>) {
            let header = Array(header)
            let size = header[8..<12].reduce(0) { $0 << 8 | Int($1) }
            guard (512...65_536).contains(size), size.nonzeroBitCount == 1 else { return }
            pageSize = size
            salts = Array(header[16..<24])
        }

        /// Returns the key of a frame.
        ///
        /// While SQLite still has to correct the checksums of a frame, its salts are zeros.
        private func sealer(_ frameSalts: [UInt8]) throws(CipherError) -> Sealer {
            guard let keys = database.keys else { throw .libraryFailed }
            return try keys.log(EncryptedPage.isZero(frameSalts) ? salts : frameSalts)
        }

        /// What the page of a frame is bound to.
        private func context(_ header: [UInt8], _ offset: Int64) -> [UInt8] {
            let number = (offset - Int64(Self.headerLength)) / Int64(frameLength)
            return Array(header[..<8]) + EncryptedPage.bytes(UInt32(truncatingIfNeeded: number))
        }

        /// Masks the checksums in the header of a frame, or removes the mask.
        ///
        /// Zeros that SQLite will correct would show the mask.
        private func mask(_ header: inout [UInt8], trailer: UnsafeRawPointer) throws(CipherError) {
            if EncryptedPage.isZero(header[8..<16]) { return }
            guard let keys = database.keys else { throw .libraryFailed }
            let mask = try keys.checksumMask(trailer)
            withUnsafeBytes(of: mask) { mask in
                for index in mask.indices { header[16 + index] ^= mask[index] }
            }
        }

        // MARK: Writing

        override func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            isRecovering = false
            defer { readFrame = nil }
            if offset == 0 {
                let code = flush()
                guard code == SQLITE_OK else { return code }
                if bytes.count == Self.headerLength { take(header: bytes) }
                return writeReal(bytes, at: 0)
            }
            var code = prepare()
            guard code == SQLITE_OK else { return code }
            let inside = Int((offset - Int64(Self.headerLength)) % Int64(frameLength))
            switch (inside, bytes.count) {
            case (0, Self.frameHeaderLength):
                code = flush()
                guard code == SQLITE_OK else { return code }
                pending = (Array(bytes), offset)
                return readFrame == offset ? flush() : SQLITE_OK
            case (Self.frameHeaderLength, pageSize):
                return writePage(bytes, frame: offset - Int64(Self.frameHeaderLength))
            default: return Self.writeError
            }
        }

        private func writePage(_ page: UnsafeRawBufferPointer, frame offset: Int64) -> Int32 {
            guard EncryptedPage.isZero(page.suffix(EncryptedPage.reserved)) else {
                return Self.writeError
            }
            var header: [UInt8]
            let isWhole = pending?.offset == offset
            if isWhole, let pending {
                header = pending.header
                self.pending = nil
            } else {
                // A transaction that was written to the log early changes a page again. SQLite writes the
                // header later, with new checksums.
                let code = flush()
                guard code == SQLITE_OK else { return code }
                header = [UInt8](repeating: 0, count: Self.frameHeaderLength)
                let read = header.withUnsafeMutableBytes { readReal(into: $0, at: offset) }
                guard read == SQLITE_OK else { return read }
            }
            let output = buffer(frameLength)
            guard let start = output.baseAddress else { return Self.writeError }
            do throws(CipherError) {
                let frameSalts = header[8..<16]
                if isWhole, !EncryptedPage.isZero(frameSalts) { salts = Array(frameSalts) }
                try EncryptedPage.seal(
                    page, into: start + Self.frameHeaderLength, by: sealer([]), &database.nonces,
                    context: context(header, offset))
                guard isWhole else {
                    return writeReal(
                        UnsafeRawBufferPointer(rebasing: output[Self.frameHeaderLength...]),
                        at: offset + Int64(Self.frameHeaderLength))
                }
                try mask(&header, trailer: start + frameLength - EncryptedPage.reserved)
            } catch {
                return Self.code(error)
            }
            output.copyBytes(from: header)
            return writeReal(UnsafeRawBufferPointer(output), at: offset)
        }

        /// Writes a header that SQLite has written without its page, because it has corrected the checksums.
        override func flush() -> Int32 {
            guard let (header, offset) = pending else { return SQLITE_OK }
            pending = nil
            var trailer = [UInt8](repeating: 0, count: EncryptedPage.reserved)
            let end = offset + Int64(frameLength - EncryptedPage.reserved)
            let code = trailer.withUnsafeMutableBytes { readReal(into: $0, at: end) }
            guard code == SQLITE_OK || code == Self.shortRead else { return code }
            var masked = header
            do throws(CipherError) {
                try mask(&masked, trailer: trailer)
            } catch {
                return Self.code(error)
            }
            return masked.withUnsafeBytes { writeReal($0, at: offset) }
        }

        // MARK: Reading

        override func read(into output: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            readFrame = nil
            var code = flush()
            guard code == SQLITE_OK else { return code }
            if offset + Int64(output.count) <= Int64(Self.headerLength) {
                code = readReal(into: output, at: offset)
                if code == SQLITE_OK, offset == 0, output.count == Self.headerLength {
                    take(header: UnsafeRawBufferPointer(output))
                    isRecovering = true
                }
                return code
            }
            code = prepare()
            guard code == SQLITE_OK else { return code }
            guard pageSize > 0, offset >= Int64(Self.headerLength) else { return Self.readError }
            let inside = Int((offset - Int64(Self.headerLength)) % Int64(frameLength))
            guard inside + output.count <= frameLength else { return Self.readError }
            let frame = buffer(frameLength)
            code = readReal(into: frame, at: offset - Int64(inside))
            guard code == SQLITE_OK else {
                output.initializeMemory(as: UInt8.self, repeating: 0)
                return code
            }
            code = open(
                frame, at: offset - Int64(inside),
                isForPage: inside >= Self.frameHeaderLength,
                needsPage: inside + output.count > Self.frameHeaderLength)
            output.copyBytes(from: frame[inside..<inside + output.count])
            if code == SQLITE_OK, output.count == frameLength { readFrame = offset }
            return code
        }

        /// Decrypts a frame in place.
        ///
        /// - Parameters:
        ///   - frame: The frame.
        ///   - offset: Its place.
        ///   - isForPage: Whether a transaction reads the page. Otherwise, SQLite corrects a frame, or it
        ///     recovers the log. Then a frame that is not authentic is the end of the log, as one that was not
        ///     written completely.
        ///   - needsPage: Whether the page is read at all.
        /// - Returns: A result code of SQLite.
        private func open(
            _ frame: UnsafeMutableRawBufferPointer, at offset: Int64, isForPage: Bool,
            needsPage: Bool
        ) -> Int32 {
            guard let start = frame.baseAddress else { return Self.readError }
            var header = Array(frame[..<Self.frameHeaderLength])
            let page = UnsafeMutableRawBufferPointer(
                rebasing: frame[Self.frameHeaderLength...])
            do throws(CipherError) {
                try mask(&header, trailer: start + frameLength - EncryptedPage.reserved)
                if needsPage {
                    let salts = Array(header[8..<16])
                    if isForPage { try check(salts) }
                    try EncryptedPage.open(
                        page, by: sealer(salts), context: context(header, offset))
                }
                frame.copyBytes(from: header)
                return SQLITE_OK
            } catch {
                frame.initializeMemory(as: UInt8.self, repeating: 0)
                return error == .notAuthentic && !isForPage && isRecovering
                    ? SQLITE_OK : Self.code(error)
            }
        }

        /// Checks that a frame belongs to the current generation of the log.
        ///
        /// Another process can have begun a new one.
        private func check(_ frameSalts: [UInt8]) throws(CipherError) {
            if EncryptedPage.isZero(frameSalts) || frameSalts == salts { return }
            guard readHeader() == SQLITE_OK, frameSalts == salts else { throw .notAuthentic }
        }
    }
#endif
