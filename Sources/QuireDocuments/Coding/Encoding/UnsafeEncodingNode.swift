package import Fleece
import QuirePlatform

/// The encoder of a single value, which is passed to the `encode(to:)` method of the value's type.
///
/// Scalars are written to the writer immediately. A node stores the slots of a collection until the
/// collection is complete, and the children that a model can still change.
///
/// A node is reused for other values of the same type, unless a model keeps the node or one of its
/// containers.
package final class EncodingNode: KeptNode {
    /// The kind of value that the node has encoded.
    enum Content: UInt8 {
        case nothing
        case value
        case array
        case dictionary
    }

    /// A child that is not complete yet.
    ///
    /// `item` is the index of the child's slot in ``EncodingNode/items``. If it is negative, the
    /// child is the value of the node itself.
    struct Child {
        let item: Int
        var node: EncodingNode
    }

    // Exclusivity is not checked at run time. With checks in nodes and sessions, a hotel of the
    // benchmark takes 20% more time to encode. No code of a model runs during an access.
    let session: UnsafeReference<EncodingSession>
    /// The session, if the node may outlive the call.
    private var keeper: EncodingSession?

    @exclusivity(unchecked) private var parent: UnsafeReference<EncodingNode>?
    /// The parent, if the node may outlive it.
    private var keptParent: EncodingNode?
    @exclusivity(unchecked) private(set) var step = PathStep.none
    /// The number of collections that contain the value.
    @exclusivity(unchecked) private(set) var depth = 0
    /// The number of values whose encoding contains the encoding of this value.
    ///
    /// Values that are encoded in place of another, as by a single-value container, are included.
    @exclusivity(unchecked) var calls = 0
    /// Whether the value is the top level of the document, or the super value of the top level.
    @exclusivity(unchecked) private(set) var isTop = false

    @exclusivity(unchecked) var content = Content.nothing
    @exclusivity(unchecked) var value = FleeceSlot.nullSlot
    /// The items of an array, or the alternating keys and values of a dictionary.
    @exclusivity(unchecked) private(set) var items: UnsafeMutablePointer<FleeceSlot>
    @exclusivity(unchecked) var itemCount = 0
    @exclusivity(unchecked) private var capacity: Int
    /// Whether items can be appended as slots only, without updating children or ``positions``.
    @exclusivity(unchecked) private var isPlain = true

    @exclusivity(unchecked) var children: [Child] = []
    /// An incomplete child whose item will be appended next.
    @exclusivity(unchecked) private var pending: EncodingNode?
    /// The index in ``items`` of the latest value of each key, or `nil` if not needed so far.
    @exclusivity(unchecked) var positions: [KeyIdentity: Int]?

    /// The first container, which is reused.
    @exclusivity(unchecked) var container: KeptContainer?
    /// The keys of ``container``.
    @exclusivity(unchecked) var containerKeys: UnsafeReference<EncodingKeys>?

    /// The keys of the first container that was requested.
    @exclusivity(unchecked) private var requestedKeys: UnsafeReference<EncodingKeys>?
    /// Whether containers with other keys were requested, or pairs were added without a container.
    @exclusivity(unchecked) var hasOtherKeys = false

    /// The next free node of the type, in the list ``EncodedType/free``.
    @exclusivity(unchecked) var nextFree: UnsafeReference<EncodingNode>?

    /// The node as an encoder, which does not retain the node.
    private let encoder: UnsafeMutablePointer<any Encoder>

    init(_ session: UnsafeReference<EncodingSession>) {
        self.session = session
        capacity = 16
        items = .allocate(capacity: 16)
        encoder = .allocate(capacity: 1)
        encoder.initialize(to: self)
        // The encoder is never deinitialized, so it must not own the node.
        UnsafeReference(self).release()
    }

    deinit {
        items.deallocate()
        encoder.deallocate()
    }

    /// Encodes a value as the value of this node.
    ///
    /// Converting the node to an encoder for each value would retain it.
    @inline(__always)
    package func encode<T: Encodable>(_ value: T) throws {
        try withValue(at: encoder) { try value.encode(to: $0) }
    }

    // MARK: Use

    /// Prepares the node for a value inside another, or for the root.
    @inline(__always)
    func begin(
        below parent: EncodingNode?, _ step: PathStep, depth: Int, calls: Int, isTop: Bool
    ) {
        self.parent = parent.map { UnsafeReference($0) }
        self.step.become(step)
        self.depth = depth
        self.calls = calls
        self.isTop = isTop
    }

    /// Retains the session and the parent, so that the node can outlive its parent and the
    /// document.
    func keep() {
        keeper = session.object
        keptParent = parent?.object
        isPlain = false
        if !isContainerFree { KeptContainers.keep(self) }
    }

    /// Whether the node is the root of the document.
    var isRoot: Bool { isTop && parent == nil }

    /// Whether the node may outlive its value.
    var isKept: Bool { keeper != nil }

    /// Discards the value, so that the node can be reused.
    @inline(__always)
    func reset() {
        content = .nothing
        itemCount = 0
        requestedKeys = nil
        hasOtherKeys = false
        if !isPlain || capacity > 4096 { resetWhole() }
    }

    private func resetWhole() {
        isPlain = true
        children = []
        pending = nil
        positions = nil
        // Memory for a large collection is not kept for smaller ones.
        if capacity > 4096 {
            items.deallocate()
            capacity = 16
            items = .allocate(capacity: 16)
        }
    }

    /// Returns whether a node can be reused.
    ///
    /// The result is `false` if a model keeps the node or one of its containers, or a child of the
    /// node or one of the child's containers.
    @inline(__always)
    static func isFree(_ node: UnsafeReference<EncodingNode>) -> Bool {
        node.isOnlyOwner
            && node.withObject { $0.isContainerFree && $0.areChildrenFree }
    }

    @inline(__always)
    private var areChildrenFree: Bool { children.isEmpty || children.indices.allSatisfy(isFree) }

    private func isFree(_ child: Int) -> Bool {
        isKnownUniquelyReferenced(&children[child].node) && children[child].node.isContainerFree
            && children[child].node.areChildrenFree
    }

    /// The coding path from the root to this value.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var node: EncodingNode? = self
        while let current = node {
            if let key = current.step.key { keys.append(key) }
            node = current.parent?.object
        }
        return keys.reversed()
    }

    @inline(__always)
    var isContainerFree: Bool { container?.isFree ?? true }

    // MARK: Keys

    /// Records the keys of a requested container.
    @inline(__always)
    func note(_ keys: UnsafeReference<EncodingKeys>) {
        if let requestedKeys {
            if requestedKeys.pointer != keys.pointer { hasOtherKeys = true }
        } else {
            requestedKeys = keys
        }
    }

    /// Records the key type of the dictionary, if it was encoded with the keys of one type only.
    func passKeys(of dictionary: FleeceSlot, to encodedKeys: EncodedKeys) {
        guard !hasOtherKeys, let requestedKeys, let location = dictionary.location else { return }
        encodedKeys.note(
            requestedKeys.withObject { $0.type }, named: session.withObject { $0.keyStrategy },
            at: location, isTop: isTop)
    }

    // MARK: Items

    /// The number of items of the array.
    var count: Int { itemCount }

    @inline(__always)
    package func append(_ slot: FleeceSlot) throws {
        if !isPlain || itemCount == capacity { try prepare(for: 1) }
        items[itemCount] = slot
        itemCount &+= 1
    }

    @inline(__always)
    package func append(_ key: FleeceSlot, _ slot: FleeceSlot) throws {
        if !isPlain || itemCount &+ 2 > capacity { try prepare(for: 2, key: key) }
        items[itemCount] = key
        items[itemCount &+ 1] = slot
        itemCount &+= 2
    }

    /// Prepares the node for more items.
    ///
    /// The method allocates memory, assigns the pending child to the last new item and updates
    /// ``positions``.
    ///
    /// - Throws: `EncodingError` if the document is already complete, if the item is nested too
    ///   deeply, or if too little stack is left.
    private func prepare(for more: Int, key: FleeceSlot? = nil) throws {
        guard session.withObject({ $0.isOpen }) else { throw lateError() }
        // This check stops a model that encodes itself into nested super encoders without end.
        guard depth < CodingLimits.depth, CodingLimits.allows(calls: calls) else {
            throw tooDeep("a value")
        }
        if itemCount + more > capacity {
            let larger = UnsafeMutablePointer<FleeceSlot>.allocate(capacity: capacity * 2)
            larger.initialize(from: items, count: itemCount)
            items.deallocate()
            items = larger
            capacity *= 2
        }
        let item = itemCount + more - 1
        if let node = pending {
            pending = nil
            children.append(Child(item: item, node: node))
        }
        if positions != nil, let key { positions?[identity(of: key)] = item }
    }

    package func identity(of key: FleeceSlot) -> KeyIdentity {
        session.withObject {
            $0.writer.withObject { $0.identity(ofKey: key) }
        }
    }

    /// Adds a child that is completed at the end, for the next item.
    func postpone(_ node: EncodingNode) {
        isPlain = false
        pending = node
    }

    /// Adds a child that is completed at the end, for an existing item.
    func postpone(_ node: EncodingNode, asItem item: Int) {
        isPlain = false
        children.append(Child(item: item, node: node))
    }

    /// Makes the pending child, if any, the single value of the node.
    func postponeAsValue() {
        guard let node = pending else { return }
        pending = nil
        children.append(Child(item: -1, node: node))
    }

    /// Creates ``positions``, which is updated from then on.
    func notePositions() {
        guard positions == nil else { return }
        isPlain = false
        var positions: [KeyIdentity: Int] = [:]
        for item in stride(from: 0, to: itemCount, by: 2) {
            positions[identity(of: items[item])] = item + 1
        }
        self.positions = positions
    }

    /// Returns the index in ``items`` of the latest value of a key, or `nil` if the key has no
    /// value.
    ///
    /// The method does not create ``positions``, so it suits a single lookup.
    func item(forKey key: KeyIdentity) -> Int? {
        if let positions { return positions[key] }
        let last = stride(from: itemCount - 2, through: 0, by: -2)
            .first { identity(of: items[$0]) == key }
        return last.map { $0 + 1 }
    }

    /// Replaces the items by those of a complete collection.
    func setItems(_ slots: [FleeceSlot]) {
        items.deallocate()
        capacity = max(16, slots.count)
        items = .allocate(capacity: capacity)
        slots.withUnsafeBufferPointer { slots in
            guard let first = slots.baseAddress else { return }
            items.initialize(from: first, count: slots.count)
        }
        itemCount = slots.count
    }

    /// The state of a node before an attempt to encode a value.
    struct Mark {
        let content: Content
        let value: FleeceSlot
        let count: Int
    }

    func restore(_ mark: Mark) {
        content = mark.content
        value = mark.value
        itemCount = mark.count
        pending = nil
        positions = nil
        children.removeAll { $0.item >= mark.count || $0.item < 0 }
    }

    private func lateError() -> EncodingError {
        .invalidValue(
            "a value",
            EncodingError.Context(
                codingPath: keys,
                debugDescription: "the value was encoded after the document was complete"))
    }
}
