import Foundation

/// The two sample values of each type that is stored as a single value.
enum SampleValues {
    /// Returns two values with different stored forms, or `nil` if the type is decoded from other
    /// values.
    package static func values<T>(
        of type: T.Type, in attempt: SampleAttempt
    ) -> (first: T, second: T)? {
        if let provider = type as? any SampleProviding.Type {
            return provider.values() as? (T, T)
        }
        if let form = type as? any SampledForm.Type, let samples = form.samples(in: attempt) {
            return samples as? (T, T)
        }
        if let (first, second) = attempt.values(of: type) { return (first, second) }
        if let (first, second) = table[ObjectIdentifier(type)] {
            guard let first = first as? T, let second = second as? T else { return nil }
            return (first, second)
        }
        let cases = EnumerationCases.all(of: type)
        guard let first = cases.first, let last = cases.last else { return nil }
        let isListed = type is any CaseIterable.Type
        return isListed || isCodedBack(first) && isCodedBack(last) ? (first, last) : nil
    }

    /// Returns whether a type needs samples that it provides itself, if other samples do not differ.
    ///
    /// Types of the standard library and of Foundation have samples in the table.
    static func needsSamples(of type: Any.Type) -> Bool {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        return table[ObjectIdentifier(type)] == nil && type is any Codable.Type
            && !(type is any Collection.Type) && !(type is any SampleProviding.Type)
    }

    /// Returns the code with which a type provides samples.
    static func suggestion(for type: Any.Type) -> String {
        let name = String(reflecting: (type as? any OptionalType.Type)?.wrappedType ?? type)
        return """
            extension \(name): SampleProviding { static var samples: (\(name), \(name)) \
            { (<#value#>, <#other value#>) } }
            """
    }

    /// Returns whether a value has the same stored form after a round trip.
    private static func isCodedBack(_ value: some Any) -> Bool {
        func isCodedBack<Value: Codable>(_ value: Value) throws -> Bool {
            let text = try DocumentEncoder().encodeToJSON([value])
            let copy = try DocumentDecoder().decode([Value].self, fromJSON: text)
            return try DocumentEncoder().encodeToJSON(copy) == text
        }
        return (try? (value as? any Codable).map { try isCodedBack($0) }) ?? false
    }

    /// Creates a blob with a digest, which can be encoded without its content.
    private static func blob(_ byte: UInt8) -> Blob {
        let digest = BlobDigest([UInt8](repeating: byte, count: BlobDigest.byteCount))
        return Blob(
            contentType: nil,
            Blob.State(source: .reference(nil), digest: digest, length: UInt64(byte)))
    }

    private static let table: [ObjectIdentifier: (any Sendable, any Sendable)] = {
        var table: [ObjectIdentifier: (any Sendable, any Sendable)] = [:]
        func add<T: Sendable>(_ first: T, _ second: T) {
            table[ObjectIdentifier(T.self)] = (first, second)
        }
        func add<T: FixedWidthInteger & Sendable>(_ type: T.Type) { add(3 as T, 5 as T) }
        add(false, true)
        add("first", "second")
        add(0.25, 0.75)
        add(0.25 as Float, 0.75 as Float)
        add(Int.self)
        add(Int8.self)
        add(Int16.self)
        add(Int32.self)
        add(Int64.self)
        add(UInt.self)
        add(UInt8.self)
        add(UInt16.self)
        add(UInt32.self)
        add(UInt64.self)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            add(Int128.self)
            add(UInt128.self)
        }
        add(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 86_401))
        add(Data([3]), Data([5]))
        add(URL(filePath: "/first"), URL(filePath: "/second"))
        add(
            UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
            UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        add(Decimal(3), Decimal(5))
        add(blob(3), blob(5))
        return table
    }()
}

/// A type whose samples are those of its values, because its stored form may accept only some strings.
private protocol SampledForm {
    static func samples(in attempt: SampleAttempt) -> (Any, Any)?
}

extension StoredAs: SampledForm {
    fileprivate static func samples(in attempt: SampleAttempt) -> (Any, Any)? {
        SampleValues.values(of: Form.Value.self, in: attempt).map { (Self($0), Self($1)) }
    }
}

/// Access to the cases of enumerations without associated values.
package enum EnumerationCases {
    /// Returns all cases of an enumeration.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases. The array is empty if the type is not an enumeration without
    ///   associated values.
    package static func all<T>(of type: T.Type) -> [T] {
        func listed<Listed: CaseIterable>(_ type: Listed.Type) -> [T] {
            type.allCases.compactMap { $0 as? T }
        }
        let listed = (type as? any CaseIterable.Type).map { listed($0) } ?? []
        return listed.isEmpty ? PayloadFreeEnum.cases(of: type) : listed
    }
}
