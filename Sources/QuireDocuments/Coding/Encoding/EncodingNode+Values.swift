package import Fleece
import QuirePlatform

// Encoding a value and the values inside it.

extension EncodingNode {
    /// Encodes a complete document.
    ///
    /// - Parameters:
    ///   - value: The value at the top level of the document.
    ///   - session: The session.
    ///   - outer: The node that needs the value as a separate document, or `nil`.
    ///   - discriminator: The type discriminator to add at the top level, or `nil`.
    /// - Returns: The slot of the value.
    /// - Throws: `EncodingError`, or any error that the value's `encode(to:)` throws.
    static func encodeRoot<T: Encodable>(
        _ value: T, in session: UnsafeReference<EncodingSession>, below outer: EncodingNode?,
        discriminator: Discriminator?
    ) throws -> FleeceSlot {
        let type = session.withObject { session in
            let type = session.type(T.self)
            session.useKeys(of: type)
            return type
        }
        let node = take(type, session)
        defer {
            // After an error, the node and its children may retain each other.
            node.withObject { if !$0.children.isEmpty { $0.children = [] } }
            end(node, type, isFree: isFree(node))
        }
        node.withObject {
            $0.begin(
                below: nil, .none, depth: outer.map { $0.depth + 1 } ?? 0,
                calls: outer.map { $0.calls + 1 } ?? 0, isTop: outer == nil)
        }
        try fill(node, with: value, type)
        return try node.withObject { node in
            if let discriminator { try node.add(discriminator, to: value) }
            return node.finish()
        }
    }

    /// Encodes a value one level below this node, as the next item.
    @inline(__always)
    func slot<T: Encodable>(of value: T, _ step: @autoclosure () -> PathStep) throws -> FleeceSlot {
        try slot(of: value, session.withObject { $0.type(T.self) }, step())
    }

    @inline(__always)
    func slot<T: Encodable>(
        of value: T, _ type: UnsafeReference<EncodedType>, _ step: @autoclosure () -> PathStep
    ) throws -> FleeceSlot {
        let kind = type.withObject { $0.kind }
        if kind == .own || kind == .collection { return try child(value, type: type, step: step()) }
        return try leaf(value, kind: kind, step: step())
    }

    /// Encodes a collection, or a value whose type encodes itself, one level below this node.
    func child<T: Encodable>(
        _ value: T, type: UnsafeReference<EncodedType>, step: PathStep, isInPlace: Bool = false
    ) throws -> FleeceSlot {
        let node = begin(type, step, depth: isInPlace ? depth : depth &+ 1)
        do {
            try Self.fill(node, with: value, type)
        } catch {
            Self.abandon(node, type)
            throw error
        }
        return complete(node, type)
    }

    /// Takes a node for a value inside this one.
    @inline(__always)
    private func begin(
        _ type: UnsafeReference<EncodedType>, _ step: PathStep, depth: Int
    ) -> UnsafeReference<EncodingNode> {
        let node = Self.take(type, session)
        node.withObject {
            $0.begin(below: self, step, depth: depth, calls: calls &+ 1, isTop: false)
        }
        return node
    }

    private static func abandon(
        _ node: UnsafeReference<EncodingNode>, _ type: UnsafeReference<EncodedType>
    ) {
        node.withObject { $0.children = [] }
        end(node, type, isFree: isFree(node))
    }

    /// Completes a value one level below this node.
    ///
    /// If a model keeps the value's node or one of its containers, the value is completed at the
    /// end of this node.
    @inline(__always)
    private func complete(
        _ node: UnsafeReference<EncodingNode>, _ type: UnsafeReference<EncodedType>
    ) -> FleeceSlot {
        guard Self.isFree(node) else {
            // The model can still add items, so the value is completed later.
            postpone(node.object)
            Self.end(node, type, isFree: false)
            return .nullSlot
        }
        let slot = node.withObject { $0.finish() }
        Self.end(node, type, isFree: true)
        return slot
    }

    /// Encodes the value of a node that the caller owns.
    @inline(__always)
    private static func fill<T: Encodable>(
        _ node: UnsafeReference<EncodingNode>, with value: T, _ type: UnsafeReference<EncodedType>
    ) throws {
        guard type.withObject({ $0.kind == .own }) else {
            return try node.withObject { try $0.fill(value, type) }
        }
        try node.withObject { try $0.enter(type, value) }
        try node.withObject { try $0.encode(value) }
    }

