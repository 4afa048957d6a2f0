import Fleece

/// An index that finds the queries that a changed document may affect.
///
/// A document affects a query if it may satisfy the query's condition, or if it was in the last
/// result. Most queries require a property to have a certain value. The index finds these by the
/// value of the property in the document. It evaluates the conditions of the other queries one by
/// one.
struct WatchIndex {
    /// A query in the index.
    final class Entry {
        let number: Int
        let query: any ObservingQuery
        fileprivate let condition: PreparedTerm
        fileprivate let required: RequiredValues?
        /// Whether every document affects the query, including deleted ones.
        fileprivate let isAboutAll: Bool
        /// The hashes of the IDs of the documents in the last result, or `nil` if they are unknown.
        fileprivate var members: Set<UInt64>? = []
        fileprivate var isAffected = false

        init(
            _ number: Int, _ query: any ObservingQuery, _ condition: PreparedTerm,
            _ required: RequiredValues?, isAboutAll: Bool
        ) {
            self.number = number
            self.query = query
            self.condition = condition
            self.required = required
            self.isAboutAll = isAboutAll
        }
    }

    /// The maximum work of functions for evaluating all conditions on one document.
    ///
    /// The limit corresponds to a few milliseconds. If evaluating a condition exceeds it, the query
    /// runs.
    private static let workLimit = 1 << 22

    private var entries: [Int: Entry] = [:]
    private var lastNumber = 0
    private var locations = PropertyLocations()
    private var evaluation = Evaluation(workLimit: WatchIndex.workLimit)
    /// The queries that require a certain value of a property, by property and hash of the value.
    private var demanding: [Int: [UInt64: [Entry]]] = [:]
    private var others: [Entry] = []
    /// The queries for which the documents of the last result are unknown.
    private var unsure: [Int: Entry] = [:]
    /// The number of results that contain a document, by the hash of the document ID.
    private var memberships: [UInt64: Int] = [:]
    private var affected: [Entry] = []
    private var runs = RunLog()

    var isEmpty: Bool { entries.isEmpty }

    /// The queries in the index.
    var queries: [any ObservingQuery] { entries.values.map(\.query) }

    // MARK: Queries

    /// Adds a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - tests: The tests whether a document affects the query. The query is affected if any test
    ///     succeeds.
    ///   - parameters: The values of the query's parameters.
    /// - Returns: The number of the entry.
    mutating func add(
        _ query: any ObservingQuery, _ tests: [QueryDependencies.Test],
        _ parameters: ParameterValues
    ) -> Int {
        let condition = condition(of: tests, parameters)
        let required = rarest(of: condition.requiredValues)
        evaluation.prepare(for: condition, locations)
        lastNumber += 1
        let isAboutAll = tests.contains { test in
            if case .everything = test { true } else { false }
        }
        let entry = Entry(lastNumber, query, condition, required, isAboutAll: isAboutAll)
        entries[entry.number] = entry
        if let required {
            for hash in required.hashes {
                demanding[required.location, default: [:]][hash, default: []].append(entry)
            }
        } else {
            others.append(entry)
        }
        return entry.number
    }

    /// Returns a condition that is true if at least one test succeeds, as far as it can be
    /// evaluated.
    private mutating func condition(
        of tests: [QueryDependencies.Test], _ parameters: ParameterValues
    ) -> PreparedTerm {
        var preparation = TermPreparation(
            parameters: parameters, locations: locations, refusal: .unknownValue)
        let roots = tests.map { test -> Int in
            guard case .condition(let term, let scope) = test else {
                return preparation.add(.unknown)
            }
            preparation.scope = scope
            return (try? preparation.node(term)) ?? preparation.add(.unknown)
        }
        let root = roots.count == 1 ? roots[0] : preparation.add(anyOf: roots)
        locations = preparation.locations
        return preparation.term(root)
    }

    /// Returns the requirement that the fewest other queries share.
    ///
    /// Of equal candidates, the last one is used, because the first one is often the condition on
    /// the type.
    private func rarest(of candidates: [RequiredValues]) -> RequiredValues? {
        func rivals(_ candidate: RequiredValues) -> Int {
            candidate.hashes.reduce(0) { sum, hash in
                sum + (demanding[candidate.location]?[hash]?.count ?? 0)
            }
        }
        return candidates.reversed().min { rivals($0) < rivals($1) }
    }

    /// Removes a query.
    mutating func remove(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        runs.end(number)
        setMembers([], of: entry)
        guard let required = entry.required else {
            return others.removeAll { $0 === entry }
        }
        for hash in required.hashes {
            demanding[required.location]?[hash]?.removeAll { $0 === entry }
            if demanding[required.location]?[hash]?.isEmpty == true {
                demanding[required.location]?[hash] = nil
            }
        }
        if demanding[required.location]?.isEmpty == true { demanding[required.location] = nil }
    }

