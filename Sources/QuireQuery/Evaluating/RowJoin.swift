import SQLPlusPlus

/// The rows of a statement with several sources.
struct RowJoin {
    private let join: PreparedDocuments
    private let number: Int
    /// The documents of the joined source.
    private let documents: [EvaluatedDocument]
    /// The numbers of the documents by the hashes of their keys.
    private var buckets: [UInt64: [Int]] = [:]
    /// The numbers of the documents whose keys have no hash.
    private var unhashed: [Int] = []
    /// The keys of the rows.
    private let keys: [OuterKey]?

    /// The key of a row, by which documents are found.
    private enum OuterKey {
        case hash(UInt64)
        /// The value equals no other value.
        case none
        /// The value has no hash.
        case unknown
    }

    /// Reads the documents that can match the rows.
    ///
    /// - Parameters:
    ///   - join: The source.
    ///   - number: The number of the source.
    ///   - rows: The rows of the sources before this one.
    ///   - evaluation: The evaluation of the statement.
    ///   - read: A closure that returns documents.
    /// - Throws: An error of the closure, or of a function.
    init(
        _ join: PreparedDocuments, number: Int, rows: [EvaluatedRow],
        evaluation: inout Evaluation, _ read: (JoinedSource) throws -> [EvaluatedDocument]
    ) throws {
        self.join = join
        self.number = number
        var ids: [String]? = join.key?.isDocumentID == true ? [] : nil
        keys = try join.key.map {
            try Self.keys(of: rows, by: $0, collecting: &ids, in: &evaluation)
        }
        if ids?.isEmpty == true || rows.isEmpty {
            documents = []
            return
        }
        let all = try read(
            JoinedSource(
                collection: join.source, condition: join.ownCondition, documentIDs: ids))
        documents = try join.ownFilter.map { try $0.filter(all) } ?? all
        if let key = join.key { try hash(key) }
    }

    /// Returns the keys of the rows, and collects their document IDs.
    private static func keys(
        of rows: [EvaluatedRow], by key: JoinKey, collecting ids: inout [String]?,
        in evaluation: inout Evaluation
    ) throws -> [OuterKey] {
        var found: Set<[UInt8]> = []
        return try rows.map { row in
            evaluation.begin(row)
            let value = key.outer.value(&evaluation)
            try evaluation.checkFailure()
            let memory = evaluation.environment.memory
            let converted = try known { () throws(FunctionFailure) in
                try key.adjustment.converted(.missing, value, in: memory).1
            }
            switch converted {
            case .unknown:
                ids = nil
                return .unknown
            case .missing where !key.matchesMissing: return .none
            case .string(let bytes):
                if ids != nil, found.insert(Array(bytes)).inserted {
                    ids?.append(String(decoding: bytes, as: UTF8.self))
                }
            default: break
            }
            return converted.equalityHash.map { .hash($0) } ?? .unknown
        }
    }

    private mutating func hash(_ key: JoinKey) throws {
        var evaluation = Evaluation(for: key.inner, key.innerLocations)
        defer { evaluation.end() }
        for (number, document) in documents.enumerated() {
            evaluation.begin(document)
            let value = key.inner.value(&evaluation)
            try evaluation.checkFailure()
            let memory = evaluation.environment.memory
            let converted = try known { () throws(FunctionFailure) in
                try key.adjustment.converted(value, .missing, in: memory).0
            }
            if let hash = converted.equalityHash {
                buckets[hash, default: []].append(number)
            } else {
                unhashed.append(number)
            }
        }
    }

    /// Calls a closure with the numbers of the documents that can match a row, in order.
    private func forEachCandidate(of row: Int, _ body: (Int) throws -> Void) rethrows {
        switch keys?[row] {
        case .none?: return
        case .unknown?, nil: for number in documents.indices { try body(number) }
        case .hash(let hash)?:
            let found = buckets[hash] ?? []
            let numbers = unhashed.isEmpty ? found : (found + unhashed).sorted()
            for number in numbers { try body(number) }
        }
    }

    /// Returns the rows with the documents that match them.
    func rows(
        joinedTo rows: [EvaluatedRow], _ evaluation: inout Evaluation
    ) throws -> [EvaluatedRow] {
        var result: [EvaluatedRow] = []
        for (index, row) in rows.enumerated() {
            var isMatched = false
            evaluation.begin(row)
            try forEachCandidate(of: index) { candidate in
                let value = JoinedValue.document(documents[candidate])
                if let condition = join.condition {
                    evaluation.begin(joining: value, at: number)
                    guard try evaluation.meets(condition) else { return }
                }
                isMatched = true
                result.append(
                    EvaluatedRow(document: row.document, joined: row.joined + [value]))
            }
            if join.isOptional, !isMatched {
                result.append(
                    EvaluatedRow(document: row.document, joined: row.joined + [.absent]))
            }
        }
        return result
    }
}

/// Throws the error of the query for the failure of a function.
package func known<Result>(_ body: () throws(FunctionFailure) -> Result) throws -> Result {
    do throws(FunctionFailure) { return try body() } catch { throw error.queryError }
}
