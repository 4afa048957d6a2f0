#if Encryption
    import CSQLite
    import QuirePlatform

    /// A file system of SQLite (VFS) that encrypts the files of databases with one key.
    ///
    /// It is registered as long as the object exists. Each connection that uses it must hold it.
    ///
    /// The memory of an open file, which SQLite allocates:
    ///
    ///     sqlite3_file | pointer to an `EncryptedFile`, which this memory retains | file of the file system below
    // `@unchecked Sendable`: the memory of SQLite's structure does not change after the registration.
    package final class EncryptedFileSystem: @unchecked Sendable {
        /// The number of bytes at the end of each page that SQLite must leave unused.
        package static let reservedBytes = Int32(EncryptedPage.reserved)

        /// The name under which SQLite knows the file system.
        package let name: String

        private let dataKey: SecretBytes
        private let suite: CipherSuite
        private let real: UnsafeMutablePointer<sqlite3_vfs>
        private let system: UnsafeMutablePointer<sqlite3_vfs>
        private let cName: UnsafeMutablePointer<CChar>

        /// Where the pointer to the object of a file is.
        private static let objectOffset = 16
        /// Where the file of the file system below is.
        private static let realOffset = 32

        /// Registers a file system, unless SQLite has none, or no memory.
        ///
        /// - Parameters:
        ///   - dataKey: The key of the database.
        ///   - suite: The cipher.
        package init?(_ dataKey: SecretBytes, suite: CipherSuite) {
            guard let real = sqlite3_vfs_find(nil) else { return nil }
            let digits = RandomBytes.make(count: 8).map { String($0, radix: 16) }
            let name = "quire-encrypted-" + digits.joined()
            guard let cName = strdup(name) else { return nil }
            self.name = name
            self.cName = cName
            self.dataKey = dataKey
            self.suite = suite
            self.real = real
            system = .allocate(capacity: 1)
            system.initialize(to: sqlite3_vfs())
            system.pointee.iVersion = 2
            system.pointee.szOsFile = Int32(Self.realOffset) + real.pointee.szOsFile
            system.pointee.mxPathname = real.pointee.mxPathname
            system.pointee.zName = UnsafePointer(cName)
            system.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
            Self.setFunctions(&system.pointee)
            // Without a registration, the object is deinitialized, too.
            guard sqlite3_vfs_register(system, 0) == SQLITE_OK else { return nil }
        }

        deinit {
            sqlite3_vfs_unregister(system)
            system.deallocate()
            free(cName)
        }

        private static func of(
            _ system: UnsafeMutablePointer<sqlite3_vfs>?
        ) -> EncryptedFileSystem? {
            system?.pointee.pAppData.map {
                Unmanaged<EncryptedFileSystem>.fromOpaque($0).takeUnretainedValue()
            }
        }

        private static func real(
            _ system: UnsafeMutablePointer<sqlite3_vfs>?
        ) -> UnsafeMutablePointer<sqlite3_vfs>? { of(system)?.real }

        // MARK: Opening

        private func open(
            _ path: UnsafePointer<CChar>?, in memory: UnsafeMutablePointer<sqlite3_file>,
            flags: Int32, outFlags: UnsafeMutablePointer<Int32>?
        ) -> Int32 {
            memory.pointee.pMethods = nil
            let start = UnsafeMutableRawPointer(memory)
            let file = (start + Self.realOffset).assumingMemoryBound(to: sqlite3_file.self)
            let code = real.pointee.xOpen(real, path, file, flags, outFlags)
            guard code == SQLITE_OK else { return code }
            guard let object = object(for: file, path, flags) else {
                _ = file.pointee.pMethods?.pointee.xClose(file)
                return SQLITE_CANTOPEN
            }
            (start + Self.objectOffset).storeBytes(
                of: Unmanaged.passRetained(object).toOpaque(), as: UnsafeMutableRawPointer.self)
            memory.pointee.pMethods = FileFunctions.pointer
            return SQLITE_OK
        }

        private func object(
            for file: UnsafeMutablePointer<sqlite3_file>, _ path: UnsafePointer<CChar>?,
            _ flags: Int32
        ) -> EncryptedFile? {
            if flags & SQLITE_OPEN_MAIN_DB != 0 {
                return PagesFile(file, dataKey, suite: suite)
            }
            if flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0 {
                guard let memory = sqlite3_database_file_object(path),
                    let database = EncryptedFile.of(memory) as? PagesFile
                else { return nil }
                return flags & SQLITE_OPEN_WAL != 0
                    ? LogFile(file, of: database) : JournalFile(file, of: database)
            }
            // The journal of several attached databases contains their names only.
            return flags & SQLITE_OPEN_SUPER_JOURNAL != 0
                ? EncryptedFile(file) : TemporaryFile(file)
        }

        private static func setFunctions(_ system: inout sqlite3_vfs) {
            system.xOpen = { system, path, file, flags, outFlags in
                guard let file else { return SQLITE_MISUSE }
                return EncryptedFileSystem.of(system)?.open(
                    path, in: file, flags: flags, outFlags: outFlags)
                    ?? SQLITE_CANTOPEN
            }
            system.xDelete = { system, path, synchronizes in
                EncryptedFileSystem.real(system).map { $0.pointee.xDelete($0, path, synchronizes) }
                    ?? SQLITE_IOERR
            }
            system.xAccess = { system, path, flags, result in
                EncryptedFileSystem.real(system).map { $0.pointee.xAccess($0, path, flags, result) }
                    ?? SQLITE_IOERR
            }
            system.xFullPathname = { system, path, count, output in
                EncryptedFileSystem.real(system).map {
                    $0.pointee.xFullPathname($0, path, count, output)
                }
                    ?? SQLITE_CANTOPEN
            }
            system.xRandomness = { system, count, output in
                EncryptedFileSystem.real(system).map { $0.pointee.xRandomness($0, count, output) }
                    ?? 0
            }
            system.xSleep = { system, duration in
                EncryptedFileSystem.real(system).map { $0.pointee.xSleep($0, duration) } ?? 0
            }
            system.xCurrentTime = { system, output in
                EncryptedFileSystem.real(system).map { $0.pointee.xCurrentTime($0, output) }
                    ?? SQLITE_ERROR
            }
            system.xGetLastError = { system, count, output in
                EncryptedFileSystem.real(system).map { $0.pointee.xGetLastError($0, count, output) }
                    ?? 0
            }
            system.xCurrentTimeInt64 = { system, output in
                EncryptedFileSystem.real(system).map { $0.pointee.xCurrentTimeInt64($0, output) }
                    ?? SQLITE_ERROR
            }
        }

        // MARK: Files

        /// Returns the object of an open file.
        fileprivate static func object(
            of file: UnsafeMutablePointer<sqlite3_file>
        ) -> Unmanaged<EncryptedFile>? {
            let place = UnsafeRawPointer(file) + objectOffset
            return place.load(as: UnsafeRawPointer?.self).map { Unmanaged.fromOpaque($0) }
        }
    }

    extension EncryptedFile {
        /// Returns the object of an open file, or `nil` if the file belongs to another file system.
        fileprivate static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> EncryptedFile? {
            guard let file, file.pointee.pMethods == FileFunctions.pointer else { return nil }
            return EncryptedFileSystem.object(of: file)?.takeUnretainedValue()
        }
    }

    /// The functions of an open file.
    private enum FileFunctions {
        // The table is never changed after its creation, and is never freed.
        nonisolated(unsafe) static let pointer: UnsafePointer<sqlite3_io_methods> = {
            let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            table.initialize(to: functions)
            return UnsafePointer(table)
        }()

        private typealias File = UnsafeMutablePointer<sqlite3_file>?

        // Version 2 has no memory-mapped reading, which would pass by the encryption.
        private static var functions: sqlite3_io_methods {
            var table = sqlite3_io_methods()
            table.iVersion = 2
            table.xClose = { file in
                guard let file, let object = EncryptedFileSystem.object(of: file) else {
                    return SQLITE_OK
                }
                let encrypted = object.takeRetainedValue()
                let flushed = encrypted.flush()
                let closed = encrypted.methods.xClose(encrypted.real)
                file.pointee.pMethods = nil
                return flushed == SQLITE_OK ? closed : flushed
            }
            table.xRead = { file, buffer, count, offset in
                guard let object = EncryptedFile.of(file) else { return SQLITE_IOERR }
                return object.read(
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)),
                    at: offset)
            }
            table.xWrite = { file, bytes, count, offset in
                guard let object = EncryptedFile.of(file) else { return SQLITE_IOERR }
                return object.write(
                    UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset)
            }
            table.xTruncate = { file, length in
                FileFunctions.flushed(file) { $0.methods.xTruncate($0.real, length) }
            }
            table.xSync = { file, flags in
                FileFunctions.flushed(file) { $0.methods.xSync($0.real, flags) }
            }
            table.xFileSize = { file, length in
                FileFunctions.with(file) { $0.methods.xFileSize($0.real, length) }
            }
            table.xLock = { file, level in
                FileFunctions.with(file) { object in
                    if level >= SQLITE_LOCK_RESERVED { object.nonces.renew() }
                    return object.methods.xLock(object.real, level)
                }
            }
            table.xUnlock = { file, level in
                FileFunctions.with(file) { $0.methods.xUnlock($0.real, level) }
            }
            table.xCheckReservedLock = { file, result in
                FileFunctions.with(file) { $0.methods.xCheckReservedLock($0.real, result) }
            }
            table.xFileControl = { file, operation, argument in
                FileFunctions.with(file) {
                    FileFunctions.control($0, operation: operation, argument: argument)
                }
            }
            table.xSectorSize = { file in
                FileFunctions.with(file) { $0.methods.xSectorSize($0.real) }
            }
            table.xDeviceCharacteristics = { file in
                // SQLite would otherwise write parts of pages, or fill the log up to the end of a sector.
                FileFunctions.with(file) {
                    ($0.methods.xDeviceCharacteristics($0.real) | SQLITE_IOCAP_POWERSAFE_OVERWRITE)
                        & ~FileFunctions.subpageRead
                }
            }
            table.xShmMap = { file, region, size, extends, output in
                FileFunctions.with(file) {
                    $0.methods.xShmMap($0.real, region, size, extends, output)
                }
            }
            table.xShmLock = { file, offset, count, flags in
                FileFunctions.with(file) { object in
                    // An exclusive lock begins a transaction, or a checkpoint.
                    let begins = SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE
                    if flags & begins == begins { object.nonces.renew() }
                    return object.methods.xShmLock(object.real, offset, count, flags)
                }
            }
            table.xShmBarrier = { file in
                guard let object = EncryptedFile.of(file) else { return }
                object.methods.xShmBarrier(object.real)
            }
            table.xShmUnmap = { file, deletes in
                FileFunctions.with(file) { $0.methods.xShmUnmap($0.real, deletes) }
            }
            return table
        }

        /// `SQLITE_IOCAP_SUBPAGE_READ`, which older headers lack.
        private static let subpageRead: Int32 = 0x8000

        private static func with(_ file: File, _ body: (EncryptedFile) -> Int32) -> Int32 {
            EncryptedFile.of(file).map(body) ?? SQLITE_IOERR
        }

        private static func flushed(_ file: File, _ body: (EncryptedFile) -> Int32) -> Int32 {
            with(file) { object in
                let code = object.flush()
                return code == SQLITE_OK ? body(object) : code
            }
        }

        private static func control(
            _ object: EncryptedFile, operation: Int32, argument: UnsafeMutableRawPointer?
        ) -> Int32 {
            guard operation != SQLITE_FCNTL_MMAP_SIZE else {
                argument?.storeBytes(of: 0, as: Int64.self)
                return SQLITE_OK
            }
            return object.methods.xFileControl(object.real, operation, argument)
        }
    }
#endif
