/// Makes values of enumerations that do not list their cases.
///
/// An enumeration whose cases carry nothing is stored as the number of the case. How many cases there
/// are, the type's metadata says, in a layout that is part of Swift's ABI:
///
///     metadata     word 0: the kind, 0x201;  word 1: where the descriptor is
///     descriptor   bytes 0…3: flags, the kind in the lowest 5 bits, 18
///                  bytes 20…23: the number of cases that carry something, in the lowest 24 bits
///                  bytes 24…27: the number of cases that carry nothing
enum PlainEnumeration {
    /// The first and the last case of a type.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases, or `nil` if the type is anything but a plain enumeration.
    static func ends<T>(of type: T.Type) -> (first: T, last: T)? {
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

    private static func value<T>(_ number: UInt8) -> T {
        // The caller has made sure that it is the number of a case of this type.
        withUnsafeBytes(of: number) { $0.load(as: T.self) }
    }

    /// How many cases there are, up to as many as fit in a byte.
    private static func caseCount(of type: Any.Type) -> Int? {
        #if _ptrauth(_arm64e)
            // The pointer to the descriptor is signed there.
            return nil
        #else
            let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
            guard metadata[0] == 0x201, let descriptor = UnsafeRawPointer(bitPattern: metadata[1])
            else { return nil }
            let flags = descriptor.load(as: UInt32.self)
            let carrying = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
            let plain = descriptor.load(fromByteOffset: 24, as: UInt32.self)
            return flags & 0x1F == 18 && carrying == 0 && (1...256).contains(plain)
                ? Int(plain) : nil
        #endif
    }
}
