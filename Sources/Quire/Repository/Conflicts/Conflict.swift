/// Two changes of one document that do not know of each other.
public struct Conflict<Model: DocumentModel>: Sendable {
    /// The document's ID.
    public let id: String

    /// What both changes began from, if it is known.
    ///
    /// A ``Stored`` brings along what was read. For other models it is what the caller of the save says
    /// it is.
    public let base: Model?

    /// What is being saved.
    public let mine: Model

    /// What is stored, or `nil` if the document is deleted.
    public let theirs: Model?
}

/// What a save does if the document is not at the revision that the model was read from.
public struct ConflictRule<Model: DocumentModel>: Sendable {
    enum Kind: Sendable {
        case fail
        case overwrite
        case resolve(@Sendable (Conflict<Model>) throws -> Model)
        case mergeFields(FieldMerge<Model>)
    }

    let kind: Kind

    /// The save throws ``QuireError`` with code `conflict`.
    public static var fail: ConflictRule { ConflictRule(kind: .fail) }

    /// The save replaces what is stored, unless that is of another type.
    public static var overwrite: ConflictRule { ConflictRule(kind: .overwrite) }

    /// A closure says what is to be saved.
    ///
    /// It runs in the transaction of the save, so nothing can change once more. It can save nothing by
    /// throwing an error, which the caller gets.
    ///
    /// - Parameter resolve: A closure that gets both changes and returns the model to be saved.
    /// - Returns: The rule.
    public static func merge(
        _ resolve: @escaping @Sendable (Conflict<Model>) throws -> Model
    ) -> ConflictRule {
        ConflictRule(kind: .resolve(resolve))
    }

    /// Each field is merged by itself, compared with what both changes began from.
    ///
    /// A field that only one of them changed gets that change, in nested objects too. For fields that
    /// both changed a policy says what becomes of them; without one the save that comes last counts,
    /// which is this one.
    ///
    /// ```swift
    /// try hotels.save(hotel, base: loaded, onConflict: .mergeFields {
    ///     $0.counter(\.visits)
    ///     $0.set(\.tags)
    ///     $0.maximum(\.lastSeen)
    /// })
    /// ```
    ///
    /// Without a base, what is saved counts but for the fields with a policy. Where the document is
    /// deleted the save fails.
    ///
    /// - Parameter declare: A closure that says the policies.
    /// - Returns: The rule.
    public static func mergeFields(
        _ declare: (inout FieldMerge<Model>) -> Void = { _ in }
    ) -> ConflictRule {
        var fields = FieldMerge<Model>()
        declare(&fields)
        return ConflictRule(kind: .mergeFields(fields))
    }
}
