extension BundleReader {
    /// Copies the documents of a database into a folder of their own, for reading them.
    ///
    /// The copy has today's form, as ``Database/init(reading:config:)`` needs it. The contents of the
    /// blobs are not copied, and the identifiers are the same. The source may be open and written
    /// meanwhile, or be where nothing can be written.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The copy's name.
    ///   - directory: The folder that the copy is to lie in.
    /// - Throws: ``QuireError`` as ``Database/copy(fromPath:toDatabase:withConfig:)``.
    /// - Complexity: O(*n*) in the size of the file.
    package static func copyDocuments(
        of path: String, toDatabase name: String, inDirectory directory: String
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
