package import Fleece
package import QuirePlatform

// Values at a location, and the errors for values that are not of the requested type. A step is the
// key of the value within the node. It is created only for errors and for values that contain other
// values.

extension DecodingNode {
    func isNull(_ location: FleeceLocation?) -> Bool { location.map(reader.isNull) ?? true }

    /// Decodes a whole document.
    static func decodeRoot<T: Decodable>(
        _ type: T.Type, _ location: FleeceLocation, of reader: FleeceReader,
        in session: UnsafeReference<DecodingSession>
    ) throws -> T {
        let known = session.withObject { session in
            let known = session.type(T.self)
            session.useKeys(of: known)
            return known
        }
        let node = take(known, session)
        defer { end(node, known) }
        return try node.withObject {
            $0.begin(
                at: location, reader: reader, below: nil, step: .none, depth: 0, calls: 0,
                isTop: true)
            return try $0.make(type, known)
        }
    }

    /// Decodes a child value of this node.
    package func decode<T: Decodable>(
        _ type: T.Type, at location: FleeceLocation?, step: @autoclosure () -> PathStep
    ) throws -> T {
        try decode(type, known: session.withObject { $0.type(T.self) }, at: location, step: step())
    }

    @inline(__always)
    package func decode<T: Decodable>(
        _ type: T.Type, known: UnsafeReference<DecodedType>, at location: FleeceLocation?,
        step: @autoclosure () -> PathStep
    ) throws -> T {
        let kind = known.withObject { $0.kind }
        if kind != .own, kind != .collection {
            return try leaf(type, kind: kind, at: location, step: step())
        }
        return try child(type, known: known, at: location, step: step(), depth: depth &+ 1)
    }

    /// Decodes this node's value as another type, for a single-value container.
    func decodeInPlace<T: Decodable>(_ type: T.Type) throws -> T {
        let known = session.withObject { $0.type(T.self) }
        let kind = known.withObject { $0.kind }
        if kind != .own, kind != .collection {
            return try leaf(type, kind: kind, at: location, step: .none)
        }
        return try child(type, known: known, at: location, step: .none, depth: depth)
    }

    @inline(__always)
    private func child<T: Decodable>(
        _ type: T.Type, known: UnsafeReference<DecodedType>, at location: FleeceLocation?,
        step: PathStep,
        depth: Int
    ) throws -> T {
        let node = Self.take(known, session)
        defer { Self.end(node, known) }
        return try node.withObject {
            $0.begin(
                at: location, reader: reader, below: self, step: step, depth: depth,
                calls: calls &+ 1, isTop: false)
            return try $0.make(type, known)
        }
    }

    @inline(__always)
    private static func take(
        _ type: UnsafeReference<DecodedType>, _ session: UnsafeReference<DecodingSession>
    ) -> UnsafeReference<DecodingNode> {
        type.withObject { type in
            guard let free = type.free else {
                return UnsafeReference(retaining: DecodingNode(session, of: type.type))
            }
            type.free = free.withObject { $0.nextFree }
            return free
        }
    }

    /// Creates the value that the node represents.
    @inline(__always)
    private func make<T: Decodable>(
        _ type: T.Type, _ known: UnsafeReference<DecodedType>
    ) throws -> T {
        let (kind, collection) = known.withObject { ($0.kind, $0.collection) }
        if kind != .own, kind != .collection {
            return try leaf(type, kind: kind, at: location, step: .none)
        }
        guard depth <= CodingLimits.depth, CodingLimits.allows(calls: calls) else {
            throw tooDeep()
        }
        guard session.withObject({ $0.allows(1) }) else { throw tooMuch() }
        if let collection {
            guard depth < CodingLimits.depth else { throw tooDeep() }
            return try collection.decode(type, from: self)
        }
        // Not `T(from:)`, because `type` can be a subclass of the class `T`.
        return try type.init(from: self)
    }

    func tooDeep() -> DecodingError {
        corrupted(CodingLimits.excess(depth: depth))
    }

    /// Counts the bytes of a string or of data, which several items can point to.
    @inline(__always)
    func charge(bytes count: Int) throws {
        // Shorter strings take no more memory than the items that point to them.
        if count > 15, !session.withObject({ $0.allows(count) }) { throw tooMuch() }
    }

    /// Counts the pairs of a dictionary, because a lookup may have to examine each of them.
    @inline(__always)
    func charge(_ pairs: FleecePairs, times factor: Int = 1) throws {
        let count =
            pairs.hasParent
            ? pairs.examinedCount(in: session.withObject { $0.storage })
            : pairs.count
        guard session.withObject({ $0.allows(count * factor) }) else {
            throw tooMuch()
        }
    }

