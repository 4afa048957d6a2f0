/// A transaction's copies of the `kvmeta` rows of the collections that it has used.
struct CollectionTablesStates {
    private var states: [CollectionTablesState] = []
    private var allTables: [CollectionTables] = []
    /// The index of a collection's state by the number of its tables, or -1.
    private var positions: [Int] = []

    /// Returns the index of a collection's state, if the transaction has it.
    @inline(__always)
    func index(of tables: CollectionTables) -> Int? {
        guard tables.number < positions.count, positions[tables.number] >= 0 else { return nil }
        return positions[tables.number]
    }

    /// The state at an index.
    subscript(index: Int) -> CollectionTablesState {
        @inline(__always) get { states[index] }
        @inline(__always) _modify { yield &states[index] }
    }

    /// The states with their collections' tables.
    var all: Zip2Sequence<[CollectionTables], [CollectionTablesState]> { zip(allTables, states) }

    /// The indexes of all states.
    var indices: Range<Int> { states.indices }

    /// Returns the tables of the collection whose state has an index.
    func tables(at index: Int) -> CollectionTables { allTables[index] }

    /// Adds a collection's state.
    ///
    /// - Returns: The index of the state.
    mutating func add(_ state: CollectionTablesState, of tables: CollectionTables) -> Int {
        while positions.count <= tables.number { positions.append(-1) }
        positions[tables.number] = states.count
        states.append(state)
        allTables.append(tables)
        return states.count - 1
    }

    /// Removes the state of a collection.
    mutating func forget(_ tables: CollectionTables) {
        guard let index = index(of: tables) else { return }
        states.remove(at: index)
        allTables.remove(at: index)
        positions[tables.number] = -1
        for (index, tables) in allTables.enumerated() { positions[tables.number] = index }
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
