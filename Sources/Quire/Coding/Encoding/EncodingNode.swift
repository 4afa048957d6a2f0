import Fleece

/// A value being encoded: the `Encoder` that a type's `encode(to:)` gets, and what it has made.
///
/// Values go straight into the writer. What a node keeps is the slots of a collection until it is
/// complete, and the children that somebody may still add to.
final class EncodingNode {
    /// What the node has become.
    enum Content {
        case nothing
        case value(FleeceSlot)
        case array
        case dictionary
    }

    /// A child that is not complete yet, and the item of the collection that it will be.
    struct Child {
        let item: Int
        let key: String?
        let node: EncodingNode
    }

    let session: EncodingSession
    let path: CodingPath?
    private(set) var content = Content.nothing
    /// The items of an array, or the keys and values of a dictionary in turn.
    private var items: [FleeceSlot] = []
    private var children: [Child] = []

    init(session: EncodingSession, path: CodingPath?) {
        self.session = session
        self.path = path
    }

    /// How often this node's value has handed itself on to another.
    private var handovers = 0

    var depth: Int { (path?.depth ?? 0) + handovers }

    func enter() -> Bool {
        handovers += 1
        return depth <= CodingLimits.depth
    }

    func leave() { handovers -= 1 }

    var keys: [any CodingKey] { CodingPath.keys(path) }

    /// How many items the array has.
    var count: Int { items.count }

    func setValue(_ slot: FleeceSlot) {
        switch content {
        case .nothing, .value: content = .value(slot)
        case .array, .dictionary:
            recordMisuse("a value is encoded where a container was encoded before")
        }
    }

    func becomeArray() {
        switch content {
        case .nothing: content = .array
        case .array: break
        case .value, .dictionary:
            recordMisuse("an array is encoded where another kind of value was encoded before")
        }
    }

    func becomeDictionary() {
        switch content {
        case .nothing: content = .dictionary
        case .dictionary: break
        case .value, .array:
            recordMisuse("a dictionary is encoded where another kind of value was encoded before")
        }
    }

    private func recordMisuse(_ description: String) {
        session.record(
            .invalidValue(
                self, EncodingError.Context(codingPath: keys, debugDescription: description)))
    }

    // MARK: Items

    func append(_ slot: FleeceSlot) {
        items.append(slot)
    }

    func append(key: String, _ slot: FleeceSlot) {
        // What is replaced must not be completed later in the place of its successor.
        if !children.isEmpty { children.removeAll { $0.key == key } }
        items.append(session.writer.encodeKey(key))
        items.append(slot)
    }

    /// Adds an item that is complete only at the end.
    func appendChild(_ codingKey: any CodingKey) -> EncodingNode {
        let node = EncodingNode(session: session, path: CodingPath(path, codingKey))
        children.append(Child(item: items.count, key: nil, node: node))
        items.append(session.writer.encodeNull())
        return node
    }

    /// Adds a pair whose value is complete only at the end, or finds the one that the key has.
    func child(_ codingKey: any CodingKey) -> EncodingNode {
        let key = codingKey.stringValue
        if let child = children.first(where: { $0.key == key }) { return child.node }
        let node = EncodingNode(session: session, path: CodingPath(path, codingKey))
        append(key: key, session.writer.encodeNull())
        children.append(Child(item: items.count - 1, key: key, node: node))
        return node
    }

    /// Adds the value of a node that has run, now or, if somebody still holds on to it, at the end.
    func append(_ node: consuming EncodingNode, key: String?) {
        var node = node
        let null = session.writer.encodeNull()
        if let key { append(key: key, null) } else { append(null) }
        if isKnownUniquelyReferenced(&node), node.isComplete {
            items[items.count - 1] = node.finish()
        } else {
            children.append(Child(item: items.count - 1, key: key, node: node))
        }
    }

    /// Whether nobody can add to this node's children.
    private var isComplete: Bool { children.isEmpty }

    // MARK: The end

    /// Completes the value and returns its slot.
    func finish() -> FleeceSlot {
        for child in children { items[child.item] = child.node.finish() }
        children.removeAll()
        switch content {
        case .nothing: return session.writer.encodeDictionary([])
        case .value(let slot): return slot
        case .array: return session.writer.encodeArray(items)
        case .dictionary: return session.writer.encodeDictionary(items)
        }
    }
}
