import QuireEncryption
import QuirePlatform

/// An open file, which is closed when the object is deallocated.
package final class OpenFile {
    private let descriptor: Int32
    /// The file's path, for error messages.
    let path: String
    #if Encryption
        /// The decryption of the content, or `nil` for a file that is not encrypted.
        private var decryption: BlobDecryption?
    #endif

    /// Takes ownership of an open file descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which this object closes.
    ///   - path: The file's path.
    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a file outside the database for reading.
    ///
    /// - Parameters:
    ///   - path: The file's path. Symbolic links are followed.
    ///   - waits: Whether a pipe is opened when another process writes to it.
    /// - Throws: ``QuireError`` with code `cantOpenFile`.
    convenience init(reading path: String, waits: Bool = true) throws {
        let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK)
        let descriptor = uninterrupted { open(path, flags) }
        guard descriptor >= 0 else { throw QuireError(.cantOpenFile, cannot: "open", path) }
        self.init(descriptor: descriptor, path: path)
    }

    deinit {
        _ = close(descriptor)
    }

    /// Returns the file's type, length and modification time.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func status() throws -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw QuireError(.ioError, cannot: "examine", path)
        }
        return FileStatus(status)
    }

    /// Returns the length of the content.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func length() throws -> UInt64 {
        #if Encryption
            if let decryption { return decryption.length }
        #endif
        return try status().length
    }

    /// Reads the next bytes of the content.
    ///
    /// - Parameter chunk: The buffer to read into.
    /// - Returns: The number of bytes read, or 0 at the end of the content.
    /// - Throws: ``QuireError`` with code `ioError`, or `corruptData` if an encrypted file was changed.
    func readNext(into chunk: UnsafeMutableRawBufferPointer) throws -> Int {
        #if Encryption
            if decryption != nil { return try decryption?.read(into: chunk, of: self) ?? 0 }
        #endif
        return try readFile(into: chunk)
    }

    /// Reads the next bytes of the file.
    fileprivate func readFile(into chunk: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = uninterrupted { read(descriptor, chunk.baseAddress, chunk.count) }
        guard count >= 0 else { throw QuireError(.ioError, cannot: "read", path) }
        return count
    }

    /// Reads a number of bytes.
    ///
    /// - Parameter count: The number of bytes.
    /// - Returns: The bytes, which are fewer only at the end of the file.
    /// - Throws: ``QuireError`` with code `ioError`.
    func readNext(count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = try bytes.withUnsafeMutableBytes { buffer in
            var length = 0
            while length < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
                let read = try readNext(into: rest)
                if read == 0 { break }
                length += read
            }
            return length
        }
        bytes.removeLast(count - length)
        return bytes
    }

    /// Reads the rest of the file in chunks, in constant memory.
    ///
    /// - Parameter body: A closure that receives each chunk. The buffer is valid only during the
    ///   call.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `ioError`.
    func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        try withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { chunk in
            while case let count = try readNext(into: chunk), count > 0 {
                try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }

    /// Appends bytes to the file.
    ///
    /// - Parameter bytes: The bytes to write.
    /// - Throws: ``QuireError`` with code `ioError`, for example if the disk is full.
    func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        // `write` may write fewer bytes than requested.
        while !rest.isEmpty {
            let count = uninterrupted { write(descriptor, rest.baseAddress, rest.count) }
            guard count > 0 else { throw QuireError(.ioError, cannot: "write", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Replaces bytes at a place of the file.
    func replace(at offset: Int64, with bytes: [UInt8]) throws {
        let count = bytes.withUnsafeBytes { bytes in
            uninterrupted { pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
        }
        guard count == bytes.count else { throw QuireError(.ioError, cannot: "write", path) }
    }

    /// Synchronizes the contents to disk.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize() throws {
        guard FileSynchronization.wait(for: descriptor) else {
            throw QuireError(.ioError, cannot: "complete", path)
        }
    }

    /// Makes the file read-only and synchronizes its contents to disk.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    func seal() throws {
        guard fchmod(descriptor, 0o400) == 0, FileSynchronization.wait(for: descriptor) else {
            throw QuireError(.ioError, cannot: "complete", path)
        }
    }
}

#if Encryption
    extension OpenFile {
        /// Reads the header of an encrypted file, so that its content is decrypted from here on.
        ///
        /// - Parameters:
        ///   - cipher: The encryption of the blobs.
        ///   - name: The bytes from which the name of the file is made.
        /// - Throws: ``QuireError`` with code `corruptData` if the file was changed, or `ioError`.
        func beginDecrypting(_ cipher: BlobCipher, name: [UInt8]) throws {
            let header = try readNext(count: BlobCipher.headerLength)
            guard let length = BlobCipher.contentLength(ofFile: try status().length),
                let opening = try? BlobOpening(header, cipher, name: name)
            else { throw BlobDecryption.damaged(path) }
            decryption = BlobDecryption(opening: opening, length: length)
        }
    }

    /// The reading of an encrypted file from its beginning to its end.
    private struct BlobDecryption {
        let opening: BlobOpening
        /// The length of the content.
        let length: UInt64
        private var chunk: [UInt8] = []
        /// The part of the chunk that was not read yet.
        private var rest = 0..<0
        private var index: UInt64 = 0

        init(opening: BlobOpening, length: UInt64) {
            self.opening = opening
            self.length = length
        }

        mutating func read(
            into output: UnsafeMutableRawBufferPointer, of file: OpenFile
        ) throws -> Int {
            if rest.isEmpty {
                let start = index * UInt64(BlobCipher.chunkLength)
                guard start < length || (length == 0 && index == 0) else { return 0 }
                try readChunk(Int(min(UInt64(BlobCipher.chunkLength), length - start)), of: file)
            }
            let count = min(output.count, rest.count)
            output.copyBytes(from: chunk[rest.prefix(count)])
            rest = rest.dropFirst(count)
            return count
        }

        private mutating func readChunk(_ count: Int, of file: OpenFile) throws {
            let sealedCount = count + CipherSuite.tagLength
            var sealed = [UInt8](repeating: 0, count: sealedCount)
            let isLast = index * UInt64(BlobCipher.chunkLength) + UInt64(count) == length
            do {
                try sealed.withUnsafeMutableBytes { sealed in
                    var done = 0
                    while done < sealedCount {
                        let part = UnsafeMutableRawBufferPointer(rebasing: sealed[done...])
                        let read = try file.readFile(into: part)
                        guard read > 0 else { throw CipherError.notAuthentic }
                        done += read
                    }
                    _ = try opening.open(sealed, index: index, isLast: isLast)
                }
            } catch is CipherError {
                throw Self.damaged(file.path)
            }
            chunk = sealed
            rest = 0..<count
            index += 1
        }

        static func damaged(_ path: String) -> QuireError {
            QuireError(
                .corruptData, "\(path) is damaged: it is not the encrypted blob with its name.")
        }
    }
#endif

/// The type, length and modification time of a file.
struct FileStatus {
    /// Whether it is a regular file, as opposed to a folder, a symbolic link or a pipe.
    let isFile: Bool
    /// The length in bytes.
    let length: UInt64
    /// The time of the last modification, in seconds since 1970.
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