    // MARK: Runs

    /// Records the beginning of a query's run, which includes all commits so far.
    mutating func beginRun(_ number: Int) {
        if entries[number] != nil { runs.begin(number) }
    }

    /// Records the result of a query's run.
    ///
    /// - Parameters:
    ///   - number: The number of the entry.
    ///   - members: The hashes of the IDs of the documents in the result, or `nil` if they are
    ///     unknown.
    /// - Returns: Whether a document of the result was checked since the run began. In this case,
    ///   the document may have changed after it was read.
    mutating func endRun(_ number: Int, _ members: Set<UInt64>?) -> Bool {
        let seen = runs.end(number)
        guard let entry = entries[number] else { return false }
        setMembers(members, of: entry)
        guard let members else { return !seen.isEmpty }
        return seen.contains(where: members.contains)
    }

    private mutating func setMembers(_ members: Set<UInt64>?, of entry: Entry) {
        let before = entry.members ?? []
        let after = members ?? []
        for hash in after where !before.contains(hash) { memberships[hash, default: 0] += 1 }
        for hash in before where !after.contains(hash) {
            let count = memberships[hash, default: 1] - 1
            memberships[hash] = count > 0 ? count : nil
        }
        entry.members = members
        unsure[entry.number] = members == nil ? entry : nil
    }

    // MARK: Changes

    /// Determines the queries that a changed document may affect.
    mutating func check(at document: BorrowedDocument) {
        let hash = Self.hash(ofID: document.id)
        for entry in unsure.values { note(entry) }
        if let body = document.body {
            evaluation.begin(id: document.id, body: body, keys: document.keys)
            examineConditions()
            evaluation.end()
        } else {
            for entry in others where entry.isAboutAll { note(entry) }
        }
        if memberships[hash] != nil {
            for entry in entries.values where !entry.isAffected {
                if entry.members?.contains(hash) == true { note(entry) }
            }
        }
        runs.note(hash)
    }

    private mutating func examineConditions() {
        for (location, queries) in demanding {
            if let hash = evaluation.property(location).equalityHash {
                if let found = queries[hash] { test(found) }
            } else {
                for found in queries.values { test(found) }
            }
        }
        test(others)
    }

    @inline(__always)
    private mutating func test(_ entries: [Entry]) {
        for entry in entries where !entry.isAffected {
            if entry.condition.logic(&evaluation).contains(.isTrue) { note(entry) }
        }
    }

    private mutating func note(_ entry: Entry) {
        guard !entry.isAffected else { return }
        entry.isAffected = true
        affected.append(entry)
    }

    /// Marks all queries as affected.
    mutating func noteAll() {
        for entry in entries.values { note(entry) }
    }

    /// Whether all queries are already affected.
    var areAllAffected: Bool { affected.count == entries.count }

    /// Returns the affected queries, and resets them.
    mutating func takeAffected() -> [any ObservingQuery] {
        defer { affected.removeAll(keepingCapacity: true) }
        for entry in affected { entry.isAffected = false }
        return affected.filter { entries[$0.number] != nil }.map(\.query)
    }

    /// Returns a hash of a document ID.
    ///
    /// A collision only causes an unnecessary run.
    static func hash(ofID id: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// A changed document in borrowed memory.
struct BorrowedDocument: @unchecked Sendable {
    // `@unchecked Sendable`: the memory isn't written while it is borrowed.
    let id: UnsafeRawBufferPointer
    /// The body, or `nil` if the document no longer exists.
    let body: UnsafeRawBufferPointer?
    let keys: SharedKeys
}

/// A log of the documents that were checked while queries run.
private struct RunLog {
    private var hashes: [UInt64] = []
    /// The number of entries that were removed from the beginning.
    private var dropped = 0
    private var starts: [Int: Int] = [:]

    mutating func begin(_ number: Int) {
        starts[number] = dropped + hashes.count
    }

    mutating func note(_ hash: UInt64) {
        if !starts.isEmpty { hashes.append(hash) }
    }

    /// Ends a run, and returns the documents that were checked since it began.
    @discardableResult
    mutating func end(_ number: Int) -> [UInt64] {
        guard let start = starts.removeValue(forKey: number) else { return [] }
        let seen = Array(hashes[max(0, start - dropped)...])
        let needless = (starts.values.min() ?? dropped + hashes.count) - dropped
        // Remove unneeded entries only occasionally.
        if starts.isEmpty || needless > 4096 {
            hashes.removeFirst(min(needless, hashes.count))
            dropped += needless
        }
        return seen
    }
}
