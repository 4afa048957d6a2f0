extension Selection {
    /// Calls a closure with each model, keeping only one page of models in memory.
    ///
    /// Each page is read from the last commit at that time, or, inside a transaction, from the
    /// state of the transaction. The order is that of `page(after:size:)`. The closure can call any
    /// method of the database except those that close it.
    ///
    /// ```swift
    /// try hotels.filter { $0.stars >= 4 }.forEach { hotel in
    ///     print(hotel.name)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - pageSize: The number of models that are read together, at least 1.
    ///   - body: A closure that receives a model.
    /// - Throws: The errors of `page(after:size:)`, and an error that the closure throws.
    /// - Complexity: The same as `page(after:size:)`, for each page.
    public func forEach(pageSize: Int = 100, _ body: (Model) throws -> Void) throws {
        var position = StreamPosition(limit: maximum, pageSize: pageSize)
        while let records = try position.next(in: self) {
            for record in records { try body(repository.decode(record)) }
        }
    }

    /// Returns the models as an asynchronous sequence that keeps only one page in memory.
    ///
    /// Each page is read from the last commit at that time. The order is that of
    /// `page(after:size:)`. Reading does not block Swift's cooperative threads, and ends when the
    /// task is canceled.
    ///
    /// ```swift
    /// for try await hotel in hotels.filter({ $0.stars >= 4 }).stream() {
    ///     print(hotel.name)
    /// }
    /// ```
    ///
    /// - Parameter pageSize: The number of models that are read together, at least 1.
    /// - Returns: The sequence. Each iteration reads the models again.
    public func stream(pageSize: Int = 100) -> ModelStream<Model> {
        ModelStream(selection: self, pageSize: pageSize)
    }
}

extension Repository {
    /// Calls a closure with each model, keeping only one page of models in memory.
    ///
    /// The models are sorted by their document IDs. See `Selection/forEach(pageSize:_:)`.
    ///
    /// ```swift
    /// try hotels.forEach { hotel in print(hotel.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - pageSize: The number of models that are read together, at least 1.
    ///   - body: A closure that receives a model.
    /// - Throws: The errors of `all()`, and an error that the closure throws.
    /// - Complexity: O(*n*) in the number of documents in the collection, for each page.
    public func forEach(pageSize: Int = 100, _ body: (Model) throws -> Void) throws {
        try selection.forEach(pageSize: pageSize, body)
    }

    /// Returns the models as an asynchronous sequence that keeps only one page in memory.
    ///
    /// The models are sorted by their document IDs. See `Selection/stream(pageSize:)`.
    ///
    /// ```swift
    /// for try await hotel in hotels.stream() { print(hotel.name) }
    /// ```
    ///
    /// - Parameter pageSize: The number of models that are read together, at least 1.
    /// - Returns: The sequence. Each iteration reads the models again.
    public func stream(pageSize: Int = 100) -> ModelStream<Model> {
        selection.stream(pageSize: pageSize)
    }
}

/// An asynchronous sequence of the models of a selection.
///
/// ```swift
/// let names = hotels.sorted(by: \.name).stream(pageSize: 500).map(\.name)
/// for try await name in names { print(name) }
/// ```
public struct ModelStream<Model: DocumentModel>: AsyncSequence, Sendable {
    let selection: Selection<Model>
    let pageSize: Int

    /// Creates an iterator that reads the models from the beginning.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(selection: selection, pageSize: pageSize)
    }

    /// An iterator that reads the models of a stream.
    ///
    /// ```swift
    /// var stream = hotels.sorted(by: \.name).stream().makeAsyncIterator()
    /// while let hotel = try await stream.next() { print(hotel.name) }
    /// ```
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
        /// - Throws: The errors of `Selection/page(after:size:)`. After an error, the sequence has
        ///   ended.
        public mutating func next() async throws -> Model? {
            if let model = models.popFirst() { return model }
            let selection = selection
            let position = position
            self.position.end()
            let read = try await selection.repository.reading { () -> ([Model], StreamPosition) in
                var position = position
                let records = try position.next(in: selection) ?? []
                return (try selection.repository.decode(records), position)
            }
            (models, self.position) = (read.0[...], read.1)
            return models.popFirst()
        }
    }
}

/// The current position of a stream.
struct StreamPosition: Sendable {
    private let pageSize: Int
    private var rest: Int
    private var cursor: PageCursor?

    init(limit: Int?, pageSize: Int) {
        self.pageSize = max(1, pageSize)
        rest = max(0, limit ?? .max)
    }

    /// Ends the stream.
    mutating func end() { rest = 0 }

    /// Reads the documents of the next page, or returns `nil` after the last page.
    mutating func next<Model>(in selection: Selection<Model>) throws -> [DocumentRecord]? {
        guard rest > 0 else { return nil }
        let (records, next) = try selection.recordPage(after: cursor, size: min(pageSize, rest))
        rest = next == nil ? 0 : rest - records.count
        cursor = next
        return records
    }
}
