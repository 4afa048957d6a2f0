#if Encryption
    import CSQLite
    import QuirePlatform

    /// A file that SQLite reads and writes through the encryption.
    ///
    /// A subclass encrypts the contents of one kind of file. SQLite uses a file from one thread at a time.
    class EncryptedFile {
        /// The file of the file system below.
        let real: UnsafeMutablePointer<sqlite3_file>
        let methods: sqlite3_io_methods
        /// The nonces of the pages, also of those in the log or the journal of a database file.
        var nonces = Nonces()
        private var memory: UnsafeMutableRawBufferPointer?

        /// Creates an object for an open file.
        init(_ real: UnsafeMutablePointer<sqlite3_file>) {
            self.real = real
            methods = real.pointee.pMethods.pointee
        }

        deinit {
            if let memory {
                SecretBytes.erase(memory)
                memory.deallocate()
            }
        }

        /// Reads bytes, and fills the rest with zeros after the end of the file.
        ///
        /// - Returns: A result code of SQLite.
        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            readReal(into: buffer, at: offset)
        }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            writeReal(bytes, at: offset)
        }

        /// Prepares for a change of the length, for synchronizing or for closing.
        func flush() -> Int32 { SQLITE_OK }

        // MARK: The file below

        final func readReal(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
            methods.xRead(real, buffer.baseAddress, Int32(buffer.count), offset)
        }

        final func writeReal(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
            methods.xWrite(real, bytes.baseAddress, Int32(bytes.count), offset)
        }

        final func lengthReal() -> Int64 {
            var length: Int64 = 0
            return methods.xFileSize(real, &length) == SQLITE_OK ? length : 0
        }

        /// Returns memory of this file, which the next call reuses.
        final func buffer(_ count: Int) -> UnsafeMutableRawBufferPointer {
            if let memory, memory.count >= count {
                return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
            }
            if let memory {
                SecretBytes.erase(memory)
                memory.deallocate()
            }
            let new = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
            memory = new
            return new
        }

        /// Returns the result code for an error of the encryption.
        static func code(_ error: CipherError) -> Int32 {
            switch error {
            case .notAuthentic: SQLITE_IOERR | (32 << 8)  // SQLITE_IOERR_DATA
            case .libraryFailed: SQLITE_NOMEM
            }
        }

        static let shortRead: Int32 = SQLITE_IOERR | (2 << 8)
        static let writeError: Int32 = SQLITE_IOERR | (3 << 8)
        static let readError: Int32 = SQLITE_IOERR | (1 << 8)
    }
#endif
