import SQLPlusPlus

extension NearestSelection {
    /// Loads one page of the models.
    ///
    /// A page starts after the distance at the end of the previous page, so saving or deleting models does not shift
    /// the pages. All pages together have at most as many models as the limit of the search.
    ///
    /// ```swift
    /// let near = hotels.nearest(to: vector, in: \.embedding, limit: 100)
    /// var page = try near.page(size: 20)
    /// while let next = page.next { page = try near.page(after: next, size: 20) }
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the size is less than 1 or the cursor belongs to another
    ///   search. Also the errors of `all()`.
    /// - Complexity: The complexity of `all()` for each page.
    public func page(after cursor: PageCursor? = nil, size: Int) throws -> Page<Model> {
        guard size > 0 else {
            throw QuireError(
                .invalidParameter,
                "A page cannot have \(size) models; the size must be at least 1.")
        }
        let distance = try distance()
        let position = try cursor.map { try self.position(of: $0) }
        let delivered = position?.count ?? 0
        let remaining = request.limit - delivered
        guard remaining > 0 else { return Page(models: [], next: nil) }
        let found = selection(by: distance, where: try position.map { try behind($0, distance) })
        // One additional document shows whether there is another page.
        var records = try found.limit(min(remaining, size == .max ? size : size + 1)).records()
        let hasMore = records.count > size
        if hasMore { records.removeLast(records.count - size) }
        let next = try records.last.map { last in
            try self.cursor(at: last, distance, count: delivered + records.count)
        }
        return Page(
            models: try selection.repository.decode(records), next: hasMore ? next : nil)
    }

    /// Loads one page of the models, on a thread of the database.
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func page(after cursor: PageCursor? = nil, size: Int) async throws -> Page<Model> {
        try await selection.repository.reading { try page(after: cursor, size: size) }
    }

    /// The end of a page.
    private struct Position {
        let distance: Double
        let id: String
        /// The number of models up to this one.
        let count: Int
    }

    /// The name of the search in its cursors.
    private var order: String {
        get throws {
            // A token with the numbers would be too long for a URL.
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for number in request.target ?? [] {
                hash = (hash ^ UInt64(number.bitPattern)) &* 0x100_0000_01b3
            }
            let metric = request.metric?.name ?? ""
            return "nearest(\(try request.property.get()), \(metric), \(String(hash, radix: 36)))"
        }
    }

    private func cursor(
        at record: DocumentRecord, _ distance: QueryTerm, count: Int
    ) throws -> PageCursor {
        guard let value = try TermEvaluator(distance).distance(of: record), value.isFinite else {
            throw QuireError(
                .invalidQuery,
                "Document \"\(record.id)\" in \(selection.repository.store.fullName) cannot end a page: its "
                    + "distance is not a finite number.")
        }
        return PageCursor(
            order: try order, positions: [.double(value), .integer(Int64(count))], id: record.id)
    }

    private func position(of cursor: PageCursor) throws -> Position {
        guard cursor.order == (try order), cursor.positions.count == 2,
            case .integer(let count) = cursor.positions[1], count > 0
        else { throw foreign }
        let distance: Double
        switch cursor.positions[0] {
        case .double(let value): distance = value
        // In JSON, a number without a fraction is an integer.
        case .integer(let value): distance = Double(value)
        default: throw foreign
        }
        return Position(distance: distance, id: cursor.id, count: Int(clamping: count))
    }

    private var foreign: QuireError {
        QuireError(
            .invalidParameter,
            "The page cursor belongs to another search. Use a cursor of the same search.")
    }

    /// Returns the condition that a model comes after a position.
    private func behind(_ position: Position, _ distance: QueryTerm) throws -> QueryTerm {
        // `APPROX_VECTOR_DISTANCE` is not allowed inside OR.
        let exact = try NearestSearch(request.target ?? [], property: request.property.get())
            .exactDistance(by: NearestSearch.metric(of: distance) ?? .cosine)
        let end = PageCursor.Position.double(position.distance)
        let id = QueryTerm.metadata(.id, of: nil)
        return .operation(
            .or,
            [
                end.isBefore(exact, .ascending),
                .operation(
                    .and,
                    [
                        end.equals(exact),
                        PageCursor.Position.string(position.id).isBefore(id, .ascending),
                    ]),
            ])
    }
}
