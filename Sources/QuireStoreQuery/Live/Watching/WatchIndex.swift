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
        /// The documents that have affected the query since its last run began.
        fileprivate var changes: ChangedDocuments?

        init(
            _ number: Int, query: any ObservingQuery, condition: PreparedTerm,
            required: RequiredValues?, isAboutAll: Bool
        ) {
            changes = query.usesChangedDocuments ? ChangedDocuments() : nil
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
    ///   - query: The query that a change may affect.
    ///   - tests: The tests whether a document affects the query. The query is affected if any test
    ///     succeeds.
    ///   - parameters: The values of the query's parameters.
    /// - Returns: The number of the entry.
    mutating func add(
        _ query: any ObservingQuery, tests: [QueryDependencies.Test],
        parameters: ParameterValues
    ) -> Int {
        let condition = condition(of: tests, parameters)
        let required = rarest(of: condition.requiredValues)
        evaluation.prepare(for: condition, locations)
        lastNumber += 1
        let isAboutAll = tests.contains { test in
            if case .everything = test { true } else { false }
        }
        let entry = Entry(
            lastNumber, query: query, condition: condition, required: required,
            isAboutAll: isAboutAll)
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
        setMembers(.all([]), of: entry)
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
    ///
    /// - Returns: The IDs of the documents that have affected the query since its last run began,
    ///   or `nil` if they are unknown.
    mutating func beginRun(_ number: Int) -> [String]? {
        guard let entry = entries[number] else { return nil }
        runs.begin(number)
        return entry.changes?.take()
    }

    /// Returns the documents that were checked since a query's run began, or `nil` if they are
    /// unknown.
    func checkedDuringRun(_ number: Int) -> [String]? {
        guard entries[number]?.changes?.areKnown == true else { return nil }
        return runs.documents(sinceBeginOf: number)
    }

    /// Records the result of a query's run.
    ///
    /// - Parameters:
    ///   - number: The number of the entry.
    ///   - members: The documents in the result.
    /// - Returns: Whether a document of the result was checked since the run began. In this case,
    ///   the document may have changed after it was read.
    mutating func endRun(_ number: Int, _ members: Members) -> Bool {
        let seen = runs.end(number)
        guard let entry = entries[number] else { return false }
        setMembers(members, of: entry)
        guard let members = entry.members else { return !seen.isEmpty }
        let changed = seen.filter { members.contains($0.hash) }
        for document in changed { entry.changes?.add(document.id) }
        return !changed.isEmpty
    }

    private mutating func setMembers(_ members: Members, of entry: Entry) {
        let before = entry.members ?? []
        switch members {
        case .unknown:
            for hash in before { removeMembership(hash) }
            entry.members = nil
        case .all(let after):
            for hash in after where !before.contains(hash) { memberships[hash, default: 0] += 1 }
            for hash in before where !after.contains(hash) { removeMembership(hash) }
            entry.members = after
        case .changed(let added, let removed):
            for hash in removed where entry.members?.remove(hash) != nil { removeMembership(hash) }
            for hash in added where entry.members?.insert(hash).inserted == true {
                memberships[hash, default: 0] += 1
            }
        }
        unsure[entry.number] = entry.members == nil ? entry : nil
    }

    private mutating func removeMembership(_ hash: UInt64) {
        let count = memberships[hash, default: 1] - 1
        memberships[hash] = count > 0 ? count : nil
    }

    // MARK: Changes

    /// Determines the queries that a changed document may affect.
    ///
    /// - Parameters:
    ///   - document: The document, which has no body if it no longer exists.
    ///   - id: Its ID.
    mutating func check(at document: BorrowedDocument, _ id: String) {
        let hash = DocumentIDHash.of(document.id)
        for entry in unsure.values { note(entry, id) }
        if let body = document.body {
            evaluation.begin(id: document.id, body: body, keys: document.keys)
            examineConditions(id)
            evaluation.end()
        } else {
            for entry in others where entry.isAboutAll { note(entry, id) }
        }
        if memberships[hash] != nil {
            for entry in entries.values where entry.needsChecks {
                if entry.members?.contains(hash) == true { note(entry, id) }
            }
        }
        runs.note(hash, id)
    }

    private mutating func examineConditions(_ id: String) {
        for (location, queries) in demanding {
            if let hash = evaluation.property(location).equalityHash {
                if let found = queries[hash] { test(found, id) }
            } else {
                for found in queries.values { test(found, id) }
            }
        }
        test(others, id)
    }

    @inline(__always)
    private mutating func test(_ entries: [Entry], _ id: String) {
        for entry in entries where entry.needsChecks {
            if entry.condition.logic(&evaluation).contains(.isTrue) { note(entry, id) }
        }
    }

    /// Marks a query as affected.
    ///
    /// - Parameters:
    ///   - entry: The query.
    ///   - id: The ID of the document, or `nil` if all documents may have changed.
    private mutating func note(_ entry: Entry, _ id: String?) {
        if let id { entry.changes?.add(id) } else { entry.changes?.setUnknown() }
        guard !entry.isAffected else { return }
        entry.isAffected = true
        affected.append(entry)
    }

    /// Marks all queries as affected.
    mutating func noteAll() {
        for entry in entries.values { note(entry, nil) }
    }

    /// Whether the remaining changes have no effect, because all queries will run again.
    var areAllAffected: Bool {
        affected.count == entries.count && affected.allSatisfy { !$0.needsChecks }
    }

    /// Returns the affected queries, and resets them.
    mutating func takeAffected() -> [any ObservingQuery] {
        defer { affected.removeAll(keepingCapacity: true) }
        for entry in affected { entry.isAffected = false }
        return affected.filter { entries[$0.number] != nil }.map(\.query)
    }
}

extension WatchIndex.Entry {
    /// Whether another document can have an effect.
    fileprivate var needsChecks: Bool { !isAffected || changes?.areKnown == true }
}

extension WatchIndex {
    /// The documents in the result of a run, as hashes of their IDs.
    enum Members: Sendable {
        case unknown
        case all(Set<UInt64>)
        /// The documents that the run has added to the last result and removed from it.
        case changed(added: Set<UInt64>, removed: Set<UInt64>)
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
