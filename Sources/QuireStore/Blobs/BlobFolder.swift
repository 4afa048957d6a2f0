import QuirePlatform
import Foundation

/// An open blob folder of a database.
///
/// Files are opened by name relative to the folder's descriptor, and symbolic links are never
/// followed. A link in place of the folder or of a file therefore cannot redirect reads or writes.
final class BlobFolder {
    private let descriptor: Int32
    private let path: String
    /// The encryption of the files, or `nil`.
    let encryption: DatabaseEncryption?
    private let identity: FileIdentity

    /// Opens the folder.
    ///
    /// The result is `nil` if the folder does not exist.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - encryption: The encryption of the files, or `nil`.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it cannot be opened, is a symbolic link
    ///   or is not a folder.
    init?(_ path: String, encryption: DatabaseEncryption? = nil) throws {
        let descriptor = uninterrupted {
            openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT { return nil }
            // Some systems report ENOTDIR for a symbolic link.
            throw QuireError(
                .cantOpenFile, cannot: "open the folder", path,
                number: Self.isLink(path) ? ELOOP : number)
        }
        self.descriptor = descriptor
        self.path = path
        self.encryption = encryption
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            _ = close(descriptor)
            throw QuireError(.cantOpenFile, cannot: "examine the folder", path, number: number)
        }
        identity = FileIdentity(status)
    }

    /// Opens the folder, creates it if it is missing, and synchronizes its entry to disk.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - encryption: The encryption of the files, or `nil`.
    /// - Returns: The folder.
    /// - Throws: ``QuireError`` with code `cantOpenFile` or `ioError`.
    static func create(
        _ path: String, encryption: DatabaseEncryption? = nil
    ) throws -> BlobFolder {
        let folder = try BlobFolder(path, encryption: encryption) ?? createMissing(path, encryption)
        // Synchronize once per folder, even if it existed before: the process that created it may
        // have crashed before it synchronized the entry.
        if !DurableFolders.contains(folder.identity) {
            try FolderSynchronization.waitForEntries(of: DatabaseFolder.parent(of: path))
            DurableFolders.insert(folder.identity)
        }
        return folder
    }

    private static func createMissing(
        _ path: String, _ encryption: DatabaseEncryption?
    ) throws -> BlobFolder {
        // Another thread or process may create it first.
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw QuireError(.cantOpenFile, cannot: "create the folder", path)
        }
        guard let folder = try BlobFolder(path, encryption: encryption) else {
            throw QuireError(.cantOpenFile, cannot: "open the folder", path, number: ENOENT)
        }
        DurableFolders.remove(folder.identity)
        return folder
    }

    deinit {
        _ = close(descriptor)
    }

    /// Returns the path of a file in the folder, for error messages.
    func path(of name: String) -> String { path + "/" + name }

    /// Opens a file for reading.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The file, or `nil` if it does not exist.
    /// - Throws: ``QuireError`` with code `cantOpenFile` if it is a symbolic link or not a regular
    ///   file, or cannot be opened.
    func open(_ name: String) throws -> OpenFile? {
        // Without O_NONBLOCK, opening a pipe would block until a process writes to it.
        let file = uninterrupted {
            openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw QuireError(.cantOpenFile, cannot: "open", path(of: name))
        }
        let opened = OpenFile(descriptor: file, path: path(of: name))
        guard try opened.status().isFile else {
            throw QuireError(.cantOpenFile, "\(path(of: name)) is not a file.")
        }
        return opened
    }

    /// Creates a file for writing.
    ///
    /// - Parameter name: The file's name, which must not exist yet.
    /// - Returns: The empty file. Only the user of this process can read it.
    /// - Throws: ``QuireError`` with code `ioError`.
    func create(_ name: String) throws -> OpenFile {
        let file = uninterrupted {
            openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard file >= 0 else { throw QuireError(.ioError, cannot: "create", path(of: name)) }
        return OpenFile(descriptor: file, path: path(of: name))
    }

    /// Returns the status of a file without opening it.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The status, or `nil` if the file does not exist. For a symbolic link, it is the
    ///   status of the link itself.
    /// - Throws: ``QuireError`` with code `ioError`.
    func status(of name: String) throws -> FileStatus? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw QuireError(.ioError, cannot: "examine", path(of: name))
        }
        return FileStatus(status)
    }

    /// Renames a file, replacing any file or link that has the new name.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - newName: The new name.
    /// - Throws: ``QuireError`` with code `ioError`.
    func rename(_ name: String, to newName: String) throws {
        try DurableFolders.renaming(to: newName, in: identity) {
            guard renameat(descriptor, name, descriptor, newName) == 0 else {
                throw QuireError(.ioError, cannot: "replace", path(of: newName))
            }
        }
    }

    /// Removes a file.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: Whether the file existed.
    /// - Throws: ``QuireError`` with code `ioError`.
    @discardableResult
    func remove(_ name: String) throws -> Bool {
        if unlinkat(descriptor, name, 0) == 0 { return true }
        guard errno == ENOENT else {
            throw QuireError(.ioError, cannot: "remove", path(of: name))
        }
        return false
    }

    /// Synchronizes the folder's entries to disk.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize() throws {
        try DurableFolders.synchronizing(identity) {
            try FolderSynchronization.waitForEntries(of: descriptor, path: path)
        }
    }

    /// Synchronizes the entry of a file if this process renamed it and the entry is not durable
    /// yet.
    ///
    /// - Parameter name: The file's name.
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize(_ name: String) throws {
        if DurableFolders.mayBeMissing(name, in: identity) { try synchronize() }
    }

    /// Returns the names of all entries of the folder.
    ///
    /// - Returns: The names, in no particular order.
    /// - Throws: ``QuireError`` with code `ioError`.
    /// - Complexity: O(*n*) in the number of entries.
    func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw QuireError(.ioError, "Cannot list \(path).", underlyingError: error)
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
