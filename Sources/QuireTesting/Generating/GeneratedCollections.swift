// Collections are generated from their elements instead of being decoded, so that dictionary keys
// have the declared type regardless of how they are encoded.

extension Optional: GeneratedType where Wrapped: Decodable {
    static func generated(_ source: ValueSource) throws -> Wrapped? {
        guard source.isPresent() else { return nil }
        do {
            return try source.value(Wrapped.self)
        } catch let error as ExhaustedSource {
            throw error
        } catch is UnmakeableValue {
            // The optional is `nil`, so that a recursive type terminates.
            return nil
        }
    }
}

extension Array: GeneratedType where Element: Decodable {
    static func generated(_ source: ValueSource) throws -> [Element] {
        try (0..<source.count()).map { _ in try source.value(Element.self) }
    }
}

extension ContiguousArray: GeneratedType where Element: Decodable {
    static func generated(_ source: ValueSource) throws -> ContiguousArray<Element> {
        ContiguousArray(try [Element].generated(source))
    }
}

extension Set: GeneratedType where Element: Decodable {
    static func generated(_ source: ValueSource) throws -> Set<Element> {
        Set(try [Element].generated(source))
    }
}

extension Dictionary: GeneratedType where Key: Decodable, Value: Decodable {
    static func generated(_ source: ValueSource) throws -> [Key: Value] {
        var dictionary: [Key: Value] = [:]
        for _ in 0..<source.count() {
            dictionary[try source.value(Key.self)] = try source.value(Value.self)
        }
        return dictionary
    }
}

extension ClosedRange: GeneratedType where Bound: Decodable {
    static func generated(_ source: ValueSource) throws -> ClosedRange<Bound> {
        let (one, other) = (try source.value(Bound.self), try source.value(Bound.self))
        return one < other ? one...other : other...one
    }
}

extension Range: GeneratedType where Bound: Decodable {
    static func generated(_ source: ValueSource) throws -> Range<Bound> {
        let range = try ClosedRange<Bound>.generated(source)
        return range.lowerBound..<range.upperBound
    }
}