    func tooMuch() -> DecodingError {
        corrupted("the document contains more values than its size allows")
    }

    // MARK: Scalars

    @inline(__always)
    func boolean(_ location: FleeceLocation?, _ step: @autoclosure () -> PathStep) throws -> Bool {
        guard let location, let value = reader.boolean(location) else {
            throw mismatch(Bool.self, at: location, step: step())
        }
        return value
    }

    @inline(__always)
    func string(_ location: FleeceLocation?, _ step: @autoclosure () -> PathStep) throws -> String {
        guard let location, let value = reader.string(location) else {
            return try fieldText(location, step())
        }
        try charge(bytes: value.utf8.count)
        return value
    }

    /// Returns the text of a field of a table that looks like a number or a Boolean.
    private func fieldText(_ location: FleeceLocation?, _ step: PathStep) throws -> String {
        guard let location, session.withObject({ $0.text == .fields }) else {
            throw noString(location, step)
        }
        if let number = numberText(location) {
            try charge(bytes: number.utf8.count)
            return number
        }
        guard let value = reader.boolean(location) else { throw noString(location, step) }
        return value ? "true" : "false"
    }

    private func noString(_ location: FleeceLocation?, _ step: PathStep) -> DecodingError {
        guard let location, reader.kind(location) == .string else {
            return mismatch(String.self, at: location, step: step)
        }
        return corrupted("a string is not valid UTF-8", step)
    }

    @inline(__always)
    func double(_ location: FleeceLocation?, _ step: @autoclosure () -> PathStep) throws -> Double {
        guard let location, let value = reader.double(location), value.isFinite else {
            return try unusual(Double.self, at: location, step: step())
        }
        return value
    }

    @inline(__always)
    func float(_ location: FleeceLocation?, _ step: @autoclosure () -> PathStep) throws -> Float {
        guard let location, let value = reader.float(location), value.isFinite else {
            return try unusual(Float.self, at: location, step: step())
        }
        return value
    }

    /// Returns a number that is stored as the text of a JSON number, as an infinite number, or as
    /// one of the strategy's strings.
    ///
    /// Throws `DecodingError` for any other value.
    private func unusual<T: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: T.Type, at location: FleeceLocation?, step: PathStep
    ) throws -> T {
        guard let location else { throw mismatch(type, at: location, step: step) }
        if let text = numberText(location) {
            guard let number = T(text), number.isFinite else {
                throw misfit(type, at: location, step: step)
            }
            return number
        }
        if let double = reader.double(location) {
            if !double.isFinite { return T(double) }
            throw misfit(type, at: location, step: step)
        }
        if let text = reader.string(location), let number = nonFiniteNumber(text) {
            return T(number)
        }
        throw mismatch(type, at: location, step: step)
    }

    /// Returns the text of a number of a JSON text, if it is not stored as a number.
    func numberText(_ location: FleeceLocation) -> String? {
        guard session.withObject({ $0.text != .none }), let bytes = reader.dataBytes(location)
        else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the number that a string represents in the strategy for non-finite values.
    func nonFiniteNumber(_ text: String) -> Double? {
        session.withObject { $0.options.nonFiniteDecodingStrategy }.number(for: text)
    }

    @inline(__always)
    package func integer<T: FixedWidthInteger>(
        _ type: T.Type, at location: FleeceLocation?, step: @autoclosure () -> PathStep
    ) throws -> T {
        guard let location, let stored = reader.int64(location), stored != .min,
            let value = T(exactly: stored)
        else {
            return try extremeInteger(type, at: location, step: step())
        }
        return value
    }

    private func extremeInteger<T: FixedWidthInteger>(
        _ type: T.Type, at location: FleeceLocation?, step: PathStep
    ) throws -> T {
        guard let location else { throw mismatch(type, at: location, step: step) }
        if let text = numberText(location) {
            guard let value = DecimalNumber(text.utf8)?.integer(type) else {
                throw misfit(type, at: location, step: step)
            }
            return value
        }
        if let stored = reader.uint64(location), let value = T(exactly: stored) { return value }
        // A floating-point number -2⁶³ may have been rounded from an integer below `Int64.min`.
        if reader.kind(location) == .integer, let stored = reader.int64(location),
            let value = T(exactly: stored)
        {
            return value
        }
        switch reader.kind(location) {
        case .integer, .float, .double: throw misfit(type, at: location, step: step)
        default: throw mismatch(type, at: location, step: step)
        }
    }
}
