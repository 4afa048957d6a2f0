import Fleece

/// Finds the queries that a changed document may matter to.
///
/// A document matters if it may meet a query's condition, or if it was in the query's last answer.
/// Most queries demand a value of some property; they are found by the value that the document has
/// there. The conditions of the others are tested one by one.
struct WatchIndex {
    /// A query in the index.
    final class Entry {
        let number: Int
        let query: any WatchingQuery
        fileprivate let condition: PreparedTerm
        fileprivate let required: RequiredValues?
        /// Whether every document matters, also one that is gone.
        fileprivate let isAboutAll: Bool
        /// The hashes of the IDs of the documents that made its last answer, or `nil` if they are not
        /// known.
        fileprivate var members: Set<UInt64>? = []
        fileprivate var isAffected = false

        init(
            _ number: Int, _ query: any WatchingQuery, _ condition: PreparedTerm,
            _ required: RequiredValues?, isAboutAll: Bool
        ) {
            self.number = number
            self.query = query
            self.condition = condition
            self.required = required
            self.isAboutAll = isAboutAll
        }
    }

    /// The work that functions of all conditions do on one document, some milliseconds.
    ///
    /// What is not known then makes queries run.
    private static let workLimit = 1 << 22

    private var entries: [Int: Entry] = [:]
    private var lastNumber = 0
    private var places = PropertyPlaces()
    private var evaluation = Evaluation(workLimit: WatchIndex.workLimit)
    /// The queries that demand a value at a place, by the value's hash.
    private var demanding: [Int: [UInt64: [Entry]]] = [:]
    private var others: [Entry] = []
    /// The queries whose members are not known.
    private var unsure: [Int: Entry] = [:]
    /// In how many answers documents are.
    private var memberships: [UInt64: Int] = [:]
    private var affected: [Entry] = []
    private var runs = RunLog()

    var isEmpty: Bool { entries.isEmpty }

    /// The queries in it.
    var queries: [any WatchingQuery] { entries.values.map(\.query) }

    // MARK: Queries

    /// Adds a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - tests: What decides whether a document matters; one that lets it pass is enough.
    ///   - parameters: The values of the query's parameters.
    /// - Returns: The number of the entry.
    mutating func add(
        _ query: any WatchingQuery, _ tests: [QueryDependencies.Test], _ parameters: ParameterValues
    ) -> Int {
        let condition = condition(of: tests, parameters)
        let required = rarest(of: condition.requiredValues)
        evaluation.prepare(for: condition, places)
        lastNumber += 1
        let isAboutAll = tests.contains { test in
            if case .everything = test { true } else { false }
        }
        let entry = Entry(lastNumber, query, condition, required, isAboutAll: isAboutAll)
        entries[entry.number] = entry
        if let required {
            for hash in required.hashes {
                demanding[required.place, default: [:]][hash, default: []].append(entry)
            }
        } else {
            others.append(entry)
        }
        return entry.number
    }

    /// The condition that one of the tests lets a document pass, as far as it can be evaluated.
    private mutating func condition(
        of tests: [QueryDependencies.Test], _ parameters: ParameterValues
    ) -> PreparedTerm {
        var preparation = TermPreparation(
            parameters: parameters, places: places, refusal: .unknownValue)
        let roots = tests.map { test -> Int in
            guard case .condition(let term, let scope) = test else {
                return preparation.add(.unknown)
            }
            preparation.scope = scope
            return (try? preparation.node(term)) ?? preparation.add(.unknown)
        }
        let root = roots.count == 1 ? roots[0] : preparation.add(anyOf: roots)
        places = preparation.places
        return preparation.term(root)
    }

    /// The demand that fewest other queries have; of equal ones the last, since the first is often
    /// that of a type.
    private func rarest(of candidates: [RequiredValues]) -> RequiredValues? {
        func rivals(_ candidate: RequiredValues) -> Int {
            candidate.hashes.reduce(0) { sum, hash in
                sum + (demanding[candidate.place]?[hash]?.count ?? 0)
            }
        }
        return candidates.reversed().min { rivals($0) < rivals($1) }
    }

    /// Takes a query out.
    mutating func remove(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        runs.end(number)
        setMembers([], of: entry)
        guard let required = entry.required else {
            return others.removeAll { $0 === entry }
        }
        for hash in required.hashes {
            demanding[required.place]?[hash]?.removeAll { $0 === entry }
            if demanding[required.place]?[hash]?.isEmpty == true {
                demanding[required.place]?[hash] = nil
            }
        }
        if demanding[required.place]?.isEmpty == true { demanding[required.place] = nil }
    }

    // MARK: Runs

    /// Notes that a query begins to run: it will see what has been committed up to now.
    mutating func beginRun(_ number: Int) {
        if entries[number] != nil { runs.begin(number) }
    }

    /// Notes what a run of a query found.
    ///
    /// - Parameters:
    ///   - number: The number of the entry.
    ///   - members: The hashes of the IDs of the documents in the answer, or `nil` if they are not
    ///     known.
    /// - Returns: Whether one of them has been looked at since the run began, and so may have been
    ///   changed behind what the run saw.
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

    /// Looks which queries a changed document may matter to.
    mutating func look(at document: BorrowedDocument) {
        let hash = Self.hash(ofID: document.id)
        for entry in unsure.values { note(entry) }
        if let body = document.body {
            evaluation.begin(id: document.id, body: body, keys: document.keys)
            lookAtConditions()
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

    private mutating func lookAtConditions() {
        for (place, queries) in demanding {
            if let hash = evaluation.property(place).equalityHash {
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

    /// Takes all queries for affected.
    mutating func noteAll() {
        for entry in entries.values { note(entry) }
    }

    /// Whether there is no query left that more documents could affect.
    var areAllAffected: Bool { affected.count == entries.count }

    /// Forgets which queries are affected, and returns them.
    mutating func takeAffected() -> [any WatchingQuery] {
        defer { affected.removeAll(keepingCapacity: true) }
        for entry in affected { entry.isAffected = false }
        return affected.filter { entries[$0.number] != nil }.map(\.query)
    }

    /// A number that stands for a document's ID; two may share one, which costs a run at most.
    static func hash(ofID id: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: id)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// A changed document, in memory that is borrowed for one look at it.
struct BorrowedDocument: @unchecked Sendable {
    // Sendable without a lock: nobody writes the memory while it is borrowed.
    let id: UnsafeRawBufferPointer
    /// The body, or `nil` if the document is not there any more.
    let body: UnsafeRawBufferPointer?
    let keys: SharedKeys
}

/// Which documents have been looked at while queries run.
private struct RunLog {
    private var hashes: [UInt64] = []
    /// The number of what has been dropped in front.
    private var dropped = 0
    private var starts: [Int: Int] = [:]

    mutating func begin(_ number: Int) {
        starts[number] = dropped + hashes.count
    }

    mutating func note(_ hash: UInt64) {
        if !starts.isEmpty { hashes.append(hash) }
    }

    /// Ends a run, and returns what has been looked at since it began.
    @discardableResult
    mutating func end(_ number: Int) -> [UInt64] {
        guard let start = starts.removeValue(forKey: number) else { return [] }
        let seen = Array(hashes[max(0, start - dropped)...])
        let needless = (starts.values.min() ?? dropped + hashes.count) - dropped
        // What nobody needs is dropped now and then, not each time.
        if starts.isEmpty || needless > 4096 {
            hashes.removeFirst(min(needless, hashes.count))
            dropped += needless
        }
        return seen
    }
}
