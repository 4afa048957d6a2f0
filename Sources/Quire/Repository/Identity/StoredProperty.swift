// The stored properties of types, for the tools of this package.

/// A stored property of a structure or a class.
package struct StoredProperty {
    /// The property's type.
    package let type: Any.Type
    /// How many bytes from the beginning of the value, or of the object, it lies.
    package let offset: Int
    /// Whether it may change.
    package let isVariable: Bool

    /// The stored properties of a structure, or of a class with those of its superclasses.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The properties in their order, the inherited ones first; nothing for other types.
    package static func all(of type: Any.Type) -> [StoredProperty] {
        StoredFields.of(type).map {
            StoredProperty(type: $0.type, offset: $0.offset, isVariable: $0.isVariable)
        }
    }
}
