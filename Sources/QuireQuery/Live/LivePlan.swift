package import SQLPlusPlus

/// The way in which a live list of a statement's documents is updated.
package enum LivePlan: Sendable {
    /// Only changed documents are read and moved.
    case incremental(LiveOrder)
    /// All documents are read after each change, for a reason that continues "because".
    case rerun(reason: String)

    /// Determines the way for a statement of whole documents.
    package init(_ statement: SelectStatement) {
        if let reason = Self.reason(toRerun: statement) {
            self = .rerun(reason: reason)
            return
        }
        do {
            self = .incremental(try LiveOrder(statement))
        } catch {
            self = .rerun(reason: "it can only be evaluated by SQLite")
        }
    }

    private static func reason(toRerun statement: SelectStatement) -> String? {
        if !statement.joinClauses.isEmpty { return "it joins documents" }
        if statement.offset != nil { return "it skips documents" }
        if let limit = statement.limit, LiveOrder.count(of: limit) == nil {
            return "its limit is not a constant"
        }
        if let search = try? VectorSearch(in: statement) {
            // A list with a limit is read with more documents than its limit, which a simple search may not
            // allow.
            if search.isSimple { return "it searches all documents for the nearest" }
            if search.metric == nil { return "the metric of its distance is that of an index" }
        }
        let terms = [statement.condition].compactMap { $0 } + statement.ordering.map(\.term)
        return reason(toRerun: terms, allowingParameters: false)
    }

    /// Returns the reason why documents cannot be evaluated one by one, or `nil`.
    package static func reason(toRerun terms: [QueryTerm], allowingParameters: Bool) -> String? {
        terms.lazy.compactMap { reason(toRerun: $0, allowingParameters) }.first
    }

    private static func reason(
        toRerun term: QueryTerm, _ allowsParameters: Bool
    ) -> String? {
        var reason: String?
        _ = term.contains { part in
            switch part {
            case .match, .rank: reason = "it searches for text"
            case .exists: reason = "it contains another query"
            case .metadata(.deleted, _): reason = "it includes deleted documents"
            case .metadata(.expiration, _): reason = "an expiration date can change without notice"
            case .parameter where !allowsParameters: reason = "it has parameters"
            case .call(let name, _) where QueryFunction.all[name]?.usesTimeZone == true:
                reason = "the time zone can change without notice"
            default: break
            }
            return reason != nil
        }
        return reason
    }

    /// A sentence for the explanation of a statement.
    package var explanation: String {
        switch self {
        case .incremental: "A live list is updated incrementally."
        case .rerun(let reason):
            "A live list is read again after each change, because \(reason)."
        }
    }
}

/// The condition, the order and the limit of a live list.
///
/// Documents with equal values have the order of their rows.
package struct LiveOrder: Sendable {
    /// The number of documents after the limit that a list keeps, so that it does not have to be
    /// read again when documents leave it.
    private static let reserve = 128

    /// The maximum number of documents, if there is one.
    package let limit: Int?
    private let evaluator: StatementEvaluator

    package init(_ statement: SelectStatement) throws {
        evaluator = try StatementEvaluator(statement)
        limit = statement.limit.flatMap(Self.count)
    }

    /// Returns the number of documents of a constant limit, or `nil` for other terms.
    fileprivate static func count(of limit: QueryTerm) -> Int? {
        guard case .literal(.integer(let count)) = limit else { return nil }
        // A larger list is not sorted again, so its limit never matters.
        return max(0, Int(clamping: min(count, 1 << 40)))
    }

    /// The number of documents that are read.
    package var readCount: Int? { limit.map { $0 + Self.reserve } }

    /// The number of documents above which those at the end of the list are forgotten.
    package var keptCount: Int { limit.map { $0 + 2 * Self.reserve } ?? .max }

    /// Whether the statement has no order.
    package var isUnordered: Bool { evaluator.ordering.isEmpty }

    /// Compares two documents and returns a negative number, zero or a positive number.
    package func compare(_ left: ObservedList.Entry, _ right: ObservedList.Entry) throws -> Int {
        for (index, key) in evaluator.ordering.enumerated() {
            let order = try left.keys[index].order(to: right.keys[index], key.collation).signum()
            if order != 0 { return key.isAscending ? order : -order }
        }
        return left.rowID == right.rowID ? 0 : left.rowID < right.rowID ? -1 : 1
    }

    /// An evaluation of the condition and the order on documents.
    package struct Run {
        private let evaluator: StatementEvaluator
        private var evaluation = Evaluation()

        package init(_ order: LiveOrder) {
            evaluator = order.evaluator
            let terms = [evaluator.condition].compactMap { $0 } + evaluator.ordering.map(\.term)
            for term in terms { evaluation.prepare(for: term, evaluator.locations) }
        }

        /// Returns the entry of a document, or `nil` if the document does not belong to the list.
        ///
        /// - Parameters:
        ///   - record: The document.
        ///   - rowID: The position of the document in its table.
        ///   - isSelected: Whether the document is known to satisfy the condition.
        /// - Returns: The entry.
        /// - Throws: An error if the document is damaged or cannot be evaluated.
        package mutating func entry(
            of record: ObservedRecord, rowID: Int64, isSelected: Bool = false
        ) throws -> ObservedList.Entry? {
            let document = EvaluatedDocument(try record.content.get())
            evaluation.begin(document)
            defer { evaluation.end() }
            if !isSelected, let condition = evaluator.condition {
                guard try evaluation.meets(condition) else { return nil }
            }
            var keys: [QueryValue] = []
            for key in evaluator.ordering {
                let value = key.term.value(&evaluation)
                try evaluation.checkFailure()
                keys.append(try Self.owned(value))
            }
            return ObservedList.Entry(record, rowID: rowID, keys: keys)
        }

        private static func owned(_ value: LanguageValue) throws -> QueryValue {
            let owned = QueryValue(value)
            if case .string(let text) = owned, let bytes = value.stringBytes,
                !text.utf8.elementsEqual(bytes)
            {
                throw QuireError(.corruptData, "A string of the document is not valid UTF-8.")
            }
            return owned
        }
    }
}
