extension BundleReader {
    /// Copies the documents of a database into a folder of their own, for reading them: the contents
    /// of the blobs stay behind, and the identifiers are the same.
    ///
    /// The source may be open and written meanwhile, or lie where nothing can be written.
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
            try SourceFile(path: path + "/db.sqlite3").copy(to: folder.databaseFile).close()
        } catch {
            try? folder.remove()
            throw error
        }
    }
}
