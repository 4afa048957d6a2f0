/// A model that declares what happens to references to its documents when they are deleted.
///
/// ```swift
/// struct Book: ReferencedModel {
///     @DocumentID var id: String?
///     var title: String
///     var author: Reference<Author>
///
///     static var deleteRules: [DeleteRule<Book>] {
///         [.cascade(\Review.book), .nullify(\Reader.favorites), .deny(\Loan.book)]
///     }
/// }
/// ```
///
/// Every repository of the model applies the rules when it deletes or purges documents, in the same
/// transaction. If the rules cannot be applied, nothing is deleted. A soft delete keeps the
/// document, so it applies no rules. The rules are not part of the file: deletions by
/// ``DocumentCollection``, by other programs and by replicators, and expired documents, leave
/// references without a document.
///
/// The rules of a ``DocumentFamily`` apply to all of its documents that a repository of the family
/// deletes, in addition to the rules of the member. <doc:References> describes the rules in detail.
public protocol ReferencedModel: DocumentModel {
    /// The rules for references to the model's documents.
    ///
    /// The value is read once for each type.
    static var deleteRules: [DeleteRule<Self>] { get }
}

/// A rule for documents that reference a deleted document.
///
/// ```swift
/// let rules: [DeleteRule<Book>] = [
///     .deny(\Loan.book, in: "loans"), .cascade(\Review.book),
/// ]
/// ```
///
/// A rule names the property with the references and, if the referring documents are not in the
/// collection of the deleted document, their collection. A query finds the documents, and uses an
/// index on the property if one exists.
public struct DeleteRule<Model: DocumentModel>: Sendable {
    let rule: ReferrerRule

    private init<Referrer: DocumentModel, Property: ReferenceProperty>(
        _ action: ReferrerRule.Action, property: any KeyPath<Referrer, Property> & Sendable,
        collection: String?, scope: String?, typeKey: String
    ) {
        rule = ReferrerRule(
            action: action,
            referrer: PropertyReferrer(
                property, collection: collection, scope: scope, typeKey: typeKey,
                isReferenceToModel: Self.isReference(to: Property.ReferencedModel.self)))
    }

    /// Prevents the deletion of a document while another document references it.
    ///
    /// The deletion throws ``QuireError`` with code ``QuireError/Code/deletionDenied`` that names
    /// both documents and the property. Its `underlyingError` is a ``DeniedDeletion``. A referring
    /// document that is deleted in the same call does not prevent the deletion.
    ///
    /// ```swift
    /// static var deleteRules: [DeleteRule<Hotel>] { [.deny(\Invoice.hotel)] }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property with the references.
    ///   - collection: The collection of the referring documents, or `nil` for the collection of
    ///     the deleted document.
    ///   - scope: The scope of the collection, or `nil` for the default scope.
    ///   - typeKey: The key of the type discriminator in the referring documents.
    /// - Returns: The rule.
    public static func deny<Referrer: DocumentModel, Property: ReferenceProperty>(
        _ property: any KeyPath<Referrer, Property> & Sendable, in collection: String? = nil,
        scope: String? = nil, typeKey: String = Repository<Referrer>.defaultTypeKey
    ) -> DeleteRule {
        DeleteRule(
            .deny, property: property, collection: collection, scope: scope, typeKey: typeKey)
    }

    /// Deletes the documents that reference a deleted document, and applies their rules.
    ///
    /// If the document is purged, its referring documents are purged as well. Circular references
    /// are permitted.
    ///
    /// ```swift
    /// static var deleteRules: [DeleteRule<Hotel>] { [.cascade(\Booking.hotel)] }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property with the references.
    ///   - collection: The collection of the referring documents, or `nil` for the collection of
    ///     the deleted document.
    ///   - scope: The scope of the collection, or `nil` for the default scope.
    ///   - typeKey: The key of the type discriminator in the referring documents.
    /// - Returns: The rule.
    public static func cascade<Referrer: DocumentModel, Property: ReferenceProperty>(
        _ property: any KeyPath<Referrer, Property> & Sendable, in collection: String? = nil,
        scope: String? = nil, typeKey: String = Repository<Referrer>.defaultTypeKey
    ) -> DeleteRule {
        DeleteRule(
            .cascade, property: property, collection: collection, scope: scope, typeKey: typeKey)
    }

    /// Removes the references to a deleted document: an optional property becomes `nil`, and an
    /// array loses the items.
    ///
    /// The referring documents are patched, so other properties are unchanged.
    ///
    /// ```swift
    /// static var deleteRules: [DeleteRule<Hotel>] { [.nullify(\Guest.favorite)] }
    /// ```
    ///
    /// - Parameters:
    ///   - property: The property with the references.
    ///   - collection: The collection of the referring documents, or `nil` for the collection of
    ///     the deleted document.
    ///   - scope: The scope of the collection, or `nil` for the default scope.
    ///   - typeKey: The key of the type discriminator in the referring documents.
    /// - Returns: The rule.
    public static func nullify<Referrer: DocumentModel, Property: RemovableReferenceProperty>(
        _ property: any KeyPath<Referrer, Property> & Sendable, in collection: String? = nil,
        scope: String? = nil, typeKey: String = Repository<Referrer>.defaultTypeKey
    ) -> DeleteRule {
        DeleteRule(
            .nullify, property: property, collection: collection, scope: scope, typeKey: typeKey)
    }

    /// Unavailable, because the property is not optional.
    ///
    /// - Parameters:
    ///   - property: The property with the reference.
    ///   - collection: The collection of the referring documents.
    ///   - scope: The scope of the collection.
    ///   - typeKey: The key of the type discriminator in the referring documents.
    /// - Returns: Never.
    @available(
        *, unavailable,
        message:
            "The property is not optional. Declare it as Reference<…>?, or use .cascade or .deny."
    )
    public static func nullify<Referrer: DocumentModel, Target: DocumentModel>(
        _ property: any KeyPath<Referrer, Reference<Target>> & Sendable,
        in collection: String? = nil, scope: String? = nil,
        typeKey: String = Repository<Referrer>.defaultTypeKey
    ) -> DeleteRule {
        DeleteRule(
            .nullify, property: property, collection: collection, scope: scope, typeKey: typeKey)
    }

    /// Returns whether references to a model can identify documents of this model.
    ///
    /// A reference to a family can identify documents of its members, and vice versa.
    private static func isReference<Target: DocumentModel>(to target: Target.Type) -> Bool {
        func isMember<Family: DocumentFamily>(_ member: Any.Type, of family: Family.Type) -> Bool {
            FamilyTypes<Family>.all.contains(member)
        }
        if target == Model.self { return true }
        if let family = target as? any DocumentFamily.Type, isMember(Model.self, of: family) {
            return true
        }
        guard let family = Model.self as? any DocumentFamily.Type else { return false }
        return isMember(target, of: family)
    }
}
