import Fleece
package import QuirePlatform

/// A value that is being decoded.
///
/// A node is the `Decoder` that a type's `init(from:)` receives, and the source of its containers.
/// It is reused for other values of the same type, unless a model keeps the node or one of its
/// containers.
package final class DecodingNode: KeptNode {
    // Exclusivity is not checked at run time. With checks in nodes and sessions, a hotel of the
    // benchmark takes 24% more time to decode. No code of a model runs during an access.
    package let session: UnsafeReference<DecodingSession>
    /// The session, if the node can outlive the call.
    private var keeper: DecodingSession?

    @exclusivity(unchecked) private var parent: UnsafeReference<DecodingNode>?
    /// The parent, if the node can outlive the call.
    private var keptParent: DecodingNode?
    /// Whether a model keeps a child node, so that this node cannot be reused.
    @exclusivity(unchecked) private var hasKeptChild = false
    @exclusivity(unchecked) private var step = PathStep.none
    /// The number of collections that contain the value.
    @exclusivity(unchecked) private(set) var depth = 0
    /// The number of enclosing values that are being decoded, including those that this value
    /// replaces.
    @exclusivity(unchecked) var calls = 0
    /// Whether this is the top level of the document, or the super value of the top level.
    @exclusivity(unchecked) private(set) var isTop = false

    @exclusivity(unchecked) private(set) var reader = FleeceReader()
    /// The location of the value, or `nil` if there is no value because `superDecoder` was called
    /// for a missing key.
    @exclusivity(unchecked) private(set) var location: FleeceLocation?
    @exclusivity(unchecked) var pairs: FleecePairs?
    @exclusivity(unchecked) private(set) var items: FleeceItems?

    /// The nodes of nested containers and super decoders, which live as long as this node is in
    /// use.
    @exclusivity(unchecked) private var late: [DecodingNode] = []

    /// The first container, which is reused.
    @exclusivity(unchecked) private var container: KeptContainer?
    @exclusivity(unchecked) private var containerKeys: UnsafeReference<DecodingKeys>?

    /// The type of the node's values, which can declare defaults.
    @exclusivity(unchecked) var owner: Any.Type?

    @exclusivity(unchecked) var nextFree: UnsafeReference<DecodingNode>?

    init(_ session: UnsafeReference<DecodingSession>, of owner: Any.Type? = nil) {
        self.session = session
        self.owner = owner
    }

    // MARK: Use

    /// Prepares the node for a child value of another node, or for the root.
    @inline(__always)
    func begin(
        at location: FleeceLocation?, reader: FleeceReader, below parent: DecodingNode?,
        step: PathStep, depth: Int, calls: Int, isTop: Bool
    ) {
        self.location = location
        self.reader = reader
        self.parent = parent.map { UnsafeReference($0) }
        self.step.become(step)
        self.depth = depth
        self.calls = calls
        self.isTop = isTop
    }

    /// Ends the decoding of a value.
    ///
    /// The node becomes available for other values, unless a model keeps it or one of its
    /// containers.
    @inline(__always)
    static func end(_ node: UnsafeReference<DecodingNode>, _ type: UnsafeReference<DecodedType>) {
        node.withObject { if !$0.late.isEmpty { $0.endKeptNodes() } }
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

    private func endKeptNodes() {
        for index in late.indices.reversed() {
            if !late[index].late.isEmpty { late[index].endKeptNodes() }
            if !isKnownUniquelyReferenced(&late[index]) || !late[index].isContainerFree
                || late[index].hasKeptChild
            {
                late[index].keep()
            }
        }
        late = []
    }

    /// Retains the session and the parent, so that the node can outlive the call.
    private func keep() {
        keeper = session.object
        keptParent = parent?.object
        keptParent?.hasKeptChild = true
        if !isContainerFree { KeptContainers.keep(self) }
    }

    /// Returns a new node for a nested container or a super decoder.
    func lateNode(
        _ location: FleeceLocation?, _ step: PathStep, isTop: Bool = false
    ) -> DecodingNode {
        let node = DecodingNode(session)
        node.begin(
            at: location, reader: reader, below: self, step: step, depth: depth + 1,
            calls: calls + 1, isTop: isTop)
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
    package var codingPath: [any CodingKey] { keys }

    package var userInfo: [CodingUserInfoKey: Any] { session.withObject { $0.userInfo } }

    package func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard let location, let found = reader.pairs(location) else {
            throw mismatch([String: Any].self, at: location)
        }
        guard depth < CodingLimits.depth else { throw tooDeep() }
        try charge(found)
        pairs = found
        let keys = session.withObject { $0.keys(type) }
        // Each key type has one table of keys, so equal tables mean equal types of containers.
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

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let location, let found = reader.items(location) else {
            throw mismatch([Any].self, at: location)
        }
        guard depth < CodingLimits.depth else { throw tooDeep() }
        items = found
        return ArrayDecodingContainer(node: self)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ValueDecodingContainer(node: self)
    }
}

// MARK: Items

extension DecodingNode {
    var itemCount: Int { items?.count ?? 0 }

    /// Returns the location of an item, or `nil` if the item is damaged.
    @inline(__always)
    func item(_ index: Int, _ type: Any.Type) throws -> FleeceLocation? {
        guard let items, index < items.count else { throw pastEnd(index, type) }
        return items.location(index)
    }

    private func pastEnd(_ index: Int, _ type: Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            context("the array has only \(itemCount) items", below: PathStep(index: index)))
    }
}
