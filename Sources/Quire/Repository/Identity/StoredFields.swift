/// The stored properties of structures and classes, as the runtime knows them.
///
/// It is the part of the runtime that `Mirror` is made of. `Mirror` itself copies values; only the
/// runtime says where in a value a property lies. A program that is compiled without reflection
/// metadata has fields of no known type, and nothing is found then.
enum StoredFields {
    /// A stored property.
    struct Field {
        /// The property's type.
        let type: Any.Type
        /// How many bytes from the beginning of the value, or of the object, it lies.
        let offset: Int
        /// Whether it may change.
        let isVariable: Bool
    }

    /// The stored properties of a structure, or of a class with those of its superclasses.
    ///
    /// - Parameter type: Any type.
    /// - Returns: The properties in their order, the inherited ones first; nothing for other types.
    static func of(_ type: Any.Type) -> [Field] {
        guard type is AnyObject.Type || isStructure(type) else { return [] }
        return (0..<recursiveCount(type)).map { index in
            var metadata = FieldMetadata()
            let fieldType = recursiveChildMetadata(type, index: index, metadata: &metadata)
            metadata.freeFunction?(metadata.name)
            return Field(
                type: fieldType, offset: recursiveChildOffset(type, index: index),
                isVariable: metadata.isVariable)
        }
    }

    /// Whether a type is a structure, as the first word of its metadata says.
    private static func isStructure(_ type: Any.Type) -> Bool {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == structureKind
    }

    private static let structureKind: UInt = 0x200
}

/// What the runtime tells of a field; it must be as `_FieldReflectionMetadata` of Swift's runtime.
private struct FieldMetadata {
    var name: UnsafePointer<CChar>?
    var freeFunction: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
    _ type: Any.Type, index: Int, metadata: UnsafeMutablePointer<FieldMetadata>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_ type: Any.Type, index: Int) -> Int
