import Foundation
public import QuireEncryption

extension Database {
    /// Whether the files of the database are encrypted.
    public var isEncrypted: Bool { file.encryption.value != nil }

    /// Changes the encryption key, encrypts the database, or removes the encryption.
    ///
    /// | from | to | what happens |
    /// | --- | --- | --- |
    /// | a key | another key | The key of the database is encrypted with the new key. It takes the time of a derivation, and other processes continue. |
    /// | a key | another key, with `rewritingFiles` | The database gets a new key of its own, and all files are written again. |
    /// | no key | a key | All files are written again. |
    /// | a key | no key | All files are written again. |
    ///
    /// Files are written again into a folder beside the database, which then takes its place at one moment. So a
    /// crash leaves either the former or the new database. The former files are removed afterward; after a
    /// crash, the next process that opens an encrypted database in the directory removes them, a minute later
    /// or more. The disk can contain their bytes for longer. Meanwhile, no other `Database` object may be open,
    /// in this process or another one.
    ///
    /// Who knows a former key and has a copy of the former file `encryption.key` can decrypt the database until
    /// its files are written again.
    ///
    /// ```swift
    /// try database.changeEncryptionKey(EncryptionKey(password: newPassword))
    /// ```
    ///
    /// - Parameters:
    ///   - key: The new encryption key, or `nil` for a database that is not encrypted.
    ///   - rewritingFiles: Whether the files are written again even if only the encryption key changes.
    /// - Throws: ``QuireError`` with code `unsupportedEncryption` without the trait `Encryption`, `busy` if
    ///   another object or process has the database open and its files must be written,
    ///   `transactionNotClosed` inside a transaction, `invalidParameter` for an empty password,
    ///   `unsupportedOperation` for an in-memory database, `notOpen`, `notWriteable` or `ioError`. After an
    ///   error, the database has its former key.
    /// - Complexity: O(1) from a key to another one, O(*n*) in the size of the database and its blobs
    ///   if the files are written again.
    public func changeEncryptionKey(_ key: EncryptionKey?, rewritingFiles: Bool = false) throws {
        guard let folder else {
            throw QuireError(
                .unsupportedOperation,
                "Database \(name) is in memory, and cannot be encrypted.")
        }
        guard isOpen else { throw notOpen }
        try DatabaseEncryption.check(key)
        switch (file.encryption.value, key) {
        case (nil, nil): return
        case (let encryption?, let key?) where !rewritingFiles:
            let changed = try encryption.exchangingKey(key, in: folder.path)
            file.encryption.replace(by: changed)
        default:
            try writeAgain(folder, with: key)
        }
        QuireLog.info("Changed the encryption key of \(folder.path).")
    }

    /// Writes all files again with another encryption.
    private func writeAgain(_ folder: DatabaseFolder, with key: EncryptionKey?) throws {
        guard DatabaseRegistry.count(file) == 1 else { throw Self.inUse(folder) }
        try checkIsNotUsedByThisThread("encrypted with another key")
        do {
            try suspend(waitingUpTo: .milliseconds(Int64(SQLiteConnection.busyTimeout)))
        } catch QuireError.Code.busy {
            try resume()
            throw Self.inUse(folder)
        }
        do {
            try replaceFiles(folder, with: key)
        } catch {
            try resume()
            throw error
        }
        try resume()
    }

    private func replaceFiles(_ folder: DatabaseFolder, with key: EncryptionKey?) throws {
        DatabaseDraft.removeAbandoned(in: folder.directoryPath)
        let stored = StoredFile(folder.databaseFile, encryption: file.encryption.value)
        let original = try exclusiveConnection(to: stored, folder)
        // Another process that is opening the database waits until the files are exchanged.
        defer { original.close() }
        let draft = try DatabaseDraft(for: folder)
        do {
            let encryption = try key.map {
                try DatabaseEncryption.create(draft.folder.path, key: $0)
            }
            try blobs.copyContents(
                to: BlobStore(
                    location: draft.folder.path + "/Attachments",
                    encryption: CurrentEncryption(encryption)))
            let copy = StoredFile(draft.folder.databaseFile, encryption: encryption)
            try Self.finish(try SourceFile.copy(original, of: stored, to: copy))
            try OpenFile(reading: copy.path).synchronize()
            try FolderSynchronization.waitForEntries(of: draft.folder.path)
            try FolderExchange.exchange(folder.path, with: draft.folder.path)
            file.encryption.replace(by: encryption)
        } catch {
            try? draft.discard()
            throw error
        }
        DatabaseRegistry.replace(file)
        try FolderSynchronization.waitForEntries(of: folder.directoryPath)
        // The draft contains the former files now.
        try draft.discard()
    }

    /// Completes a new file: it is no copy, whose edits would be those of another database.
    private static func finish(_ copy: SQLiteConnection) throws {
        defer { copy.close() }
        try FunctionRegistry.register(on: copy)
        try copy.enableTriggers(false)
        try copy.execute("BEGIN IMMEDIATE", purpose: "change the encryption key")
        try FileOrigin.write(on: copy)
        try copy.execute("COMMIT", purpose: "change the encryption key")
    }

    /// Returns a connection that no other one can use the file beside.
    private func exclusiveConnection(
        to stored: StoredFile, _ folder: DatabaseFolder
    ) throws -> SQLiteConnection {
        let purpose = "change the encryption key"
        let connection = try SQLiteConnection(stored, access: .readWriteCreate)
        do {
            connection.waitForLocks(false)
            try connection.applySettings(fullSync: false)
            try connection.execute(
                ["PRAGMA locking_mode=EXCLUSIVE", "BEGIN IMMEDIATE", "COMMIT"], purpose: purpose)
        } catch QuireError.Code.busy {
            connection.close()
            throw Self.inUse(folder)
        }
        return connection
    }
}
