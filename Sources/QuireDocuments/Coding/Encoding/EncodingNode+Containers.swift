import Fleece
import QuirePlatform

extension EncodingNode: Encoder {
    package var codingPath: [any CodingKey] { keys }

    package var userInfo: [CodingUserInfoKey: Any] { session.withObject { $0.userInfo } }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if content != .dictionary { becomeDictionary() }
        let keys = session.withObject { $0.keys(type) }
        note(keys)
        // The identity of the keys represents the type of the container.
        if let container, let containerKeys, containerKeys.pointer == keys.pointer {
            return container.container()
        }
        return newContainer(keys)
    }

    private func newContainer<Key: CodingKey>(
        _ keys: UnsafeReference<EncodingKeys>
    ) -> KeyedEncodingContainer<Key> {
        // A second container with other keys does not replace the first one, which may be in use.
        if container == nil, !isKept {
            let new = KeyedEncodingContainer<Key>(
                DictionaryEncodingContainer(node: UnsafeReference(self), keys: keys, owner: nil))
            container = .keep(new)
            containerKeys = keys
            if container != nil { return new }
        }
        return KeyedEncodingContainer(
            DictionaryEncodingContainer(node: UnsafeReference(self), keys: keys, owner: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        becomeArray()
        return ArrayEncodingContainer(node: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncodingContainer(node: self)
    }
}

// MARK: Kinds of content

extension EncodingNode {
    func setValue(_ slot: FleeceSlot) throws {
        switch content {
        case .nothing, .value:
            content = .value
            value = slot
        case .array, .dictionary:
            throw invalid(slot, "cannot encode a single value after a container")
        }
    }

    func becomeArray() {
        switch content {
        case .nothing:
            if depth >= CodingLimits.depth { return record(tooDeep("an array")) }
            content = .array
        case .array: break
        case .value where reopen(asDictionary: false): break
        case .value, .dictionary:
            recordMisuse("cannot encode an array after a value of another kind")
        }
    }

    func becomeDictionary() {
        switch content {
        case .nothing:
            if depth >= CodingLimits.depth { return record(tooDeep("a dictionary")) }
            content = .dictionary
        case .dictionary: break
        case .value where reopen(asDictionary: true): break
        case .value, .array:
            recordMisuse("cannot encode a dictionary after a value of another kind")
        }
    }

    /// Replaces a complete collection by its items, so that more items can be appended.
    ///
    /// - Returns: `false` if the value is not a collection of the requested kind, or if it has
    ///   incomplete children.
    private func reopen(asDictionary: Bool) -> Bool {
        let slot = value
        let collection = session.withObject {
            $0.writer.withObject { $0.items(of: slot) }
        }
        guard children.isEmpty, let collection, collection.isDictionary == asDictionary else {
            return false
        }
        content = asDictionary ? .dictionary : .array
        hasOtherKeys = true
        setItems(collection.items)
        if asDictionary, isRoot { checkReservedItems() }
        return true
    }

    private func recordMisuse(_ description: String) {
        record(invalid("a container", description))
    }

    /// Records the error of a call that cannot throw, to be thrown at the end of the document.
    func record(_ error: EncodingError) {
        session.withObject { $0.record(error) }
    }
}

// MARK: Children that are completed later

extension EncodingNode {
    /// Appends an item to an array and returns its node, which is completed at the end.
    func newChild() throws -> EncodingNode {
        let node = lateNode(PathStep(index: count))
        postpone(node)
        try append(.nullSlot)
        return node
    }

    /// Appends a value for a key and returns its node, which is completed at the end.
    func newChild(_ key: FleeceSlot, _ step: PathStep, isTop: Bool = false) throws -> EncodingNode {
        let node = lateNode(step, isTop: isTop)
        postpone(node)
        try append(key, .nullSlot)
        return node
    }

    /// Returns a node for the latest value of a key, or for a new value if the key has none.
    func child(_ key: FleeceSlot, _ step: PathStep) throws -> EncodingNode {
        notePositions()
        guard let item = positions?[identity(of: key)] else { return try newChild(key, step) }
        if let child = children.last(where: { $0.item == item }) { return child.node }
        let node = lateNode(step)
        node.content = .value
        node.value = items[item]
        postpone(node, asItem: item)
        return node
    }

    /// Returns the node of a request that cannot throw.
    ///
    /// If the closure throws an encoding error, the session throws it at the end of the document.
    func deferringErrors(_ request: (EncodingNode) throws -> EncodingNode) -> EncodingNode {
        do {
            return try request(self)
        } catch {
            if let error = error as? EncodingError { record(error) }
            return lateNode(.none)
        }
    }

    private func lateNode(_ step: PathStep, isTop: Bool = false) -> EncodingNode {
        let node = EncodingNode(session)
        node.begin(below: self, step, depth: depth + 1, calls: calls + 1, isTop: isTop)
        node.keep()
        return node
    }
}
