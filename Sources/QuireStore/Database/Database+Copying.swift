import Foundation
public import QuireEncryption

extension Database {
    /// Copies a database to a new name, for example a database that is bundled with an app.
    ///
    /// The source may be open and in use, or in a read-only location. The copy contains the
    /// committed documents and their blobs, and gets its own identifiers. Its documents have the same
    /// revisions as in the source, so that both replicate with the same databases. If the method
    /// throws, no copy exists.
    ///
    /// The copy gets its name after all of its files are on disk, and the name is on disk when the
    /// method returns. After a power loss, there is either a complete copy or none; once the method
    /// has returned, there is a complete copy.
    ///
    /// If the process ends during the call, or files cannot be removed after an error, a hidden
    /// folder `.quire-draft-NAME-UUID.cblite2` can remain. The next copy or deletion in the
    /// directory removes it if it is more than a minute old.
    ///
    /// The method waits for transactions of other threads and programs. They in turn wait while it
    /// copies blobs that were added since the call began.
    ///
    /// ```swift
    /// if let path = database.path {
    ///     try Database.copy(fromPath: path, toDatabase: "backup", withConfig: config)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The name of the copy.
    ///   - config: The location and the encryption key of the copy, by default a database without
    ///     encryption in the default folder for databases. If the source is encrypted, it has the same key.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if no database exists at the path, or a
    ///   database with the name of the copy already exists; the errors of ``init(name:config:)`` if
    ///   the source cannot be opened; `notWriteable` if the source's schema contains an object that
    ///   is not part of the format; `invalidParameter` if the name is not a valid file name; `busy`
    ///   if another program locks the source for ten seconds; `ioError`.
    /// - Complexity: O(*n*) in the size of the database and its blobs.
    public static func copy(
        fromPath path: String, toDatabase name: String,
        withConfig config: DatabaseConfiguration? = nil
    ) throws {
        let config = config ?? DatabaseConfiguration()
        try DatabaseEncryption.check(config.encryptionKey)
        try copy(from: path, to: name, config) {
            try DatabaseEncryption.openIfEncrypted($0, key: config.encryptionKey)
        }
    }

    /// Copies a database to a new name, with another encryption key, or from or to a database without
    /// encryption.
    ///
    /// The copy has a key of its own, so that no former key of the source decrypts it. For everything else,
    /// see ``copy(fromPath:toDatabase:withConfig:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The name of the copy.
    ///   - config: The location and the encryption key of the copy.
    ///   - sourceKey: The encryption key of the source. It is ignored if the source is not encrypted.
    /// - Throws: The errors of ``copy(fromPath:toDatabase:withConfig:)``, or ``QuireError`` with code
    ///   `unsupportedEncryption` without the trait `Encryption`.
    /// - Complexity: O(*n*) in the size of the database and its blobs.
    public static func copy(
        fromPath path: String, toDatabase name: String, withConfig config: DatabaseConfiguration,
        sourceKey: EncryptionKey?
    ) throws {
        try DatabaseEncryption.check(config.encryptionKey)
        try copy(from: path, to: name, config) { source in
            do {
                return try DatabaseEncryption.open(source, key: sourceKey)
            } catch QuireError.Code.unreadableDatabase where sourceKey == nil {
                throw QuireError(
                    .unreadableDatabase,
                    "The database \(source) is encrypted. Pass its encryption key as the argument "
                        + "sourceKey:.")
            }
        }
    }

    /// Copies a database, whose encryption a closure opens.
    private static func copy(
        from path: String, to name: String, _ config: DatabaseConfiguration,
        opening open: (String) throws -> DatabaseEncryption?
    ) throws {
        let target = try DatabaseFolder(name: name, directory: config.directory)
        guard !target.exists else { throw target.existsAlready }
        let source = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.path
        try DatabaseFolder.checkExists(source)
        DatabaseDraft.removeAbandoned(in: target.directoryPath)
        let draft = try DatabaseDraft(for: target)
        do {
            try fill(
                draft.folder, from: source, encryptedBy: open(source), key: config.encryptionKey)
            try draft.publish(as: target)
        } catch {
            try? draft.discard()
            throw error
        }
    }

    private static func fill(
        _ draft: DatabaseFolder, from source: String, encryptedBy original: DatabaseEncryption?,
        key: EncryptionKey?
    ) throws {
        let copied = try key.map { try DatabaseEncryption.create(draft.path, key: $0) }
        let blobs = BlobStore(
            location: source + "/Attachments", encryption: CurrentEncryption(original))
        let copiedBlobs = BlobStore(
            location: draft.path + "/Attachments", encryption: CurrentEncryption(copied))
        // Copy most blobs now, so that other writers don't have to wait long afterward.
        try blobs.copyContents(to: copiedBlobs)
        let file = StoredFile(source + "/db.sqlite3", encryption: original)
        let copy = try SourceFile(file: file).copy(
            to: StoredFile(draft.databaseFile, encryption: copied),
            holding: DatabaseRegistry.lock(ofFile: file.path)
        ) {
            try blobs.copyContents(to: copiedBlobs)
        }
        defer { copy.close() }
        try FunctionRegistry.register(on: copy)
        guard try SchemaInspection.inspect(copy) != .empty else {
            throw DatabaseFolder.emptyFileError(source)
        }
        let trust = try SchemaTrust.judge(copy)
        if !trust.isRecognized, let reason = trust.refusal {
            throw QuireError(
                .notWriteable,
                "Database \(source) is read-only and cannot be copied, because a copy gets "
                    + "its own identifiers: \(reason).")
        }
        try copy.enableTriggers(false)
        try copy.execute("BEGIN IMMEDIATE", purpose: "copy the database")
        try DatabaseIdentity.renew(on: copy)
        try FileOrigin.write(on: copy)
        try copy.execute("COMMIT", purpose: "copy the database")
    }

    /// Copies the documents of a database into a new read-only database.
    ///
    /// The copy is upgraded to the current schema, as ``Database/init(reading:config:)`` requires.
    /// The contents of blobs are not copied, and the copy has the identifiers of the source. The
    /// source may be open and in use, or in a read-only location.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The name of the copy.
    ///   - directory: The folder that contains the copy.
    ///   - key: The encryption key of both, or `nil`.
    /// - Throws: The errors of ``Database/copy(fromPath:toDatabase:withConfig:)``.
    /// - Complexity: O(*n*) in the size of the file.
    package static func copyDocuments(
        ofPath path: String, toDatabase name: String, inDirectory directory: String,
        key: EncryptionKey? = nil
    ) throws {
        let folder = try DatabaseFolder(name: name, directory: directory)
        try folder.prepare(durably: false)
        do {
            let original = try DatabaseEncryption.open(path, key: key)
            let copied =
                try original == nil
                ? nil : key.map { try DatabaseEncryption.create(folder.path, key: $0) }
            let copy = try SourceFile(
                file: StoredFile(path + "/db.sqlite3", encryption: original)
            ).copy(to: StoredFile(folder.databaseFile, encryption: copied))
            defer { copy.close() }
            try copy.applySettings(fullSync: false)
            try SchemaCreation.prepare(copy)
        } catch {
            try? folder.remove()
            throw error
        }
    }
}
