public import Foundation

// Every way to a content takes a copy of what is known, and works without the lock.

extension Blob {
    /// The content, or `nil` if it cannot be had: ``read()`` says why.
    ///
    /// It can be asked for any number of times, before the blob is saved and afterwards.
    ///
    /// - Complexity: O(*n*) in the length: a stored content is read and its digest checked each time.
    public var content: Data? { try? read() }

    /// A stream that delivers the content, to be opened; `nil` if the content cannot be had.
    ///
    /// Each call gives another stream. That of a stored content takes constant memory and checks the
    /// digest: at the end it fails with a ``QuireError`` of code `corruptData` if the content was
    /// damaged.
    public var contentStream: InputStream? { try? openStream() }

    /// Reads the content.
    ///
    /// A content that a stream delivers is kept in memory then, until the program ends with the blob.
    ///
    /// - Returns: The content.
    /// - Throws: ``QuireError`` with code `notFound` if the database does not have it, or the blob
    ///   belongs to none yet; `corruptData` if what the database has is damaged; `cantOpenFile` or
    ///   `ioError` if it cannot be read; `busy` if the blob's own stream asks for it.
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

    /// Sees to it that a storage has the content, and that the blob has its digest.
    ///
    /// A content that was in the storage and is there no more is put there again if it can be had:
    /// a transaction that was rolled back may have been the only one to need it. A blob that comes
    /// from a document and whose content its own storage has lost stays as it is, for otherwise the
    /// document could not be saved any more.
    ///
    /// - Parameter storage: The storage of the database that the blob is saved to.
    /// - Throws: ``QuireError`` as ``read()``, or if the content cannot be written.
    /// - Complexity: O(1) if the storage has the content, else O(*n*) in the length.
    func install(in storage: any BlobStorage) throws {
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
            // Its name may be new, also if the call that gave it the name has failed afterwards.
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

    // MARK: What becomes of the content

    /// Gives what is known once a stream has been read, by this thread or another.
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
            throw QuireError(.busy, "The stream of a blob asks for the content of that blob.")
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
            .cantOpenFile, "The file \(file.path) of a blob cannot be read.", underlyingError: cause
        )
    }

    private func missing(from storage: (any BlobStorage)?) -> QuireError {
        let name = digest ?? "a blob"
        return QuireError(
            .notFound,
            storage.map { "The content of \(name) is missing from \($0.location)." }
                ?? "The content of \(name) is not known: the blob belongs to no database yet.")
    }
}
