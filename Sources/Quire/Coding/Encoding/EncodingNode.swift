import Fleece

/// A value being encoded: the `Encoder` that a type's `encode(to:)` gets, and what it has made.
///
/// Values go straight into the writer. What a node keeps is the slots of a collection until it is
/// complete, and the children that somebody may still add to.
///
/// A node is used for one value after another of the same type, unless a model holds on to it or to
/// a container of it.
final class EncodingNode: KeptNode {
    /// What the node has become.
    enum Content: UInt8 {
        case nothing
        case value
        case array
        case dictionary
    }

    /// A child that is not complete yet, and the item of the collection that it will be; a negative
    /// one is the node's value.
    struct Child {
        let item: Int
        var node: EncodingNode
    }

    // The accesses are not checked for overlapping at run time: within one no code of a model runs.
    let session: UnsafeReference<EncodingSession>
    /// The session, once the node may outlive the call.
    private var keeper: EncodingSession?

    @exclusivity(unchecked) private var parent: UnsafeReference<EncodingNode>?
    /// The parent, once the node may outlive it.
    private var keptParent: EncodingNode?
    @exclusivity(unchecked) private(set) var step = PathStep.none
    /// The number of collections around the value.
    @exclusivity(unchecked) private(set) var depth = 0
    /// The number of values that are being encoded around this one, including those in its place.
    @exclusivity(unchecked) var calls = 0
    /// Whether this is the top level of the document, or the super value of a model that is.
    @exclusivity(unchecked) private(set) var isTop = false

    @exclusivity(unchecked) var content = Content.nothing
    @exclusivity(unchecked) var value = FleeceSlot.nullSlot
    /// The items of an array, or the keys and values of a dictionary in turn.
    @exclusivity(unchecked) private(set) var items: UnsafeMutablePointer<FleeceSlot>
    @exclusivity(unchecked) var itemCount = 0
    @exclusivity(unchecked) private var capacity: Int
    /// Whether an item is no more than a slot: there are neither children nor ``positions``.
    @exclusivity(unchecked) private var isPlain = true

    @exclusivity(unchecked) var children: [Child] = []
    /// A value that was encoded but cannot be completed yet, until its item is added.
    @exclusivity(unchecked) private var pending: EncodingNode?
    /// Where in ``items`` the latest value of each key is, once somebody needs to know.
    @exclusivity(unchecked) var positions: [KeyIdentity: Int]?

    /// The first container, which is used again, and its keys.
    @exclusivity(unchecked) var container: KeptContainer?
    @exclusivity(unchecked) var containerKeys: UnsafeReference<EncodingKeys>?

    /// The first keys that a container was asked for with.
    @exclusivity(unchecked) private var askedKeys: UnsafeReference<EncodingKeys>?
    /// Whether there were other keys too, or pairs that came without a container.
    @exclusivity(unchecked) var hasOtherKeys = false

    @exclusivity(unchecked) var nextFree: UnsafeReference<EncodingNode>?

    init(_ session: UnsafeReference<EncodingSession>) {
        self.session = session
        capacity = 16
        items = .allocate(capacity: 16)
    }

    deinit {
        items.deallocate()
    }

    // MARK: Use

    /// Begins a value below a node, or the root.
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

    /// Lets the node outlive the value that it is below, and the document.
    func keep() {
        keeper = session.object
        keptParent = parent?.object
        isPlain = false
        if !isContainerFree { KeptContainers.keep(self) }
    }

    /// Whether the node is the document itself.
    var isRoot: Bool { isTop && parent == nil }

    /// Whether the node may outlive its value.
    var isKept: Bool { keeper != nil }

    /// Forgets the value.
    @inline(__always)
    func reset() {
        content = .nothing
        itemCount = 0
        askedKeys = nil
        hasOtherKeys = false
        if !isPlain || capacity > 4096 { resetWhole() }
    }

    private func resetWhole() {
        isPlain = true
        children = []
        pending = nil
        positions = nil
        // A large collection's memory is not kept for small ones.
        if capacity > 4096 {
            items.deallocate()
            capacity = 16
            items = .allocate(capacity: 16)
        }
    }

    /// Whether neither the node nor a container of it is in anybody's hands but the caller's.
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

    /// The keys from the root to this value.
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

    /// Notes the keys that a container was asked for with.
    @inline(__always)
    func note(_ keys: UnsafeReference<EncodingKeys>) {
        if let askedKeys {
            if askedKeys.pointer != keys.pointer { hasOtherKeys = true }
        } else {
            askedKeys = keys
        }
    }

    /// Says with which keys the value has become a dictionary, if it was with those of one type.
    func passKeys(of dictionary: FleeceSlot, to encodedKeys: EncodedKeys) {
        guard !hasOtherKeys, let askedKeys, let place = dictionary.place else { return }
        encodedKeys.note(
            askedKeys.withObject { $0.type }, at: place, isTop: isTop)
    }

    // MARK: Items

    /// How many items the array has.
    var count: Int { itemCount }

    @inline(__always)
    func append(_ slot: FleeceSlot) throws {
        if !isPlain || itemCount == capacity { try prepare(for: 1) }
        items[itemCount] = slot
        itemCount &+= 1
    }

    @inline(__always)
    func append(_ key: FleeceSlot, _ slot: FleeceSlot) throws {
        if !isPlain || itemCount &+ 2 > capacity { try prepare(for: 2, key: key) }
        items[itemCount] = key
        items[itemCount &+ 1] = slot
        itemCount &+= 2
    }

    /// Makes room for items, and notes what is special about them.
    private func prepare(for more: Int, key: FleeceSlot? = nil) throws {
        guard session.withObject({ $0.isOpen }) else { throw late() }
        // A model that encodes itself into one super encoder after another is asked here.
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

    func identity(of key: FleeceSlot) -> KeyIdentity {
        session.withObject {
            $0.writer.withObject { $0.identity(ofKey: key) }
        }
    }

    /// Adds a child that is completed at the end, as the value of the item that comes next.
    func postpone(_ node: EncodingNode) {
        isPlain = false
        pending = node
    }

    /// Adds a child that is completed at the end, as the value of an item that is there.
    func postpone(_ node: EncodingNode, asItem item: Int) {
        isPlain = false
        children.append(Child(item: item, node: node))
    }

    /// Makes the child that was not complete, if there is one, the node's only value.
    func postponeAsValue() {
        guard let node = pending else { return }
        pending = nil
        children.append(Child(item: -1, node: node))
    }

    /// Begins to note where the value of each key is.
    func notePositions() {
        guard positions == nil else { return }
        isPlain = false
        var positions: [KeyIdentity: Int] = [:]
        for item in stride(from: 0, to: itemCount, by: 2) {
            positions[identity(of: items[item])] = item + 1
        }
        self.positions = positions
    }

    /// Finds where the value of a key is, for one look only.
    func item(forKey key: KeyIdentity) -> Int? {
        if let positions { return positions[key] }
        let last = stride(from: itemCount - 2, through: 0, by: -2)
            .first { identity(of: items[$0]) == key }
        return last.map { $0 + 1 }
    }

    /// Takes items over from a collection that was complete.
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

    /// What a node was before a value was tried.
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

    private func late() -> EncodingError {
        .invalidValue(
            "a value",
            EncodingError.Context(
                codingPath: keys,
                debugDescription: "the document was complete before this value came"))
    }
}
