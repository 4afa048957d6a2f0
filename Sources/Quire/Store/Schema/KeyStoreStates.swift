/// A transaction's copies of the `kvmeta` rows of the collections that it has used.
struct KeyStoreStates {
    private var states: [KeyStoreState] = []
    private var keyStores: [KeyStore] = []
    /// The index of a collection's state by the number of its tables, or -1.
    private var indices: [Int] = []

    /// Returns the index of a collection's state, if the transaction has it.
    @inline(__always)
    func index(of keyStore: KeyStore) -> Int? {
        guard keyStore.number < indices.count, indices[keyStore.number] >= 0 else { return nil }
        return indices[keyStore.number]
    }

    /// The state at an index.
    subscript(index: Int) -> KeyStoreState {
        @inline(__always) get { states[index] }
        @inline(__always) _modify { yield &states[index] }
    }

    /// The states with their collections' tables.
    var all: Zip2Sequence<[KeyStore], [KeyStoreState]> { zip(keyStores, states) }

    /// Adds a collection's state.
    ///
    /// - Returns: The index of the state.
    mutating func add(_ state: KeyStoreState, of keyStore: KeyStore) -> Int {
        while indices.count <= keyStore.number { indices.append(-1) }
        indices[keyStore.number] = states.count
        states.append(state)
        keyStores.append(keyStore)
        return states.count - 1
    }

    /// Removes the state of a collection.
    mutating func forget(_ keyStore: KeyStore) {
        guard let index = index(of: keyStore) else { return }
        states.remove(at: index)
        keyStores.remove(at: index)
        indices[keyStore.number] = -1
        for (index, keyStore) in keyStores.enumerated() { indices[keyStore.number] = index }
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