    /// Encodes the value of this node.
    private func fill<T: Encodable>(_ value: T, _ type: UnsafeReference<EncodedType>) throws {
        let (kind, collection) = type.withObject { ($0.kind, $0.collection) }
        switch kind {
        case .own:
            try enter(type, value)
            try encode(value)
        case .collection:
            try enter(type, value)
            guard depth < CodingLimits.depth else { throw tooDeep(value) }
            try collection?.encode(value, into: self)
        default: try setValue(leaf(value, kind: kind, step: .none))
        }
    }

    /// Prepares to encode a value that may contain other values.
    ///
    /// - Throws: `EncodingError` if the value is nested too deeply, or if too little stack is left.
    @inline(__always)
    private func enter<T: Encodable>(
        _ type: UnsafeReference<EncodedType>, _ value: @autoclosure () -> T
    ) throws {
        guard depth <= CodingLimits.depth, CodingLimits.allows(calls: calls) else {
            throw tooDeep(value())
        }
        if type.withObject({ $0.isWhole }) { hasOtherKeys = true }
    }

    /// Encodes another value as this node's value.
    ///
    /// A type that encodes itself with a single-value container delegates to another type this way.
    func encodeInPlace<T: Encodable>(_ value: T) throws {
        let type = session.withObject { $0.type(T.self) }
        let mark = Mark(content: content, value: self.value, count: itemCount)
        calls += 1
        defer { calls -= 1 }
        do {
            if type.withObject({ $0.kind == .collection }) {
                try setValue(child(value, type: type, step: .none, isInPlace: true))
                postponeAsValue()
            } else {
                try fill(value, type)
            }
        } catch {
            // A model that catches the error may encode another value instead.
            restore(mark)
            throw error
        }
    }

    // MARK: Nodes

    @inline(__always)
    private static func take(
        _ type: UnsafeReference<EncodedType>, _ session: UnsafeReference<EncodingSession>
    ) -> UnsafeReference<EncodingNode> {
        type.withObject { type in
            guard let free = type.free else {
                return UnsafeReference(retaining: EncodingNode(session))
            }
            type.free = free.withObject { $0.nextFree }
            return free
        }
    }

    /// Ends the use of a node.
    ///
    /// A free node becomes available for other values of its type. A node that a model keeps, or
    /// whose container a model keeps, is released.
    @inline(__always)
    private static func end(
        _ node: UnsafeReference<EncodingNode>, _ type: UnsafeReference<EncodedType>, isFree: Bool
    ) {
        guard isFree else {
            node.withObject { $0.keep() }
            return node.release()
        }
        type.withObject { type in
            node.withObject {
                $0.reset()
                $0.nextFree = type.free
            }
            type.free = node
        }
    }

    // MARK: The end

    /// Completes the value and returns its slot.
    package func finish() -> FleeceSlot {
        if !children.isEmpty { finishChildren() }
        let items = UnsafeMutableBufferPointer(start: items, count: itemCount)
        return session.withObject { session in
            session.writer.withObject { writer in
                switch content {
                case .nothing:
                    // A value that encodes nothing is an empty dictionary.
                    if depth >= CodingLimits.depth { record(tooDeep("a dictionary")) }
                    return .emptyDictionarySlot
                case .value: return value
                case .array: return writer.encodeArray(items)
                case .dictionary:
                    return dictionary(writer.encodeDictionary(items), session)
                }
            }
        }
    }

    private func finishChildren() {
        for child in children {
            let slot = child.node.finish()
            if child.item < 0 { value = slot } else { items[child.item] = slot }
        }
        children = []
    }

    /// Records the key type of a new dictionary, if requested, and returns its slot.
    @inline(__always)
    private func dictionary(_ slot: FleeceSlot, _ session: EncodingSession) -> FleeceSlot {
        if let encodedKeys = session.encodedKeys { passKeys(of: slot, to: encodedKeys) }
        return slot
    }

    func tooDeep(_ value: some Encodable) -> EncodingError {
        invalid(value, CodingLimits.excess(depth: depth))
    }

    func invalid(
        _ value: Any, _ description: String, below step: PathStep = .none
    ) -> EncodingError {
        let path = step.key.map { keys + [$0] } ?? keys
        let identity = session.withObject { $0.identity?.wrappedValue }
        let document = identity.map { " in document \"\($0)\"" } ?? ""
        return .invalidValue(
            value,
            EncodingError.Context(codingPath: path, debugDescription: description + document))
    }
}
