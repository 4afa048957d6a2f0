/// A transaction's copies of the `kvmeta` rows of the collections that it has used.
struct CollectionTablesStates {
    private var states: [CollectionTablesState] = []
    private var allTables: [CollectionTables] = []
    /// The index of a collection's state by the number of its tables, or -1.
    private var indices: [Int] = []

    /// Returns the index of a collection's state, if the transaction has it.
    @inline(__always)
    func index(of tables: CollectionTables) -> Int? {
        guard tables.number < indices.count, indices[tables.number] >= 0 else { return nil }
        return indices[tables.number]
    }

    /// The state at an index.
    subscript(index: Int) -> CollectionTablesState {
        @inline(__always) get { states[index] }
        @inline(__always) _modify { yield &states[index] }
    }

    /// The states with their collections' tables.
    var all: Zip2Sequence<[CollectionTables], [CollectionTablesState]> { zip(allTables, states) }

    /// Adds a collection's state.
    ///
    /// - Returns: The index of the state.
    mutating func add(_ state: CollectionTablesState, of tables: CollectionTables) -> Int {
        while indices.count <= tables.number { indices.append(-1) }
        indices[tables.number] = states.count
        states.append(state)
        allTables.append(tables)
        return states.count - 1
    }

    /// Removes the state of a collection.
    mutating func forget(_ tables: CollectionTables) {
        guard let index = index(of: tables) else { return }
        states.remove(at: index)
        allTables.remove(at: index)
        indices[tables.number] = -1
        for (index, tables) in allTables.enumerated() { indices[tables.number] = index }
    }

    /// Removes the states of all collections.
    mutating func forgetAll() {
        self = Self()
    }

    /// Records that the transaction is committed.
    mutating func noteCommit() {
        for index in states.indices { states[index].noteCommit() }
    }
}
