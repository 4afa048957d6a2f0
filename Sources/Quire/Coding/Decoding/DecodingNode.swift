import Fleece

/// A value being decoded: the `Decoder` that a type's `init(from:)` gets, and what its containers
/// read from.
///
/// A node is used for one value after another of the same type, unless a model holds on to it or to
/// a container of it.
final class DecodingNode: KeptNode {
    // The accesses are not checked for overlapping at run time: within one no code of a model runs.
    let session: UnsafeReference<DecodingSession>
    /// The session, once the node may outlive the call.
    private var keeper: DecodingSession?

    @exclusivity(unchecked) private var parent: UnsafeReference<DecodingNode>?
    /// The parent, once the node may outlive it.
    private var keptParent: DecodingNode?
    /// Whether somebody holds a node that is below this one, so that this one must stay as it is.
    @exclusivity(unchecked) private var hasKeptChild = false
    @exclusivity(unchecked) private var step = PathStep.none
    /// The number of collections around the value.
    @exclusivity(unchecked) private(set) var depth = 0
    /// The number of values that are being decoded around this one, including those in its place.
    @exclusivity(unchecked) var calls = 0
    /// Whether this is the top level of the document, or the super value of a model that is.
    @exclusivity(unchecked) private(set) var isTop = false

    @exclusivity(unchecked) private(set) var reader = FleeceReader()
    /// Where the value lies, or `nil` where there is none: a missing key that `superDecoder` was
    /// asked for.
    @exclusivity(unchecked) private(set) var place: FleecePlace?
    @exclusivity(unchecked) var pairs: FleecePairs?
    @exclusivity(unchecked) private(set) var items: FleeceItems?

    /// Nodes below that are read by parts; they are used as long as this one.
    @exclusivity(unchecked) private var late: [DecodingNode] = []

    /// The first container, which is used again, and its keys.
    @exclusivity(unchecked) private var container: KeptContainer?
    @exclusivity(unchecked) private var containerKeys: UnsafeReference<DecodingKeys>?

    /// The type of the values that the node is used for, which may declare defaults.
    @exclusivity(unchecked) var owner: Any.Type?

    @exclusivity(unchecked) var nextFree: UnsafeReference<DecodingNode>?

    init(_ session: UnsafeReference<DecodingSession>, of owner: Any.Type? = nil) {
        self.session = session
        self.owner = owner
    }

    // MARK: Use

    /// Begins a value below a node, or the root.
    @inline(__always)
    func begin(
        _ place: FleecePlace?, _ reader: FleeceReader, below parent: DecodingNode?,
        _ step: PathStep, depth: Int, calls: Int, isTop: Bool
    ) {
        self.place = place
        self.reader = reader
        self.parent = parent.map { UnsafeReference($0) }
        self.step.become(step)
        self.depth = depth
        self.calls = calls
        self.isTop = isTop
    }

    /// Ends a value: gives the node back, unless somebody holds on to it or to a container of it.
    @inline(__always)
    static func end(_ node: UnsafeReference<DecodingNode>, _ type: UnsafeReference<DecodedType>) {
        node.withObject { if !$0.late.isEmpty { $0.endLate() } }
        let isFree =
            node.isOnlyOwner
            && node.withObject { $0.isContainerFree && !$0.hasKeptChild }
        guard isFree else {
            node.withObject { $0.keep() }
            return node.release()
        }
        type.withObject { type in
            node.withObject { $0.nextFree = type.free }
            type.free = node
        }
    }

    private func endLate() {
        for index in late.indices.reversed() {
            if !late[index].late.isEmpty { late[index].endLate() }
            if !isKnownUniquelyReferenced(&late[index]) || !late[index].isContainerFree
                || late[index].hasKeptChild
            {
                late[index].keep()
            }
        }
        late = []
    }

    /// Lets the node outlive the value that it is below, and the call.
    private func keep() {
        keeper = session.object
        keptParent = parent?.object
        keptParent?.hasKeptChild = true
        if !isContainerFree { KeptContainers.keep(self) }
    }

    /// A node for a value below that is read by parts.
    func lateNode(_ place: FleecePlace?, _ step: PathStep, isTop: Bool = false) -> DecodingNode {
        let node = DecodingNode(session)
        node.begin(
            place, reader, below: self, step, depth: depth + 1, calls: calls + 1, isTop: isTop)
        late.append(node)
        return node
    }

    @inline(__always)
    var isContainerFree: Bool { container?.isFree ?? true }

    /// The keys from the root to this value.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node: DecodingNode? = self
        while let current = node {
            if let key = current.step.key { keys.append(key) }
            node = current.parent?.object
        }
        return keys.reversed()
    }
}

// MARK: Containers

extension DecodingNode: Decoder {
    var codingPath: [any CodingKey] { keys }

    var userInfo: [CodingUserInfoKey: Any] { session.withObject { $0.userInfo } }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let place, let found = reader.pairs(place) else {
            throw mismatch([String: Any].self, place)
        }
        guard depth < CodingLimits.depth else { throw tooDeep() }
        try charge(found)
        pairs = found
        let keys = session.withObject { $0.keys(type) }
        // The identity of the keys represents the type of the container.
        if let container, let containerKeys, containerKeys.pointer == keys.pointer {
            return container.container()
        }
        return newContainer(keys)
    }

    private func newContainer<Key: CodingKey>(
        _ keys: UnsafeReference<DecodingKeys>
    ) -> KeyedDecodingContainer<Key> {
        // A second container with other keys does not replace the first one, which may be in use.
        if container == nil {
            let new = KeyedDecodingContainer<Key>(
                DictionaryDecodingContainer(node: UnsafeReference(self), keys: keys))
            container = .keep(new)
            containerKeys = keys
            if container != nil { return new }
        }
        return KeyedDecodingContainer(OwningDictionaryDecodingContainer(owner: self, keys: keys))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let place, let found = reader.items(place) else {
            throw mismatch([Any].self, place)
        }
        guard depth < CodingLimits.depth else { throw tooDeep() }
        items = found
        return ArrayDecodingContainer(node: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueDecodingContainer(node: self)
    }
}

// MARK: Items

extension DecodingNode {
    var itemCount: Int { items?.count ?? 0 }

    /// Where an item lies; a damaged one reads as nothing.
    @inline(__always)
    func item(_ index: Int, _ type: Any.Type) throws -> FleecePlace? {
        guard let items, index < items.count else { throw pastEnd(index, type) }
        return items.place(index)
    }

    private func pastEnd(_ index: Int, _ type: Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            context("the array has only \(itemCount) items", below: PathStep(index: index)))
    }
}
