/// A type whose values contain references to documents of one model.
///
/// The types ``Reference``, `Optional`, `Array`, `ContiguousArray` and `Set` conform to it, so a
/// property can be optional or contain several references.
///
/// ```swift
/// func referenceCount(in property: some ReferenceProperty) -> Int {
///     property.references.count
/// }
/// print(referenceCount(in: book.author), referenceCount(in: reader.favorites))  // 1 2
/// ```
public protocol ReferenceProperty<ReferencedModel> {
    /// The model whose documents are referenced.
    associatedtype ReferencedModel: DocumentModel

    /// The references in the value, in their order.
    var references: [Reference<ReferencedModel>] { get }

    /// The number of nested arrays in which the references are stored, or 0 for a single reference.
    static var arrayDepth: Int { get }
}

extension Reference: ReferenceProperty {
    /// An array that contains the reference.
    public var references: [Reference] { [self] }

    /// The depth of a single reference, 0.
    public static var arrayDepth: Int { 0 }
}

/// A property from which a reference can be removed: an optional or a collection of references.
///
/// The delete rule ``DeleteRule/nullify(_:in:scope:typeKey:)`` requires such a property.
///
/// ```swift
/// let rule = DeleteRule<Book>.nullify(\Reader.recommended)
/// ```
public protocol RemovableReferenceProperty: ReferenceProperty {}

extension Optional: ReferenceProperty where Wrapped: ReferenceProperty {
    /// The references in the wrapped value.
    public var references: [Reference<Wrapped.ReferencedModel>] { self?.references ?? [] }

    /// The depth of the wrapped type.
    public static var arrayDepth: Int { Wrapped.arrayDepth }
}

extension Optional: RemovableReferenceProperty where Wrapped: ReferenceProperty {}

extension Array: ReferenceProperty where Element: ReferenceProperty {
    /// The references in the items.
    public var references: [Reference<Element.ReferencedModel>] { flatMap(\.references) }

    /// The depth of the items plus 1.
    public static var arrayDepth: Int { Element.arrayDepth + 1 }
}

extension Array: RemovableReferenceProperty where Element: ReferenceProperty {}

extension ContiguousArray: ReferenceProperty where Element: ReferenceProperty {
    /// The references in the items.
    public var references: [Reference<Element.ReferencedModel>] { flatMap(\.references) }

    /// The depth of the items plus 1.
    public static var arrayDepth: Int { Element.arrayDepth + 1 }
}

extension ContiguousArray: RemovableReferenceProperty where Element: ReferenceProperty {}

extension Set: ReferenceProperty where Element: ReferenceProperty {
    /// The references in the items, in undefined order.
    public var references: [Reference<Element.ReferencedModel>] { flatMap(\.references) }

    /// The depth of the items plus 1.
    public static var arrayDepth: Int { Element.arrayDepth + 1 }
}

extension Set: RemovableReferenceProperty where Element: ReferenceProperty {}
