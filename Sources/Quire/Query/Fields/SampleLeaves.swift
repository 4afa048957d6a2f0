import Foundation

/// The two values that samples have of each type that is stored as a single value.
enum SampleLeaves {
    /// Two values of a type whose stored forms differ, or `nil` if the type makes itself.
    static func values<T>(
        of type: T.Type, in attempt: SampleAttempt
    ) -> (first: T, second: T)? {
        if let (first, second) = attempt.values(of: type) { return (first, second) }
        if let (first, second) = table[ObjectIdentifier(type)] {
            guard let first = first as? T, let second = second as? T else { return nil }
            return (first, second)
        }
        return cases(of: type)
    }

    /// The first and the last case of an enumeration whose cases carry nothing.
    private static func cases<T>(of type: T.Type) -> (first: T, second: T)? {
        func ends<Cases: CaseIterable>(of type: Cases.Type) -> (first: T, second: T)? {
            let all = Array(type.allCases)
            guard let first = all.first as? T, let second = all.last as? T else { return nil }
            return (first, second)
        }
        if let cases = (type as? any CaseIterable.Type).flatMap({ ends(of: $0) }) { return cases }
        return PlainEnumeration.ends(of: type).map { ($0.first, $0.last) }
    }

    /// A blob that looks saved, so that it can be encoded without its content.
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
        add(Int128.self)
        add(UInt.self)
        add(UInt8.self)
        add(UInt16.self)
        add(UInt32.self)
        add(UInt64.self)
        add(UInt128.self)
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
