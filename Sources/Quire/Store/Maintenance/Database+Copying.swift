import Foundation

extension Database {
    /// Copies a database under a name of its own, for example one that comes with an app.
    ///
    /// The source may be open and written meanwhile, or lie where nothing can be written; the copy
    /// is what was committed, with the blobs of its documents. It gets identifiers of its own. If
    /// the call throws, there is no copy.
    ///
    /// The disk has all files of the copy before the copy gets its name, and the name when the call
    /// returns. So a power loss leaves a complete copy or none, and after the call a complete one.
    /// If the process ends during the call, or files cannot be removed after an error, a hidden
    /// folder `.quire-draft-NAME-UUID.cblite2` can be left. The next copy or deletion in the
    /// directory removes it, if it is more than a minute old.
    ///
    /// It waits for the transaction of another thread or program, and others wait while it copies
    /// the blobs that came since it began.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The copy's name.
    ///   - config: Where the copy is to lie; by default where databases lie unless told otherwise.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if there is no database at the path, or
    ///   one of the copy's name is there already; as ``init(name:config:)`` if the source cannot be
    ///   opened; `notWriteable` if the source's schema has something in it that the format does not
    ///   have; `invalidParameter` if the name cannot be a file's; `busy` if another program holds
    ///   the source for ten seconds; `ioError`.
    /// - Complexity: O(*n*) in the size of the database and its blobs.
    public static func copy(
        fromPath path: String, toDatabase name: String,
        withConfig config: DatabaseConfiguration? = nil
    ) throws {
        let config = config ?? DatabaseConfiguration()
        let target = try DatabaseFolder(name: name, directory: config.directory)
        guard !target.exists else { throw target.existsAlready }
        let source = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.path
        try DatabaseFolder.checkExists(source)
        DatabaseDraft.removeAbandoned(in: target.directoryPath)
        let draft = try DatabaseDraft(for: target)
        do {
            try fill(draft.folder, from: source)
            try draft.publish(as: target)
        } catch {
            try? draft.discard()
            throw error
        }
    }

    private static func fill(_ draft: DatabaseFolder, from source: String) throws {
        let blobs = BlobStore(location: source + "/Attachments")
        let copiedBlobs = BlobStore(location: draft.path + "/Attachments")
        // Most of them now, so that nobody has to wait for long later on.
        try blobs.copyContents(to: copiedBlobs)
        let file = source + "/db.sqlite3"
        let copy = try SourceFile(path: file).copy(
            to: draft.databaseFile, holding: OpenDatabases.lock(ofFile: file)
        ) {
            try blobs.copyContents(to: copiedBlobs)
        }
        defer { copy.close() }
        try FunctionRegistry.register(on: copy)
        guard try SchemaInspection.inspect(copy) != .empty else {
            throw DatabaseFolder.emptyFileError(source)
        }
        let trust = try SchemaTrust.judge(copy)
        if !trust.isRecognised, let reason = trust.refusal {
            throw QuireError(
                .notWriteable,
                "The database \(source) can be read and not be copied, because a copy gets "
                    + "identifiers of its own: \(reason).")
        }
        try copy.enableTriggers(false)
        try copy.execute("BEGIN IMMEDIATE", purpose: "copy the database")
        if let old = try InfoRow.privateUUID.read(on: copy) {
            try InfoRow.previousPrivateUUID.write(old, on: copy)
        }
        for row in [InfoRow.publicUUID, .privateUUID] {
            try row.write(SchemaCreation.randomUUID(), on: copy)
        }
        try copy.execute("COMMIT", purpose: "copy the database")
    }

    /// Copies the documents of a database into a new database that is only read.
    ///
    /// The copy is upgraded to the current schema, as ``Database/init(reading:config:)`` needs it.
    /// The contents of blobs are not copied, and the copy has the identifiers of the source. The
    /// source may be open and written meanwhile, or be in a place where no file can be written.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The copy's name.
    ///   - directory: The folder of the copy.
    /// - Throws: ``QuireError`` as ``Database/copy(fromPath:toDatabase:withConfig:)``.
    /// - Complexity: O(*n*) in the size of the file.
    package static func copyDocuments(
        ofPath path: String, toDatabase name: String, inDirectory directory: String
    ) throws {
        let folder = try DatabaseFolder(name: name, directory: directory)
        try folder.prepare(durably: false)
        do {
            let copy = try SourceFile(path: path + "/db.sqlite3").copy(to: folder.databaseFile)
            defer { copy.close() }
            try copy.applySettings(fullSync: false)
            try SchemaCreation.prepare(copy)
        } catch {
            try? folder.remove()
            throw error
        }
    }
}
