import Fleece

extension EncodingNode: Encoder {
    var codingPath: [any CodingKey] { keys }

    var userInfo: [CodingUserInfoKey: Any] { session.withObject { $0.userInfo } }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
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
        // A second container, for other keys, does not replace the first one, which may be in use.
        guard container == nil, !isKept, Self.canKeepContainers else {
            return KeyedEncodingContainer(
                DictionaryEncodingContainer(node: UnsafeReference(self), keys: keys, owner: self))
        }
        let new = KeyedEncodingContainer<Key>(
            DictionaryEncodingContainer(node: UnsafeReference(self), keys: keys, owner: nil))
        container = .keep(new)
        containerKeys = keys
        return new
    }

    private static let canKeepContainers: Bool = {
        let session = EncodingSession()
        return withExtendedLifetime(session) {
            let node = EncodingNode(UnsafeReference(session))
            let keys = session.keys(PositionKey.self)
            return KeptContainer.isSupported(
                by: KeyedEncodingContainer<PositionKey>(
                    DictionaryEncodingContainer(
                        node: UnsafeReference(node), keys: keys, owner: node)))
        }
    }()

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        becomeArray()
        return ArrayEncodingContainer(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ValueEncodingContainer(node: self)
    }
}

// MARK: What a node becomes

extension EncodingNode {
    func setValue(_ slot: FleeceSlot) throws {
        switch content {
        case .nothing, .value:
            content = .value
            value = slot
        case .array, .dictionary:
            throw invalid(slot, "a value is encoded where a container was encoded before")
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
            recordMisuse("an array is encoded where another kind of value was encoded before")
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
            recordMisuse("a dictionary is encoded where another kind of value was encoded before")
        }
    }

    /// Takes the items of a collection that is complete already, so that more can be added to it.
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

    /// Keeps an error of a call that cannot throw until the end of the document.
    func record(_ error: EncodingError) {
        session.withObject { $0.record(error) }
    }
}

// MARK: Children that are added to later

extension EncodingNode {
    /// A new item of an array, which is completed at the end.
    func newChild() throws -> EncodingNode {
        let node = lateNode(PathStep(index: count))
        postpone(node)
        try append(.nullSlot)
        return node
    }

    /// A new value of a key, which is completed at the end.
    func newChild(_ key: FleeceSlot, _ step: PathStep, isTop: Bool = false) throws -> EncodingNode {
        let node = lateNode(step, isTop: isTop)
        postpone(node)
        try append(key, .nullSlot)
        return node
    }

    /// The value of a key, to be added to: the latest that there is, or a new one.
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

    /// Answers a request that cannot throw: what goes wrong is thrown at the end.
    func asking(_ request: (EncodingNode) throws -> EncodingNode) -> EncodingNode {
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
