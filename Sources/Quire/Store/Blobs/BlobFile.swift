#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file, closed when it is let go.
final class BlobFile {
    private let descriptor: Int32
    /// The file's path, for messages.
    let path: String

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The system's number of the open file.
    ///   - path: The file's path.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file of the program's for reading.
    ///
    /// - Parameter path: The file's path; links in it are followed.
    /// - Throws: ``QuireError`` with code `cantOpenFile`.
    convenience init(reading path: String) throws {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw QuireError(.cantOpenFile, cannot: "open", path) }
        self.init(descriptor: descriptor, path: path)
    }

    deinit {
        _ = close(descriptor)
    }

    /// What the system knows of the file.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func status() throws -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw QuireError(.ioError, cannot: "examine", path)
        }
        return FileStatus(status)
    }

    /// Reads what comes next.
    ///
    /// - Parameter chunk: Where to put it.
    /// - Returns: How many bytes there are now, 0 at the end of the file.
    /// - Throws: ``QuireError`` with code `ioError`.
    func readNext(into chunk: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = uninterrupted { read(descriptor, chunk.baseAddress, chunk.count) }
        guard count >= 0 else { throw QuireError(.ioError, cannot: "read", path) }
        return count
    }

    /// Reads all that comes, in constant memory.
    ///
    /// - Parameter body: A closure that is lent each part.
    /// - Throws: What the closure throws, or ``QuireError`` with code `ioError`.
    func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { chunk in
            while case let count = try readNext(into: chunk), count > 0 {
                try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }

    /// Writes bytes behind those that were written.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: ``QuireError`` with code `ioError`; a full disk is one reason.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        // The system may take a part of them at a time.
        while !rest.isEmpty {
            let count = uninterrupted { write(descriptor, rest.baseAddress, rest.count) }
            guard count > 0 else { throw QuireError(.ioError, cannot: "write", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Removes the permission to write and waits until the disk has the contents.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func seal() throws {
        guard fchmod(descriptor, 0o400) == 0, Synchronization.wait(for: descriptor) else {
            throw QuireError(.ioError, cannot: "complete", path)
        }
    }
}

/// What the system knows of a file.
struct FileStatus {
    /// Whether it is a file: no folder, no link, no pipe.
    let isFile: Bool
    /// The number of bytes.
    let length: UInt64
    /// When it was last written, in seconds since 1970.
    let modificationTime: Int

    init(_ status: stat) {
        isFile = status.st_mode & S_IFMT == S_IFREG
        length = UInt64(clamping: status.st_size)
        #if canImport(Darwin)
            modificationTime = status.st_mtimespec.tv_sec
        #else
            modificationTime = status.st_mtim.tv_sec
        #endif
    }
}
