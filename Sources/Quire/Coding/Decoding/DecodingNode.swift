import Fleece

/// A value being decoded: the `Decoder` that a type's `init(from:)` gets, and what its containers
/// read from.
///
/// A node is used for one value after another of the same type, unless a model holds on to it or to
/// a container of it.
final class DecodingNode: KeptNode {
    // The accesses are not checked for overlapping at run time: within one no code of a model runs.
    let session: Unmanaged<DecodingSession>
    /// The session, once the node may outlive the call.
    private var keeper: DecodingSession?

    @exclusivity(unchecked) private var parent: Unmanaged<DecodingNode>?
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

    /// The box of the container that was made first, which the node owns, and the container's keys.
    @exclusivity(unchecked) private var box: Unmanaged<AnyObject>?
    @exclusivity(unchecked) private var boxKeys: Unmanaged<DecodingKeys>?

    /// The type of the values that the node is used for, which may declare defaults.
    @exclusivity(unchecked) var owner: Any.Type?

    @exclusivity(unchecked) var nextFree: Unmanaged<DecodingNode>?

    init(_ session: Unmanaged<DecodingSession>, of owner: Any.Type? = nil) {
        self.session = session
        self.owner = owner
    }

    deinit {
        box?.release()
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
        self.parent = parent.map(Unmanaged.passUnretained)
        self.step.become(step)
        self.depth = depth
        self.calls = calls
        self.isTop = isTop
    }

    /// Ends a value: gives the node back, unless somebody holds on to it or to a container of it.
    @inline(__always)
    static func end(_ node: Unmanaged<DecodingNode>, _ type: Unmanaged<DecodedType>) {
        node._withUnsafeGuaranteedRef { if !$0.late.isEmpty { $0.endLate() } }
        let isFree =
            node.hasOneOwner
            && node._withUnsafeGuaranteedRef { $0.isContainerFree && !$0.hasKeptChild }
        guard isFree else {
            node._withUnsafeGuaranteedRef { $0.keep() }
            return node.release()
        }
        type._withUnsafeGuaranteedRef { type in
            node._withUnsafeGuaranteedRef { $0.nextFree = type.free }
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
        keeper = session.takeUnretainedValue()
        keptParent = parent?.takeUnretainedValue()
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
    var isContainerFree: Bool { box?.hasOneOwner ?? true }

    /// The keys from the root to this value.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node: DecodingNode? = self
        while let current = node {
            if let key = current.step.key { keys.append(key) }
            node = current.parent?.takeUnretainedValue()
        }
        return keys.reversed()
    }
}

// MARK: Containers

extension DecodingNode: Decoder {
    var codingPath: [any CodingKey] { keys }

    var userInfo: [CodingUserInfoKey: Any] { session._withUnsafeGuaranteedRef { $0.userInfo } }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let place, let found = reader.pairs(place) else {
            throw mismatch([String: Any].self, place)
        }
        guard depth < CodingLimits.depth else { throw tooDeep() }
        try charge(found)
        pairs = found
        let keys = session._withUnsafeGuaranteedRef { $0.keys(type) }
        // The keys' identity stands for the type of the container.
        if let box, let boxKeys, boxKeys.toOpaque() == keys.toOpaque() {
            let type = keys._withUnsafeGuaranteedRef { $0.containerType }
            return Unmanaged<ContainerType<KeyedDecodingContainer<Key>>>.fromOpaque(type)
                ._withUnsafeGuaranteedRef { $0.container(around: box) }
        }
        return newContainer(keys)
    }

    private func newContainer<Key: CodingKey>(
        _ keys: Unmanaged<DecodingKeys>
    ) -> KeyedDecodingContainer<Key> {
        // A second container, for other keys, must not take the first one's place, which may be in
        // use.
        guard box == nil, Self.canKeepContainers else {
            return KeyedDecodingContainer(
                OwningDictionaryDecodingContainer(owner: self, keys: keys))
        }
        let container = KeyedDecodingContainer<Key>(
            DictionaryDecodingContainer(node: .passUnretained(self), keys: keys))
        box = Unmanaged.passRetained(unsafeBitCast(container, to: AnyObject.self))
        boxKeys = keys
        return container
    }

    private static let canKeepContainers: Bool = {
        let session = DecodingSession()
        return withExtendedLifetime(session) {
            ContainerBoxes.areAll(
                like: KeyedDecodingContainer<PositionKey>(
                    OwningDictionaryDecodingContainer(
                        owner: DecodingNode(.passUnretained(session)),
                        keys: session.keys(PositionKey.self))))
        }
    }()

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
