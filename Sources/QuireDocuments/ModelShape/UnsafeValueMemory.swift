// Outside of Coding, this is the only code that accesses the memory of values of unknown types.

/// Access to the cases of enumerations that are not `CaseIterable`.
package enum PayloadFreeEnum {
    /// Returns all cases of an enumeration without associated values.
    ///
    /// Swift stores a value of such an enumeration as the number of its case, in the order of
    /// declaration. It stores `nil` of the optional type as the first number that is not a case. A
    /// type with other values below the number of `nil` is excluded by one of two checks: its
    /// optional type has two bytes, as for a structure with one `UInt8`, or `Mirror` does not
    /// describe its first value as a case without associated values.
    ///
    /// An enumeration with one case and an enumeration without cases both have no bytes. An
    /// enumeration without cases cannot have a raw type or synthesized coding, which requests
    /// `allKeys`. Therefore types without bytes are included only if they have one of these.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The cases in the order of declaration. The array is empty if the type is not such
    ///   an enumeration.
    package static func cases<T>(of type: T.Type) -> [T] {
        guard MemoryLayout<T>.size <= 1, MemoryLayout<T?>.size == 1,
            !(type is any CustomReflectable.Type),
            MemoryLayout<T>.size == 1 || hasCase(type)
        else { return [] }
        let count = withUnsafeBytes(of: T?.none) { $0[0] }
        var cases: [T] = []
        for number in 0..<count {
            let value = withUnsafeBytes(of: number) { $0.load(as: T.self) }
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return [] }
            cases.append(value)
        }
        return cases
    }

    /// Returns whether an enumeration without bytes has a case.
    private static func hasCase(_ type: Any.Type) -> Bool {
        func isRaw<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
            Raw.RawValue.self is String.Type || Raw.RawValue.self is any FixedWidthInteger.Type
        }
        if type is any CodingKey.Type { return true }
        return (type as? any RawRepresentable.Type).map { isRaw($0) } ?? false
    }
}

extension DocumentID {
    /// Returns the offsets at which the bytes of a structure refer to this ID's storage.
    func offsets<Model>(in model: Model) -> [Int] {
        withUnsafeBytes(of: model) { bytes in
            let size = MemoryLayout<DocumentID>.size
            return stride(from: 0, through: bytes.count - size, by: size)
                .filter { bytes.load(fromByteOffset: $0, as: UInt.self) == address }
        }
    }

    /// Replaces this ID in a structure that contains it.
    ///
    /// Only a `DocumentID` refers to its storage, so a word with the storage's address is a
    /// `DocumentID`.
    ///
    /// - Parameters:
    ///   - identity: The ID to store.
    ///   - offset: The offset of the property.
    ///   - model: The structure.
    /// - Returns: `false` if the structure does not contain this ID at the offset. The structure is
    ///   then unchanged.
    package func replace<Model>(
        with identity: DocumentID, at offset: Int, in model: inout Model
    ) -> Bool {
        withUnsafeMutableBytes(of: &model) { bytes in
            guard offset + MemoryLayout<DocumentID>.size <= bytes.count,
                bytes.load(fromByteOffset: offset, as: UInt.self) == address,
                let start = bytes.baseAddress
            else { return false }
            (start + offset).assumingMemoryBound(to: DocumentID.self).pointee = identity
            return true
        }
    }
}

/// A stored property of a structure, which can be set without a key path.
package struct StructureProperty {
    /// The name of the stored property.
    package let label: String
    /// The type of the property.
    package let type: any Any.Type
    private let offset: Int

    /// Returns the stored properties of a structure that can be replaced.
    ///
    /// Swift stores properties in the order of declaration, each at the next multiple of its
    /// alignment. The method assumes this layout and verifies that the properties described by
    /// `Mirror` take exactly the bytes of the structure, which fails if one of them is an
    /// existential that contains a value of another size. References are excluded, because a
    /// property may be weak. Values that are as large as existentials are also excluded.
    ///
    /// - Parameter value: Any value.
    /// - Returns: The properties in the order of declaration. The array is empty if the value is
    ///   not a structure.
    package static func all<Value>(of value: Value) -> [StructureProperty] {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct, !(value is any CustomReflectable) else { return [] }
        var properties: [StructureProperty] = []
        var end = 0
        for child in mirror.children {
            func append<Property>(_ property: Property) {
                let (size, alignment) = (
                    MemoryLayout<Property>.size, MemoryLayout<Property>.alignment
                )
                let offset = (end + alignment - 1) / alignment * alignment
                end = offset + size
                let isReference =
                    Property.self is AnyObject.Type
                    || (Property.self as? any OptionalType.Type)?.wrappedType is AnyObject.Type
                guard size < MemoryLayout<Any>.size, !isReference, !(property is any Error) else {
                    return
                }
                properties.append(
                    StructureProperty(label: child.label ?? "", type: Property.self, offset: offset)
                )
            }
            append(child.value)
        }
        return end == MemoryLayout<Value>.size ? properties : []
    }

    /// Replaces the value of the property in a structure.
    ///
    /// - Parameters:
    ///   - value: The structure that contains the property.
    ///   - property: The new value, which must be of the property's type.
    package func replace<Value, Property>(in value: inout Value, with property: Property) {
        guard Property.self == type else { return }
        withUnsafeMutableBytes(of: &value) { bytes in
            guard offset + MemoryLayout<Property>.size <= bytes.count else { return }
            bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: Property.self).pointee =
                property
        }
    }
}
