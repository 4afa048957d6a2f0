extension Selection {
    /// Calls a closure with one model after the other, of which few are in memory at a time.
    ///
    /// The models are read page by page, each page from the then last commit, or inside of a
    /// transaction from what the transaction sees. The order is that of `page(after:size:)`. The
    /// closure may do anything with the database but close it.
    ///
    /// - Parameters:
    ///   - pageSize: How many models are read at once.
    ///   - body: A closure that gets a model.
    /// - Throws: What the closure throws, or as `page(after:size:)`.
    /// - Complexity: As `page(after:size:)` for each page.
    public func forEach(pageSize: Int = 100, _ body: (Model) throws -> Void) throws {
        var position = StreamPosition(limit: maximum, pageSize: pageSize)
        while let records = try position.next(in: self) {
            for record in records { try body(repository.decode(record)) }
        }
    }

    /// The models as an asynchronous sequence, of which few are in memory at a time.
    ///
    /// The models are read page by page, each page from the then last commit. The order is that of
    /// `page(after:size:)`. Reading blocks none of Swift's threads, and ends when the task is
    /// cancelled.
    ///
    /// - Parameter pageSize: How many models are read at once.
    /// - Returns: The sequence; each loop over it reads anew.
    public func stream(pageSize: Int = 100) -> ModelStream<Model> {
        ModelStream(selection: self, pageSize: pageSize)
    }
}

extension Repository {
    /// Calls a closure with one model after the other, of which few are in memory at a time.
    ///
    /// They come by their documents' IDs. See `Selection/forEach(pageSize:_:)`.
    ///
    /// - Parameters:
    ///   - pageSize: How many models are read at once.
    ///   - body: A closure that gets a model.
    /// - Throws: What the closure throws, or as `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection, for each page.
    public func forEach(pageSize: Int = 100, _ body: (Model) throws -> Void) throws {
        try everything.forEach(pageSize: pageSize, body)
    }

    /// The models as an asynchronous sequence, of which few are in memory at a time.
    ///
    /// They come by their documents' IDs. See `Selection/stream(pageSize:)`.
    ///
    /// - Parameter pageSize: How many models are read at once.
    /// - Returns: The sequence; each loop over it reads anew.
    public func stream(pageSize: Int = 100) -> ModelStream<Model> {
        everything.stream(pageSize: pageSize)
    }
}

/// The models of a selection, one after the other.
public struct ModelStream<Model: DocumentModel>: AsyncSequence, Sendable {
    let selection: Selection<Model>
    let pageSize: Int

    /// Begins to read.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(selection: selection, pageSize: pageSize)
    }

    /// Reads the models of a stream.
    public struct Iterator: AsyncIteratorProtocol {
        private let selection: Selection<Model>
        private var position: StreamPosition
        private var models: ArraySlice<Model> = []

        init(selection: Selection<Model>, pageSize: Int) {
            self.selection = selection
            position = StreamPosition(limit: selection.maximum, pageSize: pageSize)
        }

        /// Returns the next model, or `nil` after the last one.
        ///
        /// - Returns: The model.
        /// - Throws: As `Selection/page(after:size:)`; nothing comes after that.
        public mutating func next() async throws -> Model? {
            if let model = models.popFirst() { return model }
            let selection = selection
            let position = position
            self.position.end()
            let read = try await BlockingWork.reading.run { () -> ([Model], StreamPosition) in
                var position = position
                let records = try position.next(in: selection) ?? []
                return (try selection.repository.decode(records), position)
            }
            (models, self.position) = (read.0[...], read.1)
            return models.popFirst()
        }
    }
}

/// How far a stream has come.
struct StreamPosition: Sendable {
    private let pageSize: Int
    private var rest: Int
    private var cursor: PageCursor?

    init(limit: Int?, pageSize: Int) {
        self.pageSize = max(1, pageSize)
        rest = max(0, limit ?? .max)
    }

    /// Lets nothing come any more.
    mutating func end() { rest = 0 }

    /// Reads the documents of the next page, if there is one.
    mutating func next<Model>(in selection: Selection<Model>) throws -> [DocumentRecord]? {
        guard rest > 0 else { return nil }
        let (records, next) = try selection.recordPage(after: cursor, size: min(pageSize, rest))
        rest = next == nil ? 0 : rest - records.count
        cursor = next
        return records
    }
}
