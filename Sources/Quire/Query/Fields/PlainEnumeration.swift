/// Makes values of enumerations that do not list their cases.
///
/// An enumeration whose cases carry nothing is stored as the number of the case. How many cases there
/// are, the type's metadata says, in a layout that is part of Swift's ABI:
///
///     metadata     word 0: the kind, 0x201;  word 1: where the descriptor is
///     descriptor   bytes 0…3: flags, the kind in the lowest 5 bits, 18
///                  bytes 16…19: how far from there the fields are, 0 if they are not described
///                  bytes 20…23: the number of cases that carry something, in the lowest 24 bits
///                  bytes 24…27: the number of cases that carry nothing
///     fields       bytes 10…11: the size of a record, 12;  bytes 12…15: the number of records
///                  from byte 16, a record: bytes 8…11: how far from there the name is
package enum PlainEnumeration {
    /// The first and the last case of a type.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases, or `nil` if the type is anything but a plain enumeration.
    package static func ends<T>(of type: T.Type) -> (first: T, last: T)? {
        guard let count = caseCount(of: type), MemoryLayout<T>.size == (count > 1 ? 1 : 0) else {
            return nil
        }
        return (value(0), value(UInt8(truncatingIfNeeded: count - 1)))
    }

    /// All cases of a type.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases in their order; none if the type is anything but a plain enumeration.
    static func all<T>(of type: T.Type) -> [T] {
        guard let count = caseCount(of: type), MemoryLayout<T>.size == (count > 1 ? 1 : 0) else {
            return []
        }
        return (0..<count).map { value(UInt8(truncatingIfNeeded: $0)) }
    }

    /// The cases of a type with their names.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases in the order of their declaration, or `nil` if the type is anything but a
    ///   plain enumeration or does not tell.
    static func cases<T>(of type: T.Type) -> [(name: String, value: T)]? {
        guard ends(of: type) != nil, let descriptor = descriptor(of: type),
            let fields = distant(from: descriptor + 16)
        else { return nil }
        let recordSize = fields.load(fromByteOffset: 10, as: UInt16.self)
        let count = fields.load(fromByteOffset: 12, as: UInt32.self)
        guard recordSize == 12, (1...256).contains(count) else { return nil }
        var cases: [(String, T)] = []
        for number in 0..<Int(count) {
            guard let name = distant(from: fields + 16 + number * 12 + 8) else { return nil }
            cases.append(
                (
                    String(cString: name.assumingMemoryBound(to: CChar.self)),
                    value(UInt8(truncatingIfNeeded: number))
                ))
        }
        return cases
    }

    /// What a relative pointer points to.
    private static func distant(from pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
        let distance = pointer.load(as: Int32.self)
        return distance == 0 ? nil : pointer + Int(distance)
    }

    private static func value<T>(_ number: UInt8) -> T {
        // The caller has made sure that it is the number of a case of this type.
        withUnsafeBytes(of: number) { $0.load(as: T.self) }
    }

    /// How many cases there are, up to as many as fit in a byte.
    private static func caseCount(of type: Any.Type) -> Int? {
        guard let descriptor = descriptor(of: type) else { return nil }
        let flags = descriptor.load(as: UInt32.self)
        let carrying = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        let plain = descriptor.load(fromByteOffset: 24, as: UInt32.self)
        return flags & 0x1F == 18 && carrying == 0 && (1...256).contains(plain) ? Int(plain) : nil
    }

    /// The descriptor of an enumeration.
    private static func descriptor(of type: Any.Type) -> UnsafeRawPointer? {
        #if _ptrauth(_arm64e)
            // The pointer to the descriptor is signed there.
            return nil
        #else
            let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
            guard metadata[0] == 0x201 else { return nil }
            return UnsafeRawPointer(bitPattern: metadata[1])
        #endif
    }
}
