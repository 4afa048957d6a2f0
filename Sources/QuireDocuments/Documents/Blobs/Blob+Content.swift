public import Foundation

// All methods that access the content copy the state and work on the copy without holding the lock.

extension Blob {
    /// The content, or `nil` if it cannot be read.
    ///
    /// To get the reason for a failure, call ``read()``. The content can be read any number of
    /// times, before and after the blob is saved.
    ///
    /// - Complexity: O(*n*) in the length. Each access reads the stored content and verifies its
    ///   digest.
    public var content: Data? { try? read() }

    /// A new, unopened stream that reads the content, or `nil` if the content cannot be read.
    ///
    /// Each access returns a new stream. A stream of stored content uses constant memory and
    /// verifies the digest. If the content is damaged, the stream fails at its end with a
    /// ``QuireError`` with code `corruptData`.
    public var contentStream: InputStream? { try? openStream() }

    /// Reads the content.
    ///
    /// If the blob was created with a stream, the content stays in memory for the lifetime of the
    /// blob, unless the blob has already been saved.
    ///
    /// ```swift
    /// let content = try collection["hotel-42"]["photo"].blob?.read()
    /// ```
    ///
    /// - Returns: The content.
    /// - Throws: ``QuireError`` with code `notFound` if the database does not contain the content,
    ///   or if the blob does not belong to a database yet; `corruptData` if the stored content is
    ///   damaged; `cantOpenFile` or `ioError` if the content cannot be read; `busy` if the blob's
    ///   own stream requests the content while it is being read.
    /// - Complexity: O(*n*) in the length.
    public func read() throws -> Data {
        let current = try stateWithoutStream { stream in
            var content = Data()
            try stream.forEachChunk { content.append(contentsOf: $0) }
            return State(source: .data(content), length: UInt64(content.count))
        }
        switch current.source {
        case .data(let content), .inline(let content): return content
        case .file(let file): return try Self.read(file)
        case .installed(let storage), .reference(let storage?):
            let content = try current.digest.flatMap {
                try storage.read($0, length: current.length)
            }
            guard let content else { throw missing(from: storage) }
            return content
        case .lost(let error): throw error
        case .stream, .reference(nil): throw missing(from: nil)
        }
    }

    private func openStream() throws -> InputStream {
        let current = current
        switch current.source {
        case .installed(let storage), .reference(let storage?):
            let stream = try current.digest.flatMap {
                try storage.stream($0, length: current.length)
            }
            guard let stream else { throw missing(from: storage) }
            return stream
        case .file(let file):
            guard let stream = InputStream(url: file) else { throw Self.unreadable(file, nil) }
            return stream
        default:
            return InputStream(data: try read())
        }
    }

    /// Ensures that a storage contains the content and that the blob has a digest.
    ///
    /// If the content was stored earlier but is now missing from the storage, it is stored again
    /// when possible. This happens when the transaction that stored the content was rolled back and
    /// the content was then removed. If a blob comes from a document and its content is missing
    /// from its own storage, the method does nothing. Otherwise, the document could no longer be
    /// saved.
    ///
    /// - Parameter storage: The storage of the database in which the blob is saved.
    /// - Throws: ``QuireError`` as thrown by ``read()``, or if the content cannot be written.
    /// - Complexity: O(1) if the storage already contains the content; otherwise O(*n*) in the
    ///   length.
    package func install(in storage: any BlobStorage) throws {
        let current = try stateWithoutStream { stream in
            let installed = try storage.install(readingFrom: stream)
            return State(
                source: .installed(storage), digest: installed.digest, length: installed.length)
        }
        let isReference = if case .reference = current.source { true } else { false }
        if isReference { attach(storage) }
        if let digest = current.digest, let stored = try storage.length(of: digest),
            stored == current.length ?? stored
        {
            // The directory entry of the file may be new and not yet durable, even if the call that
            // created it failed afterward.
            return try storage.synchronize(digest)
        }
        switch current.source {
        case .data(let content), .inline(let content):
            note(try storage.install(content))
        case .file(let file):
            note(try storage.install(contentsOf: file), in: storage)
        case .installed(let other), .reference(let other?):
            if other.location != storage.location {
                _ = try storage.install(readingFrom: openStream())
            } else if !isReference {
                throw missing(from: storage)
            }
        case .reference(nil): break
        case .lost(let error): throw error
        case .stream: throw missing(from: nil)
        }
    }

    // MARK: Content state

    /// Returns the state of the blob after its stream, if any, has been read.
    ///
    /// If the stream is still unread, this thread reads it with the closure. If another thread is
    /// reading it, this thread waits.
    private func stateWithoutStream(_ reading: (InputStream) throws -> State) throws -> State {
        guard case .stream(let unread) = current.source else { return current }
        try unread.readOnce { stream in
            do {
                let state = try reading(stream)
                update { $0 = state }
            } catch {
                update { $0.source = .lost(error) }
                throw error
            }
        }
        let current = current
        if case .stream = current.source {
            throw QuireError(
                .busy, "The stream of a blob cannot request the content of the same blob.")
        }
        return current
    }

    private func note(_ installed: InstalledBlob, in storage: (any BlobStorage)? = nil) {
        update {
            $0.digest = installed.digest
            $0.length = installed.length
            if let storage { $0.source = .installed(storage) }
        }
    }

    private func attach(_ storage: any BlobStorage) {
        update {
            if case .reference(nil) = $0.source { $0.source = .reference(storage) }
        }
    }

    private static func read(_ file: URL) throws -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw unreadable(file, error)
        }
    }

    private static func unreadable(_ file: URL, _ cause: (any Error)?) -> QuireError {
        QuireError(
            .cantOpenFile, "Cannot read the file \(file.path) of a blob.", underlyingError: cause)
    }

    private func missing(from storage: (any BlobStorage)?) -> QuireError {
        let name = digest ?? "a blob"
        return QuireError(
            .notFound,
            storage.map { "The content of \(name) is missing from \($0.location)." }
                ?? "The content of \(name) is unavailable: the blob is not in a database yet.")
    }
}
